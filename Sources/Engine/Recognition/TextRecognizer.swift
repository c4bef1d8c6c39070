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
    /// Whether the language is written in columns too, and its Latin words are read better by another model.
    private let isChinese: Bool

    /// - Parameter model: The bytes of the language's model.
    /// `nil` where neither our recogniser nor Tesseract takes the model.
    init?(language: String, tessdata: String, model: [UInt8]?, layout: PageLayout?) {
        isChinese = language.hasPrefix("chi_")
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
        guard case .lines(let recognizer, let layout) = reader else {
            guard case .pages(let recognizer) = reader else { return nil }
            return recognizer.read(bitmap, dpi: dpi, seconds: seconds)
        }
        return withoutActuallyEscaping(latin) { latin in
            let lines = LineReader(
                recognizer: recognizer, layout: layout, dpi: dpi, deadline: .now + .seconds(seconds),
                latin: isChinese ? { latin()?.lines } : nil)
            let sheet = Sheet(bitmap)
            guard isChinese, let columns = ColumnLayout(of: sheet) else { return lines.read(sheet) }
            return columns.read(by: recognizer, sheet, isTimeUp: lines.isTimeUp, lines: lines.read)
        }
    }

    private var lines: LineRecognizer? {
        guard case .lines(let recognizer, _) = reader else { return nil }
        return recognizer
    }
}
