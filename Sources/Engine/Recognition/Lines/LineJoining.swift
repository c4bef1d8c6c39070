// Pieces of one Han line put together again. Layout analysis takes the white half of a full stop for the end of a
// column; a reader would then see a blank inside of the sentence.

extension PageText {
    /// Pieces are nearer than this many line heights.
    private static let widestGap = 1.2
    /// And they share this much of the lower one's height.
    private static let leastOverlap = 0.7
    private static let mostLines = 2000

    /// Joins pieces that stand side by side where Han text meets Han text.
    mutating func joinPieces() {
        guard lines.count <= Self.mostLines else { return }
        var index = 0
        while index < lines.count {
            let found = lines.indices.first { $0 != index && Self.continues(lines[index], with: lines[$0]) }
            guard let found else {
                index += 1
                continue
            }
            lines[index] = Self.joined(lines[index], lines[found])
            lines.remove(at: found)
            if found < index { index -= 1 }
        }
    }

    private static func continues(_ left: Line, with right: Line) -> Bool {
        guard left.turn == right.turn, left.isColumn == right.isColumn, let end = left.words.last,
            let start = right.words.first,
            end.text.unicodeScalars.last?.isWrittenWithoutSpaces == true,
            start.text.unicodeScalars.first?.isWrittenWithoutSpaces == true
        else { return false }
        let (low, high) = (min(left.box.height, right.box.height), max(left.box.height, right.box.height))
        let shared =
            min(left.box.y + left.box.height, right.box.y + right.box.height) - max(left.box.y, right.box.y)
        let gap = right.box.x - (left.box.x + left.box.width)
        return high < low * 1.6 && shared > low * leastOverlap && gap > -low * 0.3 && gap < low * widestGap
    }

    private static func joined(_ left: Line, _ right: Line) -> Line {
        let (top, foot) = (
            min(left.box.y, right.box.y), max(left.box.y + left.box.height, right.box.y + right.box.height)
        )
        let box = Box(
            x: left.box.x, y: top, width: right.box.x + right.box.width - left.box.x, height: foot - top)
        let baseline = Baseline(
            x1: left.baseline.x1, y1: left.baseline.y1, x2: right.baseline.x2, y2: right.baseline.y2)
        return Line(
            turn: left.turn, isColumn: left.isColumn, baseline: baseline, box: box,
            words: left.words + right.words)
    }
}
