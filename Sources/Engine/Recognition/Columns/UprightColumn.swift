// A column of Chinese written from top to bottom. Its characters stand upright, so they are cut apart and set side by
// side as a line, which the models for horizontal text read. Layout analysis cannot tell such a column from a line that
// lies on its side; both are read, and the surer one counts.

internal import LineRecognition

/// The picture of a column with its characters in a row.
struct UprightColumn {
    /// Space between characters, as a share of their width.
    private static let gap = 0.12
    /// The most height of the row, as a share of the column's width; what is above and below is paper.
    private static let mostHeight = 1.5
    private static let fewestCells = 2
    private static let leastHanShare = 0.5

    let picture: LinePicture
    /// The ink of the column in the page as drawn, in pixels.
    private let box: PageText.Box
    private let page: QuarterTurn

    /// - Parameter box: Around the marks of a column, in pixels of the page.
    /// - Parameter step: From one character to the next; there may be only one.
    init?(of sheet: Sheet, column box: Bitmap.Area, step: Double, height: Int) {
        guard let crop = sheet.bitmap.cropped(to: box) else { return nil }
        let pixels = Pixels(bytes: crop.grayBytes(), width: crop.width, height: crop.height)
        guard let ink = pixels.ink(below: sheet.level) else { return nil }
        let whole = (rows: ink.rows, columns: 0..<crop.width)
        let cuts = ColumnCuts(pixels.darkness(whole, below: sheet.level), width: crop.width, step: step)
        self.init(of: sheet, pixels, whole, cuts.rows, in: box, height: height)
    }

    /// - Parameter box: Around what may be a column or a line on its side, in the page as drawn.
    /// `nil` for what is no column of several characters.
    init?(of sheet: Sheet, _ box: Bitmap.Area, height: Int) {
        guard let crop = sheet.bitmap.cropped(to: box) else { return nil }
        let pixels = Pixels(bytes: crop.grayBytes(), width: crop.width, height: crop.height)
        guard let ink = pixels.ink(below: sheet.level), ink.rows.count > 2 * ink.columns.count else {
            return nil
        }
        let cuts = ColumnCuts(
            pixels.darkness(ink, below: sheet.level), width: ink.columns.count, step: nil)
        guard cuts.rows.count > Self.fewestCells else { return nil }
        self.init(of: sheet, pixels, ink, cuts.rows, in: box, height: height)
    }

    private init?(
        of sheet: Sheet, _ pixels: Pixels, _ ink: (rows: Range<Int>, columns: Range<Int>), _ cuts: [Int],
        in box: Bitmap.Area, height: Int
    ) {
        let row = Self.row(of: pixels, ink, cuts, sheet)
        guard let whole = Bitmap(gray: row.bytes, width: row.width, height: row.height),
            let scaled = whole.scaled(toHeight: height),
            let picture = LinePicture(gray: scaled.grayBytes(), width: scaled.width, height: scaled.height)
        else { return nil }
        self.picture = picture
        self.box = PageText.Box(
            x: Double(box.x + ink.columns.lowerBound), y: Double(box.y + ink.rows.lowerBound),
            width: Double(ink.columns.count), height: Double(ink.rows.count))
        page = QuarterTurn(width: Double(sheet.bitmap.width), height: Double(sheet.bitmap.height))
    }

    /// The column as a line that runs down the page, where it was read more surely than on its side.
    func line(of reading: LineReading, againstSideways other: LineReading) -> PageText.Line? {
        let characters = reading.characters.filter { !$0.isSpace && !$0.text.isEmpty }
        let han = characters.count { $0.text.unicodeScalars.allSatisfy(\.properties.isIdeographic) }
        guard Double(han) >= Self.leastHanShare * Double(characters.count), han > 1,
            reading.meanCertainty > other.meanCertainty
        else { return nil }
        return line(of: reading)
    }

    /// The column as a line that runs down the page.
    func line(of reading: LineReading) -> PageText.Line {
        let characters = reading.characters.filter { !$0.isSpace && !$0.text.isEmpty }
        let place = page.turned(by: 270).box(box)
        let foot = place.y + place.height * 0.88
        let word = PageText.Word(
            text: characters.map(\.text).joined(), box: place,
            confidence: characters.reduce(0) { $0 + LineWords.confidence($1.certainty) }
                / Double(max(1, characters.count)))
        return PageText.Line(
            turn: 270, isColumn: true,
            baseline: PageText.Baseline(x1: place.x, y1: foot, x2: place.x + place.width, y2: foot),
            box: place, words: [word])
    }

