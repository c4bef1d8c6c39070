// The invisible text of one page as a content stream (ISO 32000-1, 9.3 and 9.4): rendering mode 3, one matrix and
// horizontal scale for each run, so that its width is that of the ink and its direction that of the baseline.

/// Draws recognised lines as invisible text.
struct TextLayer {
    /// The key of our stream's dictionary by which later work finds it.
    static let mark = "PapertrayTextLayer"

    let geometry: PageGeometry
    let fontName: String
    /// Codes of characters outside of the Basic Multilingual Plane.
    let supplement: [Unicode.Scalar: UInt16]

    /// The content stream for these lines, in the places of the page as seen with `geometry`.
    func content(of lines: [PageText.Line]) -> [UInt8] {
        var stream = "q\nBT\n3 Tr\n"
        var shapes = lines.map { LineShape($0, geometry.turned(by: $0.turn)) }
        LineShape.alignSizes(&shapes)
        for (line, shape) in zip(lines, shapes) { append(line, shape, to: &stream) }
        stream += "ET\nQ\n"
        return Array(stream.utf8)
    }

    private func append(_ line: PageText.Line, _ shape: LineShape, to stream: inout String) {
        stream += "/\(fontName) \(decimal(shape.size / geometry.userUnit)) Tf\n"
        let runs = TextRun.runs(of: line.words, height: shape.size)
        for (index, run) in runs.enumerated() {
            draw(run.text, from: run.start, to: run.end, shape, &stream)
            guard run.isFollowedBySpace, index + 1 < runs.count else { continue }
            draw(" ", from: run.end, to: runs[index + 1].start, shape, &stream)
        }
    }

    private func draw(
        _ text: String, from start: Double, to end: Double, _ shape: LineShape, _ stream: inout String
    ) {
        let codes = codes(of: text)
        guard !codes.isEmpty else { return }
        let width = max(end - start, shape.size * 0.02) * shape.stretch
        let scale = 100 * width / (Double(codes.count) * GlyphlessFont.advance * shape.size)
        let origin = shape.geometry.userSpace(x: start, y: shape.baseline.y(at: start))
        let ahead = shape.geometry.userSpace(x: start + 1, y: shape.baseline.y(at: start + 1))
        var (cosine, sine) = (ahead.x - origin.x, ahead.y - origin.y)
        let length = (cosine * cosine + sine * sine).squareRoot()
        (cosine, sine) = (cosine / length, sine / length)
        let matrix =
            [cosine, sine, -sine, cosine].map { decimal($0, places: 5) }
            + [origin.x, origin.y].map { decimal($0) }
        stream += "\(matrix.joined(separator: " ")) Tm \(decimal(scale)) Tz <"
        for code in codes { stream += hexadecimal(code) }
        stream += "> Tj\n"
    }

    /// One code for each character: UTF-16, or a private code outside of the first plane.
    private func codes(of text: String) -> [UInt16] {
        text.unicodeScalars.compactMap { $0.value <= 0xFFFF ? UInt16($0.value) : supplement[$0] }
    }
}

/// How large a line's letters are and how it runs.
struct LineShape {
    /// The page as seen when the line is upright.
    let geometry: PageGeometry
    let baseline: PageText.Baseline
    /// Font size in points.
    private(set) var size: Double
    /// Length along the baseline per point to the right.
    let stretch: Double

    init(_ line: PageText.Line, _ geometry: PageGeometry) {
        self.geometry = geometry
        baseline = line.baseline
        stretch = (1 + line.baseline.slope * line.baseline.slope).squareRoot()
        size = Self.size(of: line)
    }

    /// The font size, in points, at which the letters of a line fill their boxes.
    static func size(of line: PageText.Line) -> Double {
        let ascents = line.words.map { line.baseline.y(at: $0.box.x + $0.box.width / 2) - $0.box.y }.sorted()
        let descents = line.words.map {
            $0.box.y + $0.box.height - line.baseline.y(at: $0.box.x + $0.box.width / 2)
        }.sorted()
        let ascent = ascents.isEmpty ? 0 : ascents[ascents.count * 4 / 5]
        let descent = descents.isEmpty ? 0 : descents[descents.count * 4 / 5]
        let extent = max(ascent / GlyphlessFont.ascent, ascent + max(descent, 0))
        return extent > 0.5 ? extent : max(line.box.height, 1)
    }

    /// Sizes that differ by less than this share are meant to be the same.
    private static let sameSize = 0.15
    private static let rounds = 4

    /// Gives lines of nearly the same size the same size. Readers that put text together, such as poppler, take a change
    /// of size by a twentieth for the start of another text, and columns come out mixed up.
    static func alignSizes(_ shapes: inout [LineShape]) {
        var sizes = shapes.map(\.size)
        for _ in 0..<rounds {
            let sorted = sizes.sorted()
            sizes = sizes.map { size in
                let first = sorted.partitioningIndex { $0 >= size / (1 + sameSize) }
                let last = sorted.partitioningIndex { $0 > size * (1 + sameSize) }
                return sorted[(first + last) / 2]
            }
        }
        for index in shapes.indices { shapes[index].size = sizes[index] }
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

extension Array {
    /// The first index at which the predicate holds, where it holds for all behind the first.
    fileprivate func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
