// A text layer of ours read back: what `TextLayer` writes, line by line and run by run, with the places and confidences
// that it had. Anything else in such a stream is passed over.

internal import Documents

/// The lines of the text layers of one page.
struct TextLayerReading {
    private static let mostBytes = 64 << 20
    private static let mostLines = 100_000

    private(set) var lines: [PageText.Line] = []
    /// Of the first layer.
    private(set) var marks: LayerMarks?
    private let geometry: PageGeometry
    private var runs: [Run] = []
    private var fontSize = 0.0
    private var supplement: [UInt16: String] = [:]

    /// A run in user space.
    private struct Run {
        let text: String
        let start: (x: Double, y: Double)
        let end: (x: Double, y: Double)
        let size: Double
        let confidence: Double
    }

    init(of page: PDFPage) {
        geometry = page.geometry
        for stream in page.contentStreams where stream[TextLayer.mark].boolean {
            guard let bytes = stream.data(limit: Self.mostBytes) else { continue }
            let marks = LayerMarks(of: stream)
            if self.marks == nil { self.marks = marks }
            read(String(decoding: bytes, as: UTF8.self), marks, page)
        }
    }

    private mutating func read(_ content: String, _ marks: LayerMarks, _ page: PDFPage) {
        var confidences = marks.runs[...]
        for line in content.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.last == "Tf", words.count == 3 {
                endLine()
                fontSize = Double(words[1]) ?? 0
                if supplement.isEmpty { supplement = Self.supplement(page, String(words[0].dropFirst())) }
            } else if words.last == "Tj", words.count == 11, let run = run(words, &confidences) {
                runs.append(run)
            }
        }
        endLine()
    }

    /// `a b c d e f Tm s Tz <codes> Tj`
    private func run(_ words: [Substring], _ confidences: inout ArraySlice<UInt8>) -> Run? {
        let numbers = words.prefix(6).compactMap { Double($0) }
        guard numbers.count == 6, let scale = Double(words[7]), words[9].hasPrefix("<") else { return nil }
        let codes = Self.codes(words[9])
        let text = codes.map { supplement[$0] ?? Unicode.Scalar($0).map { String($0) } ?? "" }.joined()
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        let length = scale / 100 * Double(codes.count) * GlyphlessFont.advance * fontSize
        let start = (x: numbers[4], y: numbers[5])
        return Run(
            text: text, start: start,
            end: (start.x + numbers[0] * length, start.y + numbers[1] * length),
            size: fontSize * geometry.userUnit, confidence: Double(confidences.popFirst() ?? 0))
    }

    private static func codes(_ string: Substring) -> [UInt16] {
        let digits = Array(string.dropFirst().dropLast())
        return stride(from: 0, to: digits.count - digits.count % 4, by: 4).compactMap {
            UInt16(String(digits[$0..<($0 + 4)]), radix: 16)
        }
    }

    private mutating func endLine() {
        defer { runs = [] }
        guard let first = runs.first, let last = runs.last, lines.count < Self.mostLines else { return }
        let turn = turn(of: first)
        let turned = geometry.turned(by: turn)
        let (start, end) = (
            turned.seen(x: first.start.x, y: first.start.y), turned.seen(x: last.end.x, y: last.end.y)
        )
        let baseline = PageText.Baseline(
            x1: places(start.x), y1: places(start.y), x2: places(end.x), y2: places(end.y))
        let words = runs.map { word(of: $0, turned) }
        guard let box = PageText.Box.around(words.map(\.box)) else { return }
        lines.append(PageText.Line(turn: turn, baseline: baseline, box: box.rounded, words: words))
    }

    /// The clockwise turn that makes a run upright.
    private func turn(of run: Run) -> Int {
        let (start, end) = (
            geometry.seen(x: run.start.x, y: run.start.y), geometry.seen(x: run.end.x, y: run.end.y)
        )
        let (across, down) = (end.x - start.x, end.y - start.y)
        if abs(across) >= abs(down) { return across >= 0 ? 0 : 180 }
        return down > 0 ? 270 : 90
    }

    private func word(of run: Run, _ geometry: PageGeometry) -> PageText.Word {
        let (start, end) = (
            geometry.seen(x: run.start.x, y: run.start.y), geometry.seen(x: run.end.x, y: run.end.y)
        )
        let foot = (start.y + end.y) / 2
        let box = PageText.Box(
            x: min(start.x, end.x), y: foot - run.size * GlyphlessFont.ascent, width: abs(end.x - start.x),
            height: run.size * (GlyphlessFont.ascent + GlyphlessFont.descent))
        return PageText.Word(text: run.text, box: box.rounded, confidence: run.confidence)
    }

    private func places(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// Characters outside of the first plane, by the codes of the layer's font.
    private static func supplement(_ page: PDFPage, _ font: String) -> [UInt16: String] {
        let map = page.inherited("Resources")["Font"][font]["ToUnicode"].data(limit: 1 << 20) ?? []
        var found: [UInt16: String] = [:]
        for row in String(decoding: map, as: UTF8.self).split(separator: "\n") {
            let parts = row.split(separator: " ")
            guard parts.count == 2, parts[0].count == 6, parts[1].count == 10,
                let code = codes(parts[0]).first
            else { continue }
            found[code] = String(decoding: codes(parts[1]), as: UTF16.self)
        }
        return found
    }
}
