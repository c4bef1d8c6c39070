// The arithmetic of a coarse map of a page: which of its cells are paper, and what the paper would look like in the others.

/// Cells of a page, row by row.
struct CellMap {
    let columns: Int
    let rows: Int
    /// Which cells are paper.
    private(set) var isKnown: [Bool]

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        isKnown = [Bool](repeating: false, count: columns * rows)
    }

    /// The share of the page that is paper.
    var share: Double { Double(isKnown.count { $0 }) / Double(max(1, isKnown.count)) }

    /// Without dark marks up to twice as wide as `reach`.
    func closed(_ values: [Double], reach: Int) -> [Double] {
        // At the edges of the page a slope of light would be taken for a step.
        let closed = extremes(extremes(values, reach, max, shrinks: true), reach, min, shrinks: true)
        return zip(values, closed).map { max($0, $1) }
    }

    /// With gaps up to twice as wide as `reach` between set cells set too.
    func closed(_ cells: [Bool], reach: Int) -> [Bool] {
        let values = cells.map { $0 ? 1.0 : 0 }
        return extremes(extremes(values, reach, max), reach, min).map { $0 > 0.5 }
    }

    /// The extreme of each square of cells, `reach` to every side.
    ///
    /// - Parameter shrinks: Whether squares become smaller at the edges of the page and are not cut off there.
    private func extremes(
        _ values: [Double], _ reach: Int, _ pick: (Double, Double) -> Double, shrinks: Bool = false
    ) -> [Double] {
        func window(_ place: Int, _ count: Int) -> ClosedRange<Int> {
            let reach = shrinks ? min(reach, place, count - 1 - place) : reach
            return max(0, place - reach)...min(count - 1, place + reach)
        }
        var (across, both) = (values, values)
        for column in 0..<columns {
            let window = window(column, columns)
            for row in 0..<rows {
                let start = row * columns
                var value = values[start + column]
                for other in window { value = pick(value, values[start + other]) }
                across[start + column] = value
            }
        }
        for row in 0..<rows {
            let window = window(row, rows)
            for column in 0..<columns {
                var value = across[row * columns + column]
                for other in window { value = pick(value, across[other * columns + column]) }
                both[row * columns + column] = value
            }
        }
        return both
    }

    private func neighbours(of place: Int) -> [Int] {
        let (row, column) = (place / columns, place % columns)
        var found: [Int] = []
        if column > 0 { found.append(place - 1) }
        if column + 1 < columns { found.append(place + 1) }
        if row > 0 { found.append(place - columns) }
        if row + 1 < rows { found.append(place + columns) }
        return found
    }

    /// How far apart the values to both sides of each cell are, along the row or the column.
    func steps(_ values: [Double]) -> [Double] {
        values.indices.map { place in
            let (row, column) = (place / columns, place % columns)
            let left = column > 0 ? values[place - 1] : values[place]
            let right = column + 1 < columns ? values[place + 1] : values[place]
            let above = row > 0 ? values[place - columns] : values[place]
            let below = row + 1 < rows ? values[place + columns] : values[place]
            return max(abs(left - right), abs(above - below))
        }
    }

    /// Cells where the values change by `least` or more and nearly all at once, along a line.
    ///
    /// - Parameter isShare: Whether `least` is a share of the values.
    func edges(_ values: [Double], least: Double, isShare: Bool) -> [Bool] {
        var upright = [Bool](repeating: false, count: values.count)
        var level = upright
        for row in 0..<rows {
            markEdges(values, row * columns, 1, columns, least, isShare, &upright)
        }
        for column in 0..<columns {
            markEdges(values, column, columns, rows, least, isShare, &level)
        }
        return values.indices.map { place in
            let (row, column) = (place / columns, place % columns)
            return upright[place] && isLine(upright, row, column, down: true)
                || level[place] && isLine(level, row, column, down: false)
        }
    }

    /// Cells to both sides along a line of which all but so many must be set, or one beside them.
    private static let (lineReach, lineGaps) = (5, 1)

    private func isLine(_ cells: [Bool], _ row: Int, _ column: Int, down: Bool) -> Bool {
        var missing = 0
        for offset in -Self.lineReach...Self.lineReach {
            let isSet = (-1...1).contains { aside in
                let (y, x) = down ? (row + offset, column + aside) : (row + aside, column + offset)
                return (0..<rows).contains(y) && (0..<columns).contains(x) && cells[y * columns + x]
            }
            if !isSet { missing += 1 }
        }
        // At its ends a line has one side only.
        return missing <= Self.lineGaps || missing <= Self.lineReach && isEnd(cells, row, column, down: down)
    }

    private func isEnd(_ cells: [Bool], _ row: Int, _ column: Int, down: Bool) -> Bool {
        func run(_ sign: Int) -> Int {
            (1...2 * Self.lineReach).count { distance in
                (-1...1).contains { aside in
                    let (y, x) =
                        down
                        ? (row + sign * distance, column + aside) : (row + aside, column + sign * distance)
                    return (0..<rows).contains(y) && (0..<columns).contains(x) && cells[y * columns + x]
                }
            }
        }
        return max(run(1), run(-1)) >= 2 * Self.lineReach - Self.lineGaps
    }

    /// Cells that are looked at together, and the share of their change that two steps have at an edge.
    private static let (window, edgeShare) = (6, 0.75)

    private func markEdges(
        _ values: [Double], _ start: Int, _ step: Int, _ count: Int, _ least: Double, _ isShare: Bool,
        _ found: inout [Bool]
    ) {
        let window = Self.window
        guard count >= window else { return }
        for first in 0...(count - window) {
            let places = (first..<(first + window)).map { start + $0 * step }
            let (head, foot) = (values[places[0]], values[places[window - 1]])
            let change = abs(head - foot)
            guard change >= (isShare ? least * max(head, foot) : least) else { continue }
            for index in 0..<(window - 2)
            where abs(values[places[index + 2]] - values[places[index]]) >= change * Self.edgeShare {
                for place in places[index...(index + 2)] { found[place] = true }
            }
        }
    }

    /// Marks as paper these cells, and what is reached from there through soft ones.
    mutating func grow(from seeds: [Int], through isSoft: [Bool]) {
        var open = seeds
        for place in open { isKnown[place] = true }
        while let place = open.popLast() {
            for next in neighbours(of: place) where !isKnown[next] && isSoft[next] {
                isKnown[next] = true
                open.append(next)
            }
        }
    }

    /// Takes out what lies between cells that are no paper, up to twice so many cells apart, and their borders.
    mutating func leaveOut(gaps: Int) {
        let joined = closed(isKnown.map { !$0 }, reach: gaps).map { $0 ? 1.0 : 0 }
        let grown = extremes(joined, 1, max)
        for place in isKnown.indices where grown[place] > 0.5 { isKnown[place] = false }
    }

    /// With the values of paper continued over everything else.
    func filled(_ values: [Double]) -> [Double] {
        var (values, isKnown) = (values, isKnown)
        var edge = isKnown.indices.filter { place in
            !isKnown[place] && neighbours(of: place).contains { isKnown[$0] }
        }
        while !edge.isEmpty {
            let made = edge.map { place in
                let known = neighbours(of: place).filter { isKnown[$0] }
                return known.reduce(0) { $0 + values[$1] } / Double(max(1, known.count))
            }
            for (place, value) in zip(edge, made) {
                values[place] = value
                isKnown[place] = true
            }
            edge = Array(Set(edge.flatMap { neighbours(of: $0) }.filter { !isKnown[$0] }))
        }
        return values
    }

    /// The mean of each cell and those around it, twice.
    func smoothed(_ values: [Double]) -> [Double] {
        var values = values
        for _ in 0..<2 {
            let old = values
            for row in 0..<rows {
                for column in 0..<columns {
                    var (sum, count) = (0.0, 0.0)
                    for y in max(0, row - 1)...min(rows - 1, row + 1) {
                        for x in max(0, column - 1)...min(columns - 1, column + 1) {
                            sum += old[y * columns + x]
                            count += 1
                        }
                    }
                    values[row * columns + column] = sum / count
                }
            }
        }
        return values
    }
}
