// The marks of a page, which are characters and parts of characters, joined to what stands above and below them.

/// Marks of the size of characters.
struct ColumnMarks {
    private static let most = 50_000
    private static let leastSide = 3
    private static let fewest = 3
    private static let mostAspect = 2.5

    let marks: [Bitmap.Area]
    /// The size of a character in pixels.
    let character: Double

    /// `nil` for a page with too few or too many marks.
    init?(on page: Bitmap, below level: UInt8) {
        let all = page.marks(below: level, atMost: Self.most)
        guard all.count < Self.most else { return nil }
        let whole = all.filter {
            let (low, high) = (min($0.width, $0.height), max($0.width, $0.height))
            return low >= Self.leastSide && Double(high) <= Self.mostAspect * Double(low)
                && high < max(page.width, page.height) / 2
        }
        guard whole.count >= Self.fewest else { return nil }
        // Half of the ground that is covered is covered by larger ones.
        let sizes = whole.map { (side: max($0.width, $0.height), area: $0.width * $0.height) }
            .sorted { $0.side < $1.side }
        var rest = sizes.reduce(0) { $0 + $1.area } / 2
        let middle = sizes.first {
            rest -= $0.area
            return rest < 0
        }
        let size = Double(middle?.side ?? 0)
        character = size
        marks = all.filter {
            let (width, height) = (Double($0.width), Double($0.height))
            let isRule = height > 1.2 * size && width < 0.3 * size
            return max(width, height) >= 0.15 * size && width <= 1.6 * size && height <= 4 * size && !isRule
        }
    }
}

/// Marks that were joined, as part of a column or all of it.
struct MarkGroup {
    private static let steepest = 0.05

    private(set) var left: Int
    private(set) var top: Int
    private(set) var right: Int
    private(set) var foot: Int
    private(set) var marks: [Bitmap.Area]

    var width: Int { right - left }
    var height: Int { foot - top }
    var area: Bitmap.Area { Bitmap.Area(x: left, y: top, width: width, height: height) }
    /// The ground that its marks cover.
    var ground: Int { marks.reduce(0) { $0 + $1.width * $1.height } }

    init(_ mark: Bitmap.Area) {
        (left, top) = (mark.x, mark.y)
        (right, foot, marks) = (mark.x + mark.width, mark.y + mark.height, [mark])
    }

    mutating func join(_ other: MarkGroup) {
        (left, top) = (min(left, other.left), min(top, other.top))
        (right, foot) = (max(right, other.right), max(foot, other.foot))
        marks += other.marks
    }

    func sharedRows(_ other: MarkGroup) -> Int { min(foot, other.foot) - max(top, other.top) }
    func sharedColumns(_ other: MarkGroup) -> Int { min(right, other.right) - max(left, other.left) }

