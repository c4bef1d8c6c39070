// Pieces of lines cut out of a page, as the line recogniser takes them, and what it reads put back in place.

internal import LineRecognition

/// A gray page without lonely specks.
struct Sheet {
    let bitmap: Bitmap
    let bytes: [UInt8]
    let paper: UInt8
    /// Pixels darker than this are ink.
    let level: UInt8
    /// Whether specks beside letters are dirt.
    let isDirty: Bool

    init(_ bitmap: Bitmap) {
        let paper = bitmap.paperLevel()
        (self.paper, level) = (UInt8(clamping: paper), UInt8(clamping: paper - 80))
        var bytes = bitmap.grayBytes()
        let specks = Specks(in: bytes, width: bitmap.width, height: bitmap.height, level: level)
        let isCleared = specks.clear(&bytes, paper: self.paper, lonelyOnly: true)
        let clean = isCleared ? Bitmap(gray: bytes, width: bitmap.width, height: bitmap.height) : nil
        (self.bitmap, self.bytes, isDirty) = (clean ?? bitmap, bytes, specks.areDirt)
    }

    private init(_ other: Sheet, _ bitmap: Bitmap, _ bytes: [UInt8]) {
        (self.bitmap, self.bytes, paper) = (bitmap, bytes, other.paper)
        (level, isDirty) = (other.level, other.isDirty)
    }

    /// With paper over these areas.
    func cleared(of areas: [Bitmap.Area]) -> Sheet {
        guard !areas.isEmpty else { return self }
        let (width, height) = (bitmap.width, bitmap.height)
        var bytes = bytes
        for area in areas {
            let columns = (area.x..<area.x + area.width).clamped(to: 0..<width)
            for y in (area.y..<area.y + area.height).clamped(to: 0..<height) {
                for x in columns { bytes[y * width + x] = paper }
            }
        }
        return Bitmap(gray: bytes, width: width, height: height).map { Sheet(self, $0, bytes) } ?? self
    }
}

/// A piece of a line that is read by itself.
struct LinePiece {
    /// Pixels of paper around a piece.
    private static let rim = 4.0
    /// Pieces with fewer pixels to a side are specks.
    private static let leastSide = 3.0
    /// In lines of this height even the dot of a full stop is larger than a speck.
    private static let largePrint = 22.0

    /// The number of its line.
    let line: Int
    let picture: LinePicture
    /// In the page as drawn.
    let area: Bitmap.Area
    private let crop: Bitmap
    /// The crop's top left corner in the page as seen after the line's turn.
    private let corner: (x: Double, y: Double)

    /// - Parameter box: In the page as seen after the line's turn.
    /// - Parameter height: Of the picture, in pixels.
    /// - Parameter isAmongOthers: Whether there is ink close beside it that is not read with it.
    /// `nil` for specks and places outside of the page.
    init?(
        of sheet: Sheet, _ box: PageText.Box, line: Int, turn: Int, height: Int, isAmongOthers: Bool = false
    ) {
        let page = QuarterTurn(width: Double(sheet.bitmap.width), height: Double(sheet.bitmap.height))
        let upright = page.turned(by: turn)
        let whole = upright.box(PageText.Box(x: 0, y: 0, width: page.width, height: page.height))
        let padded = PageText.Box(
            x: box.x.rounded(.down) - Self.rim, y: box.y.rounded(.down) - Self.rim,
            width: box.width.rounded(.up) + 2 * Self.rim, height: box.height.rounded(.up) + 2 * Self.rim)
        guard box.width >= Self.leastSide, box.height >= Self.leastSide,
            let area = padded.intersection(whole),
            let cut = sheet.bitmap.cropped(to: upright.area(before: area)),
            let prepared = Self.prepared(
                cut, turn: turn, isDirty: sheet.isDirty && box.height >= Self.largePrint, sheet),
            let crop = isAmongOthers ? Self.alone(prepared, sheet.paper) : prepared,
            let scaled = crop.scaled(toHeight: height),
            let picture = LinePicture(gray: scaled.grayBytes(), width: scaled.width, height: scaled.height)
        else { return nil }
        (self.line, self.picture, self.crop, corner) = (line, picture, crop, (area.x, area.y))
        self.area = upright.area(before: area)
    }

    private static func prepared(_ cut: Bitmap, turn: Int, isDirty: Bool, _ sheet: Sheet) -> Bitmap? {
        let upright = turn == 0 ? cut : cut.turned(by: turn)
        guard isDirty, let upright else { return upright }
        var bytes = upright.grayBytes()
        let specks = Specks(in: bytes, width: upright.width, height: upright.height, level: sheet.level)
        guard specks.clear(&bytes, paper: sheet.paper, lonelyOnly: false) else { return upright }
        return Bitmap(gray: bytes, width: upright.width, height: upright.height)
    }

    /// With paper to both sides.
    private static func alone(_ bitmap: Bitmap, _ paper: UInt8) -> Bitmap? {
        var bytes = bitmap.grayBytes()
        let (width, rim) = (bitmap.width, Int(rim) - 1)
        guard width > 2 * rim else { return bitmap }
        for row in stride(from: 0, to: bytes.count, by: width) {
            for x in 0..<rim { (bytes[row + x], bytes[row + width - 1 - x]) = (paper, paper) }
        }
        return Bitmap(gray: bytes, width: width, height: bitmap.height)
    }

    /// The words that were read in the picture, with places in the page as seen after the line's turn.
    func words(of reading: LineReading, on sheet: Sheet) -> [PageText.Word] {
        guard !reading.characters.isEmpty else { return [] }
        let ink = LineWords(
            bytes: crop.grayBytes(), width: crop.width, height: crop.height, level: sheet.level,
            isDirty: sheet.isDirty)
        return ink.words(of: reading, scale: Double(crop.width) / Double(picture.width)).map {
            var word = $0
            word.box.x += corner.x
            word.box.y += corner.y
            return word
        }
    }
}
