// Which groups of marks are columns of characters, how they stand on the page, and in which order they are read.

/// The columns among the groups of marks of a page.
struct ColumnGroups {
    /// Heights and widths of columns, in characters.
    private static let leastHeight = 2.5
    private static let leastWidth = 0.5
    private static let mostWidth = 1.6
    /// What stands in line with columns may be as short as a character.
    private static let leastShortSide = 0.5
    private static let leastShortWidth = 0.3
    private static let mostShortWidth = 1.3
    /// From this height in characters the middles of marks tell how a column leans.
    private static let leastLeaning = 6.0
    /// Heights of characters, as shares of the columns' width.
    private static let heights = 0.7...1.15
    private static let usualStep = 1.1
    private static let mostStep = 2.5
    /// Paper in the middle of a column, in widths of it, that does not part it, and that does not where the columns
    /// beside it go on.
    private static let leastBlank = 1.3
    private static let mostBlank = 3.0

    private let columns: [MarkGroup]
    private let rest: [MarkGroup]
    /// The usual width of a column.
    let width: Double
    /// The share of the marks' ground that is in columns.
    let coverage: Double
    /// The share of ink down the columns, compared with that across them.
    let ratio: Double

    /// The height of the longest column.
    var longest: Double { Double(columns.map(\.height).max() ?? 0) }

    init(_ groups: [MarkGroup], character: Double) {
        var (columns, rest): ([MarkGroup], [MarkGroup]) = ([], [])
        for group in groups {
            let isHigh = Double(group.height) >= Self.leastHeight * character
            let lean = Double(group.height) >= Self.leastLeaning * character ? group.lean : 0
            let width = isHigh ? group.width(leaning: lean) / character : 0
            if isHigh, (Self.leastWidth...Self.mostWidth).contains(width) {
                columns.append(group)
            } else {
                rest.append(group)
            }
        }
        let widths = columns.map { Double($0.band(character).count) }.sorted()
        width = widths.isEmpty ? character : widths[widths.count / 2]
        columns = Self.whole(columns, width: width)
        (self.columns, self.rest) = (columns, rest)
        let (inside, outside) = (columns.reduce(0) { $0 + $1.ground }, rest.reduce(0) { $0 + $1.ground })
        coverage = inside > 0 ? Double(inside) / Double(inside + outside) : 0
        ratio = Self.ratio(columns)
    }

    private static func ratio(_ columns: [MarkGroup]) -> Double {
        let height = columns.reduce(0) { $0 + $1.height }
        guard height > 0 else { return 0 }
        let ink = columns.reduce(0) { sum, column in sum + column.ink.reduce(0) { $0 + $1.count } }
        let across = columns.map { column in
            let gaps = columns.compactMap { other in
                2 * column.sharedRows(other) > min(column.height, other.height) && other.left != column.left
                    ? -column.sharedColumns(other) : nil
            }
            let gap = max(0, gaps.min() ?? 4 * column.width)
            return Double(column.width) / Double(column.width + gap)
        }.sorted()
        return Double(ink) / Double(height) / across[across.count / 2]
    }

    /// Pixels to the right for each pixel down: the columns' median.
    func lean(_ character: Double) -> Double {
        let leans = columns.filter { Double($0.height) >= Self.leastLeaning * character }.map(\.lean).sorted()
        return leans.isEmpty ? 0 : leans[leans.count / 2]
    }

    /// From one character to the next: the median of those that have paper above and below.
    func step() -> Double {
        var steps: [Double] = []
        for column in columns {
            let ink = column.ink
            for (upper, lower) in zip(ink, ink.dropFirst()) {
                let isWhole = [upper, lower].allSatisfy { Self.heights.contains(Double($0.count) / width) }
                let step =
                    Double(lower.lowerBound + lower.upperBound - upper.lowerBound - upper.upperBound) / 2
                if isWhole, step < Self.mostStep * width { steps.append(step) }
            }
        }
        steps.sort()
        return steps.isEmpty ? Self.usualStep * width : steps[steps.count / 2]
    }

