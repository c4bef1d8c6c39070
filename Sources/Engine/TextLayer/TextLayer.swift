// The invisible text of one page as a content stream (ISO 32000-1, 9.3 and 9.4): rendering mode 3, one text object for
// each line, one row of the stream for each run, and for each piece of a run one matrix and horizontal scale, so that its
// width is that of the ink.

/// Draws recognised lines as invisible text.
struct TextLayer {
    /// The key of our stream's dictionary by which later work finds it.
    static let mark = "PapertrayTextLayer"

    /// A wide gap between words of one line stands for two spaces (ISO 32000-1, 14.9.4): poppler takes it for text then,
    /// and does not part the line; the other size makes it a word by itself.
    private static let gap = "/Span <</ActualText <FEFF00200020>>>"
    private static let sizeOfGap = 0.9
    /// Pieces of a run have two sizes in turn: poppler gives letters of one size that follow each other the box of the
    /// first.
    private static let sizeOfNext = 0.999

    let geometry: PageGeometry
    /// The page's names of the fonts that its lines need.
    let fontNames: [LetterBox: String]
    /// Codes of characters outside of the Basic Multilingual Plane.
    let supplement: [Unicode.Scalar: UInt16]

    /// The boxes of the fonts with which these lines are drawn.
    static func letterBoxes(of lines: [PageText.Line]) -> Set<LetterBox> {
        Set(drawn(lines).lazy.flatMap(\.runs).joined().map(\.box))
    }

    /// The content stream for these lines, in the places of the page as seen with `geometry`.
    func content(of lines: [PageText.Line]) -> [UInt8] {
        var stream = "q\n3 Tr\n"
        for (line, drawn) in zip(lines, Self.drawn(lines)) {
            append(drawn, geometry.turned(by: line.turn), to: &stream)
        }
        stream += "Q\n"
        return Array(stream.utf8)
    }

    private static func drawn(_ lines: [PageText.Line]) -> [DrawnLine] {
        let heights = LetterHeights.aligned(lines.map(LetterHeights.height))
        let squares = TextStacks.emSquares(of: lines, heights: heights)
        return lines.indices.map { DrawnLine(lines[$0], height: heights[$0], emSquare: squares[$0]) }
    }

    private func append(_ line: DrawnLine, _ geometry: PageGeometry, to stream: inout String) {
        stream += "BT\n"
        var font: (box: LetterBox, size: Double)?
        for run in line.runs {
            for (index, piece) in run.enumerated() {
                let codes = codes(of: piece.text)
                guard !codes.isEmpty, let name = fontNames[piece.box] else { continue }
                let share = piece.isGap ? Self.sizeOfGap : index % 2 == 0 ? 1 : Self.sizeOfNext
                let size = line.emSquare / geometry.userUnit * share
                if index > 0 { stream += " " }
                if piece.isGap { stream += "\(Self.gap) BDC " }
                if font?.box != piece.box || font?.size != size {
                    stream += "/\(name) \(decimal(size)) Tf "
                    font = (piece.box, size)
                }
                stream += placed(piece, codes.count, size, of: line, geometry)
                for code in codes { stream += hexadecimal(code) }
                stream += piece.isGap ? "> Tj EMC" : "> Tj"
            }
            stream += "\n"
        }
        stream += "ET\n"
    }

    /// The operators before the codes of a piece.
    private func placed(
        _ piece: DrawnLine.Piece, _ count: Int, _ size: Double, of line: DrawnLine, _ geometry: PageGeometry
    ) -> String {
        let width = max(piece.end - piece.start, line.height * 0.02)
        let rise = piece.box.rise(letters: line.height, size: line.emSquare)
        let y = piece.foot - rise - line.slope * width / 2
        let origin = geometry.userSpace(x: piece.start, y: y)
        let end = geometry.userSpace(x: piece.start + width, y: y + line.slope * width)
        let (across, up) = (end.x - origin.x, end.y - origin.y)
        let length = (across * across + up * up).squareRoot()
        let (cosine, sine) = (across / length, up / length)
        let scale = 100 * length / (Double(count) * GlyphlessFont.advance * size)
        let matrix =
            [cosine, sine, -sine, cosine].map { decimal($0, places: 5) }
            + [origin.x, origin.y].map { decimal($0) }
        return "\(matrix.joined(separator: " ")) Tm \(decimal(scale)) Tz <"
    }

    /// One code for each character: UTF-16, or a private code outside of the first plane.
    private func codes(of text: String) -> [UInt16] {
        text.unicodeScalars.compactMap { $0.value <= 0xFFFF ? UInt16($0.value) : supplement[$0] }
    }
}

/// A number as PDF writes it: no exponent, no needless zeros.
func decimal(_ value: Double, places: Int = 3) -> String {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    guard value.isFinite, abs(value) < 1e12 else { return "0" }
    let scaled = Int((abs(value) * factor).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int(factor))
    let sign = value < 0 && scaled != 0 ? "-" : ""
    guard rest > 0 else { return sign + String(whole) }
    var digits = String(rest)
    digits = String(repeating: "0", count: places - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
}

/// Four upper-case hexadecimal digits.
func hexadecimal(_ code: UInt16) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
}
