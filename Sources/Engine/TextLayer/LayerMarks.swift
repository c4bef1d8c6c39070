// What a text layer remembers beside its text, as keys of its stream's dictionary: how sure it is, run by run, what read
// it, and how much of it a person has corrected. They stay with the page when it moves to another document.

internal import CTesseract
internal import Documents

/// The private keys of a text layer.
struct LayerMarks {
    /// Mean confidence of the page's words, 0 to 100; `nil` where nobody knows.
    var confidence: Double?
    var corrections = 0
    var engine: TextDocument.Recogniser?
    /// One for each run that is drawn, blanks left out, in order.
    var runs: [UInt8] = []

    private enum Key {
        static let confidence = "PapertrayConfidence"
        static let corrections = "PapertrayCorrections"
        static let engine = "PapertrayEngine"
        static let runs = "PapertrayRuns"
    }

    /// - Parameter lines: As they are drawn.
    init(
        _ lines: [PageText.Line], confidence: Double?, corrections: Int = 0,
        engine: TextDocument.Recogniser? = .current
    ) {
        self.confidence = confidence
        self.corrections = corrections
        self.engine = engine
        runs = lines.flatMap(Self.confidences)
    }

    /// The marks of a layer's stream.
    init(of layer: PDFObject) {
        confidence = layer[Key.confidence].number
        corrections = layer[Key.corrections].integer ?? 0
        runs = (layer[Key.runs].text ?? "").utf8.paired.compactMap { UInt8(hexadecimal: $0, $1) }
        engine = layer[Key.engine].text.flatMap { text in
            let words = text.split(separator: " ", maxSplits: 1).map(String.init)
            return words.count == 2 ? TextDocument.Recogniser(name: words[0], version: words[1]) : nil
        }
    }

    /// The dictionary of the layer's stream.
    var dictionary: String {
        let digits = runs.map { String(hexadecimal(UInt16($0)).suffix(2)) }.joined()
        var keys = "/\(TextLayer.mark) true /\(Key.runs) (\(digits))"
        if let confidence { keys += " /\(Key.confidence) \(decimal(confidence, places: 1))" }
        if corrections > 0 { keys += " /\(Key.corrections) \(corrections)" }
        if let engine {
            let safe = "\(engine.name) \(engine.version)".filter { $0.isASCII && !"()\\\r\n".contains($0) }
            keys += " /\(Key.engine) (\(safe))"
        }
        return "<< \(keys) >>"
    }

    /// The confidence of each run of a line: the mean of the words that it was joined from.
    private static func confidences(of line: PageText.Line) -> [UInt8] {
        var words = line.words[...]
        return TextRun.runs(of: line.words, height: LetterHeights.height(of: line)).map { run in
            var (sum, count, left) = (0.0, 0.0, run.text.unicodeScalars.count)
            while left > 0, let word = words.popFirst() {
                left -= word.text.unicodeScalars.count
                sum += word.confidence
                count += 1
            }
            return UInt8(clamping: Int((count > 0 ? sum / count : 0).rounded()))
        }
    }
}

extension TextDocument.Recogniser {
    /// What this version recognises text with.
    static var current: TextDocument.Recogniser {
        TextDocument.Recogniser(name: "Tesseract", version: String(cString: TessVersion()))
    }

    static let unknown = TextDocument.Recogniser(name: "unknown", version: "")
}

extension String.UTF8View {
    /// Two and two.
    fileprivate var paired: [(UInt8, UInt8)] {
        let bytes = Array(self)
        return stride(from: 0, to: bytes.count - 1, by: 2).map { (bytes[$0], bytes[$0 + 1]) }
    }
}

extension UInt8 {
    fileprivate init?(hexadecimal high: UInt8, _ low: UInt8) {
        self.init(String(decoding: [high, low], as: UTF8.self), radix: 16)
    }
}