    /// Runs of rows that hold ink, from the top.
    var ink: [Range<Int>] {
        var runs: [Range<Int>] = []
        for mark in marks.sorted(by: { $0.y < $1.y }) {
            if let last = runs.last, mark.y <= last.upperBound {
                runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, mark.y + mark.height)
            } else {
                runs.append(mark.y..<mark.y + mark.height)
            }
        }
        return runs
    }

    /// From the left edge of the characters to their right edge; what is left of a rule beside them is not counted.
    func band(_ character: Double) -> Range<Int> {
        let wide = marks.filter { Double($0.width) >= 0.5 * character }
        guard wide.count > 2 else { return left..<right }
        let sure = (
            left: wide.map(\.x).min() ?? left, right: wide.map { $0.x + $0.width }.max() ?? right
        )
        let fitting = marks.filter { mark in
            let isThin = 2 * mark.height > 5 * mark.width && Double(mark.width) < 0.25 * character
            return !isThin || (mark.x + mark.width > sure.left && mark.x < sure.right)
        }
        let (left, right) = (fitting.map(\.x).min() ?? left, fitting.map { $0.x + $0.width }.max() ?? right)
        return left..<right
    }

    /// Pixels to the right for each pixel down, by the middles of the marks.
    var lean: Double {
        let points = marks.map {
            (
                x: Double($0.x) + Double($0.width) / 2, y: Double($0.y) + Double($0.height) / 2,
                weight: Double($0.width * $0.height)
            )
        }
        let whole = points.reduce(0) { $0 + $1.weight }
        guard whole > 0 else { return 0 }
        let x = points.reduce(0) { $0 + $1.x * $1.weight } / whole
        let y = points.reduce(0) { $0 + $1.y * $1.weight } / whole
        let down = points.reduce(0) { $0 + ($1.y - y) * ($1.y - y) * $1.weight }
        guard down > 0 else { return 0 }
        let lean = points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) * $1.weight } / down
        return abs(lean) < Self.steepest ? lean : 0
    }

    /// Its width after it was put straight.
    func width(leaning lean: Double) -> Double {
        let edges = marks.map { mark in
            let shift = lean * (Double(mark.y) + Double(mark.height) / 2)
            return (left: Double(mark.x) - shift, right: Double(mark.x + mark.width) - shift)
        }
        return (edges.map(\.right).max() ?? 0) - (edges.map(\.left).min() ?? 0)
    }
}

extension ColumnMarks {
    /// Marks that stand above each other share so much of the narrower one's width.
    private static let leastShared = 0.5
    /// Halves of characters are put together up to this width, in characters.
    private static let mostJoined = 1.25

    /// Groups of marks that are less than so many characters above each other.
    func joined(gap: Double) -> [MarkGroup] {
        joinedBeside(joinedDownwards(Int(gap * character)))
    }

    private func joinedDownwards(_ gap: Int) -> [MarkGroup] {
        let marks = marks.sorted { $0.y < $1.y }
        var parents = Array(marks.indices)
        func root(_ index: Int) -> Int {
            var index = index
            while parents[index] != index {
                parents[index] = parents[parents[index]]
                index = parents[index]
            }
            return index
        }
        // Marks by the strips of the page in which they stand, one character wide.
        let strip = max(1, Int(character))
        var strips: [[Int]] = []
        for (index, mark) in marks.enumerated() {
            let (first, last) = (mark.x / strip, (mark.x + mark.width - 1) / strip)
            while strips.count <= last { strips.append([]) }
            for number in first...last { strips[number].append(index) }
        }
        for members in strips {
            for (place, index) in members.enumerated() {
                let upper = marks[index]
                for other in members[(place + 1)...] {
                    let lower = marks[other]
                    if lower.y > upper.y + upper.height + gap { break }
                    let shared = min(upper.x + upper.width, lower.x + lower.width) - max(upper.x, lower.x)
                    if Double(shared) >= Self.leastShared * Double(min(upper.width, lower.width)) {
                        parents[root(other)] = root(index)
                    }
                }
            }
        }
        var groups: [Int: MarkGroup] = [:]
        for (index, mark) in marks.enumerated() {
            let root = root(index)
            if groups[root]?.join(MarkGroup(mark)) == nil { groups[root] = MarkGroup(mark) }
        }
        return groups.values.sorted { ($0.left, $0.top) < ($1.left, $1.top) }
    }

    /// Puts the halves of columns together whose characters have a left and a right half.
    private func joinedBeside(_ groups: [MarkGroup]) -> [MarkGroup] {
        var joined: [MarkGroup] = []
        let most = Int(Self.mostJoined * character)
        for group in groups {
            // From left to right: what begins too far to the left ends the search.
            let near = joined.indices.reversed().prefix { group.left - joined[$0].left <= most }
            let index = near.first { index in
                let other = joined[index]
                return max(group.right, other.right) - other.left <= most
                    && 2 * group.sharedRows(other) > min(group.height, other.height)
            }
            if let index { joined[index].join(group) } else { joined.append(group) }
        }
        return joined
    }
}
