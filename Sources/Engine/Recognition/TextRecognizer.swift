// Text recognition in two stages: Tesseract finds the lines, and our recogniser reads their pictures. Models that it
// does not know are left to Tesseract altogether.

internal import Documents
internal import LineRecognition

/// A loaded recognition model with what finds the lines for it.
final class TextRecognizer {
    /// Pixels of paper around a line.
    private static let rim = 4.0
    /// Pieces of lines with fewer pixels to a side are specks.
    private static let leastSide = 3.0

    private enum Reader {
        case lines(LineRecognizer, PageLayout)
        case pages(TesseractRecognizer)
    }

    private let reader: Reader

    /// - Parameter model: The bytes of the language's model.
    /// `nil` where neither our recogniser nor Tesseract takes the model.
    init?(language: String, tessdata: String, model: [UInt8]?, layout: PageLayout?) {
        if let layout, let lines = model.flatMap({ LineRecognizer(model: $0) }) {
            reader = .lines(lines, layout)
        } else if let pages = TesseractRecognizer(languages: language, tessdata: tessdata) {
            reader = .pages(pages)
        } else {
            return nil
        }
    }

    /// Reads a page; places are in pixels. `nil` when `seconds` were not enough.
    func read(_ bitmap: Bitmap, dpi: Double, seconds: Double) -> PageText? {
        switch reader {
        case .lines(let recognizer, let layout):
            Self.read(bitmap, dpi: dpi, until: .now + .seconds(seconds), recognizer, layout)
        case .pages(let recognizer): recognizer.read(bitmap, dpi: dpi, seconds: seconds)
        }
    }

    /// A piece of a line that is read by itself.
    private struct Piece {
        let line: Int
        let crop: Bitmap
        let picture: LinePicture
        /// The crop's top left corner in the page as seen after the line's turn.
        let corner: (x: Double, y: Double)
    }

    private static func read(
        _ bitmap: Bitmap, dpi: Double, until deadline: ContinuousClock.Instant, _ recognizer: LineRecognizer,
        _ layout: PageLayout
    ) -> PageText? {
        let paper = bitmap.paperLevel()
        let level = UInt8(clamping: paper - 80)
        var (bitmap, bytes) = (bitmap, bitmap.grayBytes())
        let specks = Specks(level: level).clear(
            &bytes, width: bitmap.width, height: bitmap.height, paper: UInt8(clamping: paper))
        if specks > 0, let clean = Bitmap(gray: bytes, width: bitmap.width, height: bitmap.height) {
            bitmap = clean
        }
        let found = layout.lines(of: bytes, width: bitmap.width, height: bitmap.height, dpi: dpi)
        let page = QuarterTurn(width: Double(bitmap.width), height: Double(bitmap.height))
        let pieces = found.enumerated().flatMap { index, line in
            line.pieces.compactMap {
                piece(of: bitmap, page, $0, line: index, turn: line.place.turn, height: recognizer.height)
            }
        }
        if ContinuousClock.now >= deadline { return nil }
        let readings = recognizer.read(pieces.map(\.picture)) { ContinuousClock.now >= deadline }
        guard let readings else { return nil }
        var text = PageText(lines: found.map(\.place.line))
        for (piece, reading) in zip(pieces, readings) {
            text.lines[piece.line].words += words(of: piece, reading, level: level)
        }
        text.lines.removeAll { $0.words.isEmpty }
        text.confidence = text.meanConfidence
        return text
    }

    private static func piece(
        of bitmap: Bitmap, _ page: QuarterTurn, _ box: PageText.Box, line: Int, turn: Int, height: Int
    ) -> Piece? {
        let upright = page.turned(by: turn)
        let whole = upright.box(PageText.Box(x: 0, y: 0, width: page.width, height: page.height))
        let padded = PageText.Box(
            x: box.x.rounded(.down) - rim, y: box.y.rounded(.down) - rim,
            width: box.width.rounded(.up) + 2 * rim,
            height: box.height.rounded(.up) + 2 * rim)
        guard box.width >= leastSide, box.height >= leastSide, let area = padded.intersection(whole),
            let crop = bitmap.cropped(to: upright.area(before: area))?.uprighted(by: turn),
            let scaled = crop.scaled(toHeight: height),
            let picture = LinePicture(gray: scaled.grayBytes(), width: scaled.width, height: scaled.height)
        else { return nil }
        return Piece(line: line, crop: crop, picture: picture, corner: (area.x, area.y))
    }

    private static func words(of piece: Piece, _ reading: LineReading, level: UInt8) -> [PageText.Word] {
        guard !reading.characters.isEmpty else { return [] }
        let ink = LineWords(
            bytes: piece.crop.grayBytes(), width: piece.crop.width, height: piece.crop.height, level: level)
        return ink.words(of: reading, scale: Double(piece.crop.width) / Double(piece.picture.width)).map {
            var word = $0
            word.box.x += piece.corner.x
            word.box.y += piece.corner.y
            return word
        }
    }
}

extension Bitmap {
    fileprivate func uprighted(by turn: Int) -> Bitmap? { turn == 0 ? self : turned(by: turn) }
}