    // MARK: Cutting

    fileprivate struct Pixels {
        let bytes: [UInt8]
        let width: Int
        let height: Int

        /// The rows and columns that hold the ink.
        func ink(below level: UInt8) -> (rows: Range<Int>, columns: Range<Int>)? {
            let rows = (0..<height).filter { y in (0..<width).contains { bytes[y * width + $0] < level } }
            let columns = (0..<width).filter { x in (0..<height).contains { bytes[$0 * width + x] < level } }
            guard let top = rows.first, let foot = rows.last, let left = columns.first,
                let right = columns.last
            else { return nil }
            return (top..<foot + 1, left..<right + 1)
        }

        /// How many pixels of each row are ink.
        func darkness(_ ink: (rows: Range<Int>, columns: Range<Int>), below level: UInt8) -> [Int] {
            ink.rows.map { y in ink.columns.count { bytes[y * width + $0] < level } }
        }
    }

    /// The characters side by side, each in the middle of its height.
    private static func row(
        of pixels: Pixels, _ ink: (rows: Range<Int>, columns: Range<Int>), _ cuts: [Int], _ sheet: Sheet
    ) -> (bytes: [UInt8], width: Int, height: Int) {
        let pitch = Int(Double(ink.columns.count) * (1 + gap)) + 1
        let heights = zip(cuts, cuts.dropFirst()).map { $1 - $0 }
        let (width, height) = (
            heights.count * pitch + pitch / 4,
            min(heights.max() ?? 0, Int(mostHeight * Double(ink.columns.count))) + 4
        )
        var bytes = [UInt8](repeating: sheet.paper, count: width * height)
        for (index, top) in cuts.dropLast().enumerated() {
            let cell = ink.rows.lowerBound + top..<ink.rows.lowerBound + top + heights[index]
            let shift = pixels.shiftOfStop(cell, ink.columns, below: sheet.level)
            let corner = (
                x: pitch / 4 + index * pitch + shift.x, y: (height - heights[index]) / 2 + shift.y
            )
            for (y, row) in cell.enumerated() where (0..<height).contains(corner.y + y) {
                for (x, column) in ink.columns.enumerated() where corner.x + x >= 0 {
                    let place = (corner.y + y) * width + corner.x + x
                    // The paper of what is moved must not cover its neighbour.
                    bytes[place] = min(bytes[place], pixels.bytes[row * pixels.width + column])
                }
            }
        }
        return (bytes, width, height)
    }
}

extension UprightColumn.Pixels {
    /// A stop or comma of a column lies in the upper right of its cell, and that of a row in the lower left.
    fileprivate func shiftOfStop(
        _ cell: Range<Int>, _ columns: Range<Int>, below level: UInt8
    ) -> (x: Int, y: Int) {
        let rows = cell.filter { y in columns.contains { bytes[y * width + $0] < level } }
        let places = columns.filter { x in cell.contains { bytes[$0 * width + x] < level } }
        guard let top = rows.first, let foot = rows.last, let left = places.first, let right = places.last,
            2 * (foot - top) < cell.count, 2 * (right - left) < columns.count,
            top + foot < 2 * cell.lowerBound + cell.count,
            left + right > 2 * columns.lowerBound + columns.count
        else { return (0, 0) }
        return (columns.lowerBound - left + columns.count / 10, cell.upperBound - foot - cell.count / 8)
    }
}

extension PageText {
    /// Puts columns that stand beside each other in the order of reading, from right to left.
    mutating func orderColumns() {
        var start = 0
        for index in lines.indices.dropFirst() where !lines[index].standsBeside(lines[index - 1]) {
            lines[start..<index].sort { $0.box.y < $1.box.y }
            start = index
        }
        if lines.indices.contains(start), lines[start].isColumn ?? false {
            lines[start...].sort { $0.box.y < $1.box.y }
        }
    }
}

extension PageText.Line {
    fileprivate func standsBeside(_ other: PageText.Line) -> Bool {
        let common = min(box.x + box.width, other.box.x + other.box.width) - max(box.x, other.box.x)
        return isColumn ?? false && other.isColumn ?? false && common > 0.3 * min(box.width, other.box.width)
    }
}

extension LineReading {
    /// Of the characters; very low where there are none.
    var meanCertainty: Double {
        let certainties = characters.filter { !$0.isSpace }.map(\.certainty)
        return certainties.isEmpty ? -100 : certainties.reduce(0, +) / Double(certainties.count)
    }
}
