// A column of Chinese written from top to bottom. Its characters stand upright, so they are cut apart and set side by
// side as a line, which the models for horizontal text read. Layout analysis cannot tell such a column from a line that
// lies on its side; both are read, and the surer one counts.

internal import LineRecognition

/// The picture of a column with its characters in a row.
struct UprightColumn {
    /// Space between characters, as a share of their width.
    private static let gap = 0.12
    /// Heights of a character's cell, as shares of the column's width.
    private static let cells = 0.85...1.7
    /// A cut may move by this share of a cell to where there is less ink.
    private static let play = 0.15
    private static let fewestCells = 2
    private static let leastHanShare = 0.5

    let picture: LinePicture
    /// The ink of the column in the page as drawn, in pixels.
    private let box: PageText.Box
    private let page: QuarterTurn

    /// - Parameter box: Around the column, in the page as drawn.
    /// `nil` for what is no column of several characters.
    init?(of sheet: Sheet, _ box: Bitmap.Area, height: Int) {
        guard let crop = sheet.bitmap.cropped(to: box) else { return nil }
        let pixels = Pixels(bytes: crop.grayBytes(), width: crop.width, height: crop.height)
        guard let ink = pixels.ink(below: sheet.level), ink.rows.count > 2 * ink.columns.count else {
            return nil
        }
        let cuts = Self.cuts(pixels.darkness(ink, below: sheet.level), across: ink.columns.count)
        guard cuts.count > Self.fewestCells else { return nil }
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
        let place = page.turned(by: 270).box(box)
        let foot = place.y + place.height * 0.88
        let word = PageText.Word(
            text: characters.map(\.text).joined(), box: place,
            confidence: LineWords.confidence(reading.meanCertainty))
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

    /// The rows between which the characters lie: even steps through the least ink, each moved a little.
    private static func cuts(_ dark: [Int], across width: Int) -> [Int] {
        var best = (cost: Double.infinity, start: 0.0, step: Double(width))
        let (least, most) = (cells.lowerBound * Double(width), cells.upperBound * Double(width))
        for step in stride(from: least, through: most, by: 0.5) {
            for start in stride(from: -step / 2, to: step / 2, by: 1) {
                let rows = stride(from: start + step, to: Double(dark.count) - step / 3, by: step).map {
                    Int($0)
                }
                guard !rows.isEmpty else { continue }
                let ink = rows.reduce(0) { $0 + ($1 > 0 ? dark[$1] : 0) }
                let cost = Double(ink) / Double(rows.count)
                // A grid of every other gap is as good; the finer one is right.
                if cost < best.cost - 0.05 { best = (cost, start, step) }
            }
        }
        let reach = Int(best.step * play)
        let inner = stride(
            from: best.start + best.step, to: Double(dark.count) - best.step / 3, by: best.step
        )
        .map { row in
            let near = max(1, Int(row) - reach)...min(dark.count - 1, max(1, Int(row) + reach))
            return near.min { (dark[$0], abs($0 - Int(row))) < (dark[$1], abs($1 - Int(row))) } ?? Int(row)
        }
        return [0] + inner + [dark.count]
    }

    /// The characters side by side, each in the middle of its height.
    private static func row(
        of pixels: Pixels, _ ink: (rows: Range<Int>, columns: Range<Int>), _ cuts: [Int], _ sheet: Sheet
    ) -> (bytes: [UInt8], width: Int, height: Int) {
        let pitch = Int(Double(ink.columns.count) * (1 + gap)) + 1
        let heights = zip(cuts, cuts.dropFirst()).map { $1 - $0 }
        let (width, height) = (heights.count * pitch + pitch / 4, (heights.max() ?? 0) + 4)
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
    fileprivate var meanCertainty: Double {
        let certainties = characters.filter { !$0.isSpace }.map(\.certainty)
        return certainties.isEmpty ? -100 : certainties.reduce(0, +) / Double(certainties.count)
    }
}
