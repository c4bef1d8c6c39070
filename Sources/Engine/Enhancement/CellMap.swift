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
        extremes(extremes(values, reach, max), reach, min)
    }

    /// The extreme of each square of cells, `reach` to every side.
    private func extremes(_ values: [Double], _ reach: Int, _ pick: (Double, Double) -> Double) -> [Double] {
        var across = values
        for row in 0..<rows {
            for column in 0..<columns {
                var value = values[row * columns + column]
                for other in max(0, column - reach)...min(columns - 1, column + reach) {
                    value = pick(value, values[row * columns + other])
                }
                across[row * columns + column] = value
            }
        }
        var both = across
        for row in 0..<rows {
            for column in 0..<columns {
                var value = across[row * columns + column]
                for other in max(0, row - reach)...min(rows - 1, row + reach) {
                    value = pick(value, across[other * columns + column])
                }
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

    /// How far apart the values of each cell and those around it are.
    func ranges(_ values: [Double]) -> [Double] {
        zip(extremes(values, 1, max), extremes(values, 1, min)).map { $0 - $1 }
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
        let unknown = isKnown.map { $0 ? 0.0 : 1 }
        let joined = extremes(extremes(unknown, gaps, max), gaps, min)
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
