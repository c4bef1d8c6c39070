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
    /// Whether Latin words are read better by another model.
    private let readsHan: Bool

    /// - Parameter model: The bytes of the language's model.
    /// `nil` where neither our recogniser nor Tesseract takes the model.
    init?(language: String, tessdata: String, model: [UInt8]?, layout: PageLayout?) {
        readsHan = language.hasPrefix("chi_")
        if let layout, let lines = model.flatMap({ LineRecognizer(model: $0) }) {
            reader = .lines(lines, layout)
        } else if let pages = TesseractRecognizer(languages: language, tessdata: tessdata) {
            reader = .pages(pages)
        } else {
            return nil
        }
    }

    /// Reads a page; places are in pixels. `nil` when `seconds` were not enough.
    /// - Parameter latin: The English model, for Latin words in Han lines.
    func read(
        _ bitmap: Bitmap, dpi: Double, seconds: Double, latin: () -> TextRecognizer? = { nil }
    ) -> PageText? {
        switch reader {
        case .lines(let recognizer, let layout):
            read(bitmap, dpi: dpi, until: .now + .seconds(seconds), recognizer, layout, latin)
        case .pages(let recognizer): recognizer.read(bitmap, dpi: dpi, seconds: seconds)
        }
    }

    private var lines: LineRecognizer? {
        guard case .lines(let recognizer, _) = reader else { return nil }
        return recognizer
    }

    private func read(
        _ bitmap: Bitmap, dpi: Double, until deadline: ContinuousClock.Instant, _ recognizer: LineRecognizer,
        _ layout: PageLayout, _ latin: () -> TextRecognizer?
    ) -> PageText? {
        let whole = Sheet(bitmap)
        let placed = layout.lines(of: whole.bytes, width: bitmap.width, height: bitmap.height, dpi: dpi)
        let bounds = LineBounds(whole, placed)
        let (sheet, found) = (bounds.sheet, bounds.settled(placed))
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
        var latinWords: [LatinWords] = []
        var ofColumns = readings.dropFirst(pieces.count)
        for (index, piece) in pieces.enumerated() {
            if let column = columns[index], let reading = ofColumns.popFirst(),
                let line = column.line(of: reading, againstSideways: readings[index])
            {
                text.lines.append(line)
            } else {
                let words = piece.words(of: readings[index], level: sheet.level)
                if readsHan {
                    latinWords += LatinWords.runs(
                        in: words, from: text.lines[piece.line].words.count, line: piece.line,
                        turn: found[piece.line].place.turn)
                }
                text.lines[piece.line].words += words
            }
        }
        if !latinWords.isEmpty, let other = latin()?.lines {
            let isInTime = LatinWords.settle(latinWords, in: &text.lines, on: sheet, by: other) {
                ContinuousClock.now >= deadline
            }
            guard isInTime else { return nil }
        }
        text.lines.removeAll { $0.words.isEmpty }
        text.orderColumns()
        text.confidence = text.meanConfidence ?? 0
        return text
    }
}
