// Where the ink of a line really ends. The LSTM models give Han characters boxes that reach up to the next word, so
// that a space between Han and Latin text cannot be seen in the boxes; it can be seen in the picture.

/// The columns of a gray picture that hold ink.
struct InkEdges {
    private static let leastDarkPixels = 2

    let bytes: [UInt8]
    let width: Int
    let height: Int
    /// Pixels darker than this are ink.
    let level: UInt8

    /// Moves the edges of Han words that touch a Latin word to their ink; only in lines that are upright.
    func trim(_ lines: inout [PageText.Line]) {
        for index in lines.indices where lines[index].turn == 0 { trim(&lines[index]) }
    }

    private func trim(_ line: inout PageText.Line) {
        let rows = max(0, Int(line.box.y))..<min(height, Int(line.box.y + line.box.height))
        guard !rows.isEmpty else { return }
        for index in line.words.indices.dropLast() {
            let (left, right) = (line.words[index], line.words[index + 1])
            let leftIsHan = left.text.unicodeScalars.last?.isWrittenWithoutSpaces ?? false
            let rightIsHan = right.text.unicodeScalars.first?.isWrittenWithoutSpaces ?? false
            guard leftIsHan != rightIsHan else { continue }
            if leftIsHan {
                let edge = inkEnd(before: right.box.x, after: left.box.x + 1, rows)
                line.words[index].box.width = edge - left.box.x
            } else {
                let edge = inkStart(
                    after: left.box.x + left.box.width, before: right.box.x + right.box.width - 1, rows)
                line.words[index + 1].box.width = right.box.x + right.box.width - edge
                line.words[index + 1].box.x = edge
            }
        }
    }

    private func inkEnd(before start: Double, after end: Double, _ rows: Range<Int>) -> Double {
        var x = min(width, Int(start)) - 1
        while Double(x) > end, !hasInk(x, rows) { x -= 1 }
        return max(Double(x + 1), end)
    }

    private func inkStart(after end: Double, before start: Double, _ rows: Range<Int>) -> Double {
        var x = max(0, Int(end.rounded(.up)))
        while Double(x) < start, !hasInk(x, rows) { x += 1 }
        return min(Double(x), start)
    }

    private func hasInk(_ x: Int, _ rows: Range<Int>) -> Bool {
        guard (0..<width).contains(x) else { return false }
        var dark = 0
        for y in rows where bytes[y * width + x] < level { dark += 1 }
        return dark >= Self.leastDarkPixels
    }
}
