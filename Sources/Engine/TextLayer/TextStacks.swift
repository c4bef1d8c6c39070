// Lines that stand above each other as one column of text. Readers that look for columns, such as poppler, take lines
// that are farther apart than one and a half em squares for different texts, which they mix with those of the column
// beside them, and words whose origins differ by more than half an em square for different lines. Where that matters, a
// stack's em square is as large as the distances of its lines and of its neighbours allow.

/// One column of text, or a line by itself.
private struct TextStack {
    let lines: Range<Int>
    let turn: Int
    let box: PageText.Box
    /// Of the letters' boxes.
    let height: Double
    /// The least distance of two lines; `nil` for a single line.
    let pitch: Double?
    /// The most that a line rises or falls from its start to its end.
    let fall: Double
    let rises: Bool
    /// The least width of a letter that stands beside another one of its kind.
    let narrowestDouble: Double
}

/// The em squares of a page's lines.
enum TextStacks {
    /// In heights of the letters' boxes, the largest first; 1 is always possible.
    private static let emSquares = [3, 2.5, 2, 1.5]
    /// Lines nearer than half an em square are taken for one line.
    private static let largestPerPitch = 1.65
    /// Equal letters nearer than a tenth of an em square are taken for one that is drawn twice.
    private static let largestPerDouble = 9.0
    /// Of lines that reach into the box of a column without being part of it: poppler takes them for such a part unless
    /// their em square is below two fifths of the column's.
    private static let smallEmSquares = [1, 0.75, 0.5, 0.4]
    private static let smallPerLarge = 0.39
    /// Lines farther apart than this many letters' heights are no text in one piece.
    private static let widestPitch = 4.0
    private static let leastPitch = 0.6

    /// The em square of each line in heights of its letters' boxes.
    ///
    /// - Parameter heights: Of the letters' boxes, line by line.
    static func emSquares(of lines: [PageText.Line], heights: [Double]) -> [Double] {
        let stacks = stacks(of: lines, heights)
        var squares = [Double](repeating: 1, count: stacks.count)
        var intruders: [(index: Int, into: Int)] = []
        for (index, stack) in stacks.enumerated() {
            guard let pitch = stack.pitch else { continue }
            // The end of a rising line comes near to the beginning of the line above it.
            let unlevel = stack.rises ? DrawnLine.unlevel(stack.fall, height: stack.height) : 0
            var room = min((pitch - unlevel) * largestPerPitch, stack.narrowestDouble * largestPerDouble)
            var isAlone = true
            for (other, neighbour) in stacks.enumerated()
            where other != index && neighbour.turn == stack.turn && neighbour.box.isBeside(stack.box) {
                isAlone = false
                let gap = max(neighbour.box.x - stack.box.end, stack.box.x - neighbour.box.end)
                if gap > 0 {
                    room = min(room, gap)
                } else if neighbour.lines.count < stack.lines.count {
                    intruders.append((other, index))
                }
            }
            guard !isAlone || stack.fall > stack.height else { continue }
            squares[index] = emSquares.first { $0 * stack.height <= room } ?? 1
        }
        for (index, into) in intruders where squares[into] > 1 {
            let (intruder, stack) = (stacks[index], stacks[into])
            let goesOn =
                intruder.height == stack.height
                && lines[stack.lines].contains { $0.goesOn(with: lines[intruder.lines.lowerBound]) }
            let most = squares[into] * stack.height * smallPerLarge
            squares[index] =
                goesOn ? squares[into] : smallEmSquares.first { $0 * intruder.height <= most } ?? 1
        }
        return zip(stacks, squares).flatMap { Array(repeating: $1, count: $0.lines.count) }
    }

    private static func stacks(of lines: [PageText.Line], _ heights: [Double]) -> [TextStack] {
        var stacks: [TextStack] = []
        var start = 0
        var least: Double?
        for index in lines.indices {
            if let pitch = index + 1 < lines.count ? pitch(lines, index, heights) : nil {
                least = min(least ?? pitch, pitch)
                continue
            }
            let (first, height) = (lines[start], heights[start])
            let members = start..<(index + 1)
            stacks.append(
                TextStack(
                    lines: members, turn: first.turn,
                    box: lines[members].dropFirst().reduce(first.box) { $0.union($1.box) }, height: height,
                    pitch: least,
                    fall: lines[members].map { abs($0.baseline.slope) * $0.box.width }.max() ?? 0,
                    rises: first.baseline.slope < 0,
                    narrowestDouble: lines[members].compactMap(\.narrowestDouble).min() ?? .infinity))
            (start, least) = (index + 1, nil)
        }
        return stacks
    }

    /// The distance of a line to the next; `nil` where that does not continue it.
    private static func pitch(_ lines: [PageText.Line], _ index: Int, _ heights: [Double]) -> Double? {
        let (upper, lower, height) = (lines[index], lines[index + 1], heights[index])
        guard height == heights[index + 1], upper.turn == lower.turn, upper.isColumn != true,
            lower.isColumn != true, !upper.isTableRow(height: height), !lower.isTableRow(height: height)
        else { return nil }
        let (left, right) = (max(upper.box.x, lower.box.x), min(upper.box.end, lower.box.end))
        guard left < right else { return nil }
        let middle = (left + right) / 2
        let pitch = lower.baseline.y(at: middle) - upper.baseline.y(at: middle)
        return pitch >= leastPitch * height && pitch <= widestPitch * height ? pitch : nil
    }
}

extension PageText.Line {
    /// Whether there is a gap between words that is wider than any in running text.
    ///
    /// - Parameter height: Of the letters' boxes.
    func isTableRow(height: Double) -> Bool {
        zip(words, words.dropFirst()).contains { $1.box.x - $0.box.end > 2 * height }
    }
}

extension PageText.Line {
    fileprivate var narrowestDouble: Double? {
        words.compactMap { word in
            let letters = Array(word.text)
            let isDoubled = zip(letters, letters.dropFirst()).contains(where: ==)
            return isDoubled ? word.box.width / Double(letters.count) : nil
        }.min()
    }

    /// Whether the other line is the next piece of the same row.
    fileprivate func goesOn(with other: PageText.Line) -> Bool {
        let gap = other.box.x - box.end
        return gap > -box.height && gap < 2 * box.height
            && abs(baseline.y(at: other.box.x) - other.baseline.y1) < box.height * 0.4
    }
}

extension PageText.Box {
    fileprivate var end: Double { x + width }

    /// Whether more of the lower one's height lies beside the other than the lean of a page makes up.
    fileprivate func isBeside(_ other: PageText.Box) -> Bool {
        min(y + height, other.y + other.height) - max(y, other.y) > min(height, other.height) * 0.4
    }
}