    /// Columns that stand beside each other, from right to left, the tiers from top to bottom; and what marks are left.
    func tiers(_ character: Double) -> (tiers: [[Bitmap.Area]], others: [Bitmap.Area]) {
        var tiers: [[MarkGroup]] = []
        for column in columns.sorted(by: { $0.height > $1.height }) {
            let index = tiers.firstIndex { tier in
                tier.contains { 2 * column.sharedRows($0) > min(column.height, $0.height) }
            }
            if let index { tiers[index].append(column) } else { tiers.append([column]) }
        }
        var others: [Bitmap.Area] = []
        for group in rest.sorted(by: { $0.top < $1.top }) {
            if !add(group, to: &tiers, character) { others += group.marks }
        }
        tiers.sort { ($0.map(\.top).min() ?? 0) < ($1.map(\.top).min() ?? 0) }
        return (tiers.map { ordered($0).map { area($0, character) } }, others)
    }

    /// Adds what is lower than a column to the tier in whose rows it stands; tells whether there is one.
    private func add(_ group: MarkGroup, to tiers: inout [[MarkGroup]], _ character: Double) -> Bool {
        for index in tiers.indices {
            let (top, foot) = (tiers[index].map(\.top).min() ?? 0, tiers[index].map(\.foot).max() ?? 0)
            guard 2 * (min(foot, group.foot) - max(top, group.top)) > group.height else { continue }
            // A stroke or stop of a column that stands apart from its other marks.
            let holder = tiers[index].firstIndex { column in
                group.sharedRows(column) > 0 && 2 * group.sharedColumns(column) > group.width
            }
            if let holder {
                if Double(group.width) > Self.mostWidth * character { return false }
                tiers[index][holder].join(group)
                return true
            }
            let isCharacter =
                Double(max(group.width, group.height)) >= Self.leastShortSide * character
                && (Self.leastShortWidth * character...Self.mostShortWidth * width).contains(
                    Double(group.width))
            let stands = tiers[index].allSatisfy { column in
                group.sharedRows(column) <= 0 || group.sharedColumns(column) <= 0
            }
            if isCharacter, stands {
                tiers[index].append(group)
                return true
            }
        }
        return false
    }

    /// From right to left; what stands above each other, from the top.
    private func ordered(_ tier: [MarkGroup]) -> [MarkGroup] {
        var stacks: [[MarkGroup]] = []
        for column in tier.sorted(by: { $0.height > $1.height }) {
            let index = stacks.firstIndex { 2 * $0[0].sharedColumns(column) > column.width }
            if let index { stacks[index].append(column) } else { stacks.append([column]) }
        }
        return stacks.sorted { $0[0].left > $1[0].left }.flatMap { $0.sorted { $0.top < $1.top } }
    }

    /// Puts together what paper parts in one column only; what it parts in all of them are two tiers.
    private static func whole(_ columns: [MarkGroup], width: Double) -> [MarkGroup] {
        var whole: [MarkGroup] = []
        for part in columns.sorted(by: { $0.top < $1.top }) {
            let index = whole.lastIndex { upper in
                let gap = part.top - upper.foot
                guard gap >= 0, Double(gap) < Self.mostBlank * width,
                    2 * part.sharedColumns(upper) > min(part.width, upper.width)
                else { return false }
                return Double(gap) < Self.leastBlank * width
                    || columns.contains { $0.top < upper.foot && $0.foot > part.top }
            }
            if let index { whole[index].join(part) } else { whole.append(part) }
        }
        return whole
    }

    /// The place of a column, of the usual width at least.
    private func area(_ column: MarkGroup, _ character: Double) -> Bitmap.Area {
        let band = column.band(character)
        let missing = max(0, Int(width) - band.count)
        return Bitmap.Area(
            x: max(0, band.lowerBound - missing / 2), y: column.top, width: band.count + missing,
            height: column.height)
    }
}
