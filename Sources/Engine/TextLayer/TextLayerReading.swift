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
    private var supplement: [UInt16: String]?
    private var boxes: [Substring: LetterBox] = [:]

    /// A run in places of the page as seen before the line's turn.
    private struct Run {
        let text: String
        let pieces: [Piece]
        let confidence: Double
    }

    /// What one operator shows, in user space.
    private struct Piece {
        /// The first letter's origin.
        let origin: (x: Double, y: Double)
        /// From there to the end of the last letter.
        let advance: (x: Double, y: Double)
        /// The direction of the letters' tops.
        let up: (x: Double, y: Double)
        let box: LetterBox
        let size: Double

        var height: Double { size * box.height }

        /// Where the letters stand, at shares of the way from the first to the last.
        func foot(at share: Double, letters: Double) -> (x: Double, y: Double) {
            let rise = box.rise(letters: letters, size: size)
            return (
                origin.x + advance.x * share - up.x * rise, origin.y + advance.y * share - up.y * rise
            )
        }
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
        let fonts = page.inherited("Resources")["Font"]
        var confidences = marks.runs[...]
        var font: (box: LetterBox, size: Double)?
        for row in content.split(separator: "\n") {
            var (text, pieces): (String, [Piece]) = ("", [])
            var operands: [Substring] = []
            var (matrix, scale): ([Double], Double) = ([], 100)
            for word in row.split(separator: " ") {
                switch word {
                case "BT": endLine()
                case "BDC", "EMC": break
                case "Tf" where operands.count == 2:
                    font = box(operands[0].dropFirst(), fonts).map { ($0, Double(operands[1]) ?? 0) }
                case "Tm": matrix = operands.compactMap { Double($0) }
                case "Tz": scale = operands.last.flatMap { Double($0) } ?? 100
                case "Tj":
                    let codes = operands.last.map(Self.codes) ?? []
                    guard let font, matrix.count == 6, !codes.isEmpty else { break }
                    text += codes.map { supplement?[$0] ?? Unicode.Scalar($0).map { String($0) } ?? "" }
                        .joined()
                    pieces.append(piece(matrix, scale * Double(codes.count) / 100, font.box, font.size))
                default:
                    operands.append(word)
                    continue
                }
                operands = []
            }
            guard text.contains(where: { !$0.isWhitespace }) else { continue }
            runs.append(Run(text: text, pieces: pieces, confidence: Double(confidences.popFirst() ?? 0)))
        }
        endLine()
    }

    /// - Parameter advances: Widths of a letter at the font's size.
    private func piece(_ matrix: [Double], _ advances: Double, _ box: LetterBox, _ size: Double) -> Piece {
        let length = advances * GlyphlessFont.advance * size
        return Piece(
            origin: (matrix[4], matrix[5]), advance: (matrix[0] * length, matrix[1] * length),
            up: (matrix[2], matrix[3]), box: box, size: size)
    }

    private mutating func box(_ name: Substring, _ fonts: PDFObject) -> LetterBox? {
        if let known = boxes[name] { return known }
        let font = fonts[String(name)]
        if supplement == nil { supplement = Self.supplement(font) }
        boxes[name] = LetterBox(of: font)
        return boxes[name]
    }

    private static func codes(_ string: Substring) -> [UInt16] {
        let digits = Array(string.dropFirst().dropLast())
        return stride(from: 0, to: digits.count - digits.count % 4, by: 4).compactMap {
            UInt16(String(digits[$0..<($0 + 4)]), radix: 16)
        }
    }

    private mutating func endLine() {
        defer { runs = [] }
        let pieces = runs.flatMap(\.pieces)
        guard let first = pieces.first, let last = pieces.last, lines.count < Self.mostLines else { return }
        let turn = turn(of: first)
        let turned = geometry.turned(by: turn)
        // Some boxes may be higher than the letters.
        let letters = pieces.map(\.height).min() ?? first.height
        // The pieces of a leaning line are level: it leads through their middles.
        let ends = pieces.count == 1 ? (0.0, 1.0) : (0.5, 0.5)
        let start = turned.seen(first.foot(at: ends.0, letters: letters))
        let end = turned.seen(last.foot(at: ends.1, letters: letters))
        let baseline = PageText.Baseline(
            x1: places(start.x), y1: places(start.y), x2: places(end.x), y2: places(end.y))
        let words = runs.map { word(of: $0, turned, letters: letters) }
        guard let box = PageText.Box.around(words.map(\.box)) else { return }
        lines.append(PageText.Line(turn: turn, baseline: baseline, box: box.rounded, words: words))
    }

    /// The clockwise turn that makes a piece upright.
    private func turn(of piece: Piece) -> Int {
        let start = geometry.seen(piece.origin)
        let end = geometry.seen((piece.origin.x + piece.advance.x, piece.origin.y + piece.advance.y))
        let (across, down) = (end.x - start.x, end.y - start.y)
        if abs(across) >= abs(down) { return across >= 0 ? 0 : 180 }
        return down > 0 ? 270 : 90
    }

    private func word(of run: Run, _ geometry: PageGeometry, letters: Double) -> PageText.Word {
        let height = letters * geometry.userUnit
        let boxes = run.pieces.map { piece in
            let start = geometry.seen(piece.foot(at: 0, letters: letters))
            let end = geometry.seen(piece.foot(at: 1, letters: letters))
            let foot = (start.y + end.y) / 2
            return PageText.Box(
                x: min(start.x, end.x), y: foot - height * (1 - LetterBox.usualDescent),
                width: abs(end.x - start.x), height: height)
        }
        let box = PageText.Box.around(boxes) ?? PageText.Box(x: 0, y: 0, width: 0, height: 0)
        return PageText.Word(text: run.text, box: box.rounded, confidence: run.confidence)
    }

    private func places(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// Characters outside of the first plane, by the codes of a layer's font.
    private static func supplement(_ font: PDFObject) -> [UInt16: String] {
        let map = font["ToUnicode"].data(limit: 1 << 20) ?? []
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

extension PageGeometry {
    fileprivate func seen(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
        seen(x: point.x, y: point.y)
    }
}
