// Text recognition in two stages: Tesseract finds the lines, and our recogniser reads their pictures. Models that it
// does not know are left to Tesseract altogether.

internal import Documents
internal import LineRecognition

/// A loaded recognition model with what finds the lines for it.
final class TextRecognizer {
    private enum Reader {
        case lines(LineRecognizer, PageLayout)
        case pages(TesseractRecognizer)
    }

    private let reader: Reader
    /// Whether the language is written in columns too.
    private let readsColumns: Bool

    /// - Parameter model: The bytes of the language's model.
    /// `nil` where neither our recogniser nor Tesseract takes the model.
    init?(language: String, tessdata: String, model: [UInt8]?, layout: PageLayout?) {
        readsColumns = language.hasPrefix("chi_")
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
            Self.read(
                bitmap, dpi: dpi, until: .now + .seconds(seconds), recognizer, layout,
                readsColumns: readsColumns)
        case .pages(let recognizer): recognizer.read(bitmap, dpi: dpi, seconds: seconds)
        }
    }

    private static func read(
        _ bitmap: Bitmap, dpi: Double, until deadline: ContinuousClock.Instant, _ recognizer: LineRecognizer,
        _ layout: PageLayout, readsColumns: Bool
    ) -> PageText? {
        let sheet = Sheet(bitmap)
        func lines(_ sheet: Sheet) -> PageText? {
            readLines(of: sheet, dpi: dpi, until: deadline, recognizer, layout)
        }
        guard readsColumns, let columns = ColumnLayout(of: sheet) else { return lines(sheet) }
        return columns.read(
            by: recognizer, sheet, isTimeUp: { ContinuousClock.now >= deadline }, lines: lines)
    }

    private static func readLines(
        of sheet: Sheet, dpi: Double, until deadline: ContinuousClock.Instant, _ recognizer: LineRecognizer,
        _ layout: PageLayout
    ) -> PageText? {
        let bitmap = sheet.bitmap
        let found = layout.lines(of: sheet.bytes, width: bitmap.width, height: bitmap.height, dpi: dpi)
        let pieces = found.enumerated().flatMap { index, line in
            line.pieces.compactMap {
                LinePiece(of: sheet, $0, line: index, turn: line.place.turn, height: recognizer.height)
            }
        }
        if ContinuousClock.now >= deadline { return nil }
        // What stands or lies on its side may be a column of upright characters.
        let columns = pieces.map { piece in
            found[piece.line].place.turn % 180 == 0
                ? nil : UprightColumn(of: sheet, piece.area, height: recognizer.height)
        }
        let pictures = pieces.map(\.picture) + columns.compactMap { $0?.picture }
        guard let readings = recognizer.read(pictures, isTimeUp: { ContinuousClock.now >= deadline }) else {
            return nil
        }
        var text = PageText(lines: found.map(\.place.line))
        var ofColumns = readings.dropFirst(pieces.count)
        for (index, piece) in pieces.enumerated() {
            if let column = columns[index], let reading = ofColumns.popFirst(),
                let line = column.line(of: reading, againstSideways: readings[index])
            {
                text.lines.append(line)
            } else {
                let box = found[piece.line].place.box
                text.lines[piece.line].words += piece.words(of: readings[index], level: sheet.level)
                    .map { $0.within(box) }
            }
        }
        text.lines.removeAll { $0.words.isEmpty }
        text.orderColumns()
        text.confidence = text.meanConfidence ?? 0
        return text
    }
}

extension PageText.Word {
    /// The word without what its box has of the lines above and below, whose letters may reach into the line's picture.
    fileprivate func within(_ line: PageText.Box) -> PageText.Word {
        var copy = self
        let (top, foot) = (max(box.y, line.y), min(box.y + box.height, line.y + line.height))
        if foot > top { (copy.box.y, copy.box.height) = (top, foot - top) }
        return copy
    }
}
