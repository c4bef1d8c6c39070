// Where the ink of neighbouring words really ends. The LSTM models give Han characters boxes that reach up to the next
// word or into it, so that a space between Han and Latin text cannot be seen in the boxes; it can be seen in the picture.

/// The columns of a gray picture that hold ink.
struct InkEdges {
    private static let leastDarkPixels = 2
    /// A border between words is looked for this many line heights to both sides of where the boxes put it.
    private static let reach = 0.6

    let bytes: [UInt8]
    let width: Int
    let height: Int
    /// Pixels darker than this are ink.
    let level: UInt8

    /// Moves the edges of Han and Latin words that meet to the widest gap near their border; only in upright lines.
    func trim(_ lines: inout [PageText.Line]) {
        for index in lines.indices where lines[index].turn == 0 { trim(&lines[index]) }
    }

    private func trim(_ line: inout PageText.Line) {
        for index in line.words.indices.dropLast() {
            let (left, right) = (line.words[index], line.words[index + 1])
            let leftIsHan = left.text.unicodeScalars.last?.isWrittenWithoutSpaces ?? false
            let rightIsHan = right.text.unicodeScalars.first?.isWrittenWithoutSpaces ?? false
            guard leftIsHan != rightIsHan, let gap = widestGap(between: left.box, right.box) else { continue }
            let (start, end) = (Double(gap.lowerBound), Double(gap.upperBound))
            let foot = right.box.x + right.box.width
            guard start > left.box.x, end < foot else { continue }
            line.words[index].box.width = start - left.box.x
            line.words[index + 1].box.width = foot - end
            line.words[index + 1].box.x = end
        }
    }

    /// The longest run of columns without ink around the border of two words; `nil` where there is none.
    private func widestGap(between left: PageText.Box, _ right: PageText.Box) -> Range<Int>? {
        let top = min(left.y, right.y)
        let foot = max(left.y + left.height, right.y + right.height)
        let rows = max(0, Int(top))..<max(max(0, Int(top)), min(height, Int(foot)))
        let border = (left.x + left.width + right.x) / 2
        let reach = Self.reach * (foot - top)
        let first = Int(max(left.x, border - reach, 0))
        let last = Int(min(right.x + right.width, border + reach, Double(width)))
        var (best, start): (Range<Int>?, Int?) = (nil, nil)
        guard first < last else { return nil }
        for x in first...last {
            if x < last, !hasInk(x, rows) {
                if start == nil { start = x }
            } else if let begun = start {
                if x - begun > best?.count ?? 0 { best = begun..<x }
                start = nil
            }
        }
        return best
    }

    private func hasInk(_ x: Int, _ rows: Range<Int>) -> Bool {
        guard (0..<width).contains(x) else { return false }
        var dark = 0
        for y in rows where bytes[y * width + x] < level { dark += 1 }
        return dark >= Self.leastDarkPixels
    }
}
