// How high letters are: the boxes of a line's words tell, each a little differently.

/// How high the letters' boxes of lines are, in points.
enum LetterHeights {
    /// The height of boxes that hold a line's letters, a fifth of it below the baseline.
    static func height(of line: PageText.Line) -> Double {
        let ascents = line.words.map { line.baseline.y(at: $0.box.x + $0.box.width / 2) - $0.box.y }.sorted()
        let descents = line.words.map {
            $0.box.y + $0.box.height - line.baseline.y(at: $0.box.x + $0.box.width / 2)
        }.sorted()
        let ascent = ascents.isEmpty ? 0 : ascents[ascents.count * 4 / 5]
        let descent = descents.isEmpty ? 0 : descents[descents.count * 4 / 5]
        let extent = max(ascent / (1 - LetterBox.usualDescent), ascent + max(descent, 0))
        return extent > 0.5 ? extent : max(line.box.height, 1)
    }

    /// Heights that differ by less than this share are meant to be the same.
    private static let sameHeight = 0.15
    private static let rounds = 4
    /// A line between two of the same height that differs from them by less than this share has theirs.
    private static let outlier = 0.3

    /// Gives lines of nearly the same height the same height. Readers that put text together, such as poppler, take a
    /// change of size by a twentieth for the start of another text, and columns come out mixed up.
    static func aligned(_ heights: [Double]) -> [Double] {
        var heights = heights
        for _ in 0..<rounds {
            let sorted = heights.sorted()
            heights = heights.map { height in
                let first = sorted.partitioningIndex { $0 >= height / (1 + sameHeight) }
                let last = sorted.partitioningIndex { $0 > height * (1 + sameHeight) }
                return sorted[(first + last) / 2]
            }
        }
        for index in heights.indices.dropFirst().dropLast() where heights[index - 1] == heights[index + 1] {
            let ratio = heights[index] / heights[index - 1]
            if max(ratio, 1 / ratio) < 1 + outlier { heights[index] = heights[index - 1] }
        }
        return heights
    }
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
