// Where a column of characters is cut: at even steps, each moved to where there is least ink. Dynamic programming finds
// the cheapest way down the column.

/// The rows between which the characters of a column lie.
struct ColumnCuts {
    /// Heights of a character's cell, as shares of the column's width.
    private static let cells = 0.85...1.7
    /// Shortest and longest cells, as shares of a step.
    private static let least = 0.35
    private static let most = 1.6
    /// The cells at the ends hold less paper.
    private static let leastAtEnd = 0.12
    /// What it costs to cut through ink as wide as the column, and to make a cell twice as long as a step.
    private static let inkCost = 5.0
    private static let lengthCost = 4.0
    private static let endCost = 0.5
    /// Cuts keep away from ink by this share of a step.
    private static let clearance = 0.12
    private static let clearanceCost = 0.25

    /// From the top of the column to its foot.
    let rows: [Int]

    /// - Parameters:
    ///   - dark: How much ink each row has, in pixels.
    ///   - width: Of the column.
    ///   - step: From one character to the next; `nil` to find it.
    init(_ dark: [Int], width: Int, step: Double?) {
        let step = step ?? Self.step(dark, across: width)
        rows = Self.cheapest(Self.costs(dark, width, step), step)
    }

    /// The even step through the least ink.
    private static func step(_ dark: [Int], across width: Int) -> Double {
        var best = (cost: Double.infinity, step: Double(width))
        let (least, most) = (cells.lowerBound * Double(width), cells.upperBound * Double(width))
        for step in stride(from: least, through: most, by: 0.5) {
            for start in stride(from: -step / 2, to: step / 2, by: 1) {
                let rows = stride(from: start + step, to: Double(dark.count) - step / 3, by: step).map {
                    Int($0)
                }
                guard !rows.isEmpty else { continue }
                let ink = rows.reduce(0) { $0 + ($1 > 0 ? dark[$1] : 0) }
                let cost = Double(ink) / Double(rows.count)
                // A grid of every other gap is as good; the finer one is right.
                if cost < best.cost - 0.05 { best = (cost, step) }
            }
        }
        return best.step
    }

    /// What it costs to cut above each row.
    private static func costs(_ dark: [Int], _ width: Int, _ step: Double) -> [Double] {
        let reach = max(1, clearance * step)
        var near = [Double](repeating: reach, count: dark.count)
        for rows in [Array(dark.indices), dark.indices.reversed()] {
            var distance = reach
            for row in rows {
                distance = dark[row] > 0 ? 0 : min(reach, distance + 1)
                near[row] = min(near[row], distance)
            }
        }
        return dark.indices.map {
            inkCost * Double(dark[$0]) / Double(width) + clearanceCost * (1 - near[$0] / reach)
        }
    }

    private static func cheapest(_ costs: [Double], _ step: Double) -> [Int] {
        let height = costs.count
        var best = [Double](repeating: .infinity, count: height + 1)
        var before = [Int](repeating: 0, count: height + 1)
        best[0] = 0
        guard height > 0 else { return [0] }
        for row in 1...height {
            let cut = row < height ? costs[row] : 0
            for upper in max(0, row - Int(most * step))..<row where best[upper] < .infinity {
                let isAtEnd = upper == 0 || row == height
                let share = Double(row - upper) / step
                guard share >= (isAtEnd ? leastAtEnd : least) else { continue }
                let missing = isAtEnd && share < 1 ? endCost : lengthCost
                let cost = best[upper] + cut + missing * (share - 1) * (share - 1)
                if cost < best[row] { (best[row], before[row]) = (cost, upper) }
            }
        }
        guard best[height] < .infinity else { return [0, height] }
        var rows = [height]
        while let last = rows.last, last > 0 { rows.append(before[last]) }
        return rows.reversed()
    }
}
