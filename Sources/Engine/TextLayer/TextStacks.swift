// Lines that stand above each other as one column of text. Readers that look for columns, such as poppler, take lines
// that are farther apart than one and a half em squares for different texts, which they mix with those of the column
// beside them, and words whose origins differ by more than half an em square for different lines. Where that matters, a
// stack's em square is as large as the distances of its lines and of its neighbours allow.

/// The em squares of a page's lines.
struct TextStacks {
    /// In heights of the letters' boxes, the largest first; 1 is always possible.
    private static let emSquares = [3, 2.5, 2, 1.5]
    /// Lines nearer than half an em square are taken for one line.
    private static let largestPerPitch = 1.65
    /// A gap of more than this many letters' heights inside of a line is one between columns of a table.
    private static let tableGap = 1.5
    /// Lines farther apart than this many letters' heights are no text in one piece.
    private static let widestPitch = 4.0
    private static let leastPitch = 0.6

    /// The em square of each line in heights of its letters' boxes.
    ///
    /// - Parameter heights: Of the letters' boxes, line by line.
    static func emSquares(of lines: [PageText.Line], heights: [Double]) -> [Double] {
        var squares = [Double](repeating: 1, count: lines.count)
        var start = 0
        for end in 1..<max(lines.count + 1, 1) {
            let pitch = end < lines.count ? pitch(lines, end - 1, heights) : nil
            guard pitch == nil else { continue }
            if end - start > 1 {
                let square = emSquare(of: start..<end, lines, heights)
                for index in start..<end { squares[index] = square }
            }
            start = end
        }
        return squares
    }

    /// The distance of a line to the next; `nil` where that does not continue it.
    private static func pitch(_ lines: [PageText.Line], _ index: Int, _ heights: [Double]) -> Double? {
        let (upper, lower, height) = (lines[index], lines[index + 1], heights[index])
        guard height == heights[index + 1], upper.turn == lower.turn, upper.isColumn != true,
            lower.isColumn != true, !upper.hasGap(of: tableGap * height), !lower.hasGap(of: tableGap * height)
        else { return nil }
        let (left, right) = (max(upper.box.x, lower.box.x), min(upper.box.end, lower.box.end))
        guard left < right else { return nil }
        let middle = (left + right) / 2
        let pitch = lower.baseline.y(at: middle) - upper.baseline.y(at: middle)
        return pitch >= leastPitch * height && pitch <= widestPitch * height ? pitch : nil
    }

    private static func emSquare(
        of stack: Range<Int>, _ lines: [PageText.Line], _ heights: [Double]
    ) -> Double {
        let height = heights[stack.lowerBound]
        let pitches = stack.dropLast().compactMap { pitch(lines, $0, heights) }
        guard let pitch = pitches.min(), let box = PageText.Box.around(lines[stack].map(\.box)) else {
            return 1
        }
        let unlevel = lines[stack].map { DrawnLine.unlevel($0, height: height) }.max() ?? 0
        // The end of a rising line comes near to the beginning of the line above it.
        let rises = lines[stack.lowerBound].baseline.slope < 0
        var room = (pitch - (rises ? unlevel : 0)) * largestPerPitch
        var isAlone = true
        for (index, line) in lines.enumerated()
        where !stack.contains(index) && line.turn == lines[stack.lowerBound].turn {
            guard line.box.y < box.y + box.height, line.box.y + line.box.height > box.y else { continue }
            isAlone = false
            room = min(room, max(line.box.x - box.end, box.x - line.box.end))
        }
        guard !isAlone || unlevel > 0 else { return 1 }
        return emSquares.first { $0 * height <= room } ?? 1
    }
}

extension PageText.Line {
    fileprivate func hasGap(of width: Double) -> Bool {
        zip(words, words.dropFirst()).contains { $1.box.x - $0.box.end > width }
    }
}

extension PageText.Box {
    fileprivate var end: Double { x + width }
}
