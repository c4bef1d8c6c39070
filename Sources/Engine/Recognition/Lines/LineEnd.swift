// The ends of a piece of a line: which ink beside it belongs to it, and what at its edges is none of its own.

/// Ink around a piece of a line. Its measures are in line heights.
struct LineEnd {
    /// Ink farther from the text does not belong to it.
    private static let widestGap = 0.6
    /// So much beyond an end and before it is searched.
    private static let reach = 4.0
    private static let depth = 1.5
    /// And so much over and under the line.
    private static let margin = 0.5
    /// What stands over the line by more belongs to something larger.
    private static let excess = 0.2
    /// Marks smaller than this to both sides are no characters.
    private static let leastCharacter = 0.4
    /// Smaller marks farther from the text are no punctuation.
    private static let punctuationGap = 0.35
    private static let fewestPixels = 6

    private let seen: UprightSheet
    private let row: Range<Int>
    private let others: [PageText.Box]
    private let isDirty: Bool

    /// - Parameter others: Text and rules that are not of the piece; those in other lines do not count.
    init(on seen: UprightSheet, _ row: Range<Int>, beside others: [PageText.Box], isDirty: Bool) {
        (self.seen, self.row, self.isDirty) = (seen, row, isDirty)
        let (top, foot) = (Double(row.lowerBound), Double(row.upperBound))
        self.others = others.filter { min($0.y + $0.height, foot) - max($0.y, top) > 0.3 * (foot - top) }
    }

    /// A mark as seen from an end, its distances counted outwards.
    private struct Ink {
        let near: Int
        let far: Int
        let mark: UprightSheet.Mark
    }

    /// The columns of the piece's own ink, where layout analysis found it in `columns`.
    func bounds(of columns: Range<Int>) -> Range<Int> {
        bounds(of: columns, depth: pixels(Self.depth))
    }

    private func bounds(of columns: Range<Int>, depth wanted: Int) -> Range<Int> {
        let (left, right) = (columns.lowerBound, columns.upperBound)
        let (reach, depth) = (pixels(Self.reach), min(columns.count, wanted))
        let before = marks(left - reach..<left + depth).map {
            Ink(near: left - $0.columns.upperBound, far: left - $0.columns.lowerBound, mark: $0)
        }
        let after = marks(right - depth..<right + reach).map {
            Ink(near: $0.columns.lowerBound - right, far: $0.columns.upperBound - right, mark: $0)
        }
        let beside = (
            before: others.map { left - Int($0.x + $0.width) }, after: others.map { Int($0.x) - right }
        )
        guard let growthBefore = edge(before, beside.before.filter { $0 >= 0 }.min()),
            let growthAfter = edge(after, beside.after.filter { $0 >= 0 }.min())
        else { return depth < columns.count ? bounds(of: columns, depth: 2 * depth) : columns }
        let (start, end) = (left - growthBefore, right + growthAfter)
        return start < end ? start..<end : columns
    }

    private func pixels(_ heights: Double) -> Int { Int(heights * Double(row.count)) }

    private func marks(_ columns: Range<Int>) -> [UprightSheet.Mark] {
        let margin = pixels(Self.margin)
        return seen.marks(in: columns, row.lowerBound - margin..<row.upperBound + margin).filter {
            row.contains(($0.rows.lowerBound + $0.rows.upperBound) / 2)
        }
    }

    private func isOfLine(_ mark: UprightSheet.Mark) -> Bool {
        mark.rows.lowerBound >= row.lowerBound - pixels(Self.excess)
            && mark.rows.upperBound <= row.upperBound + pixels(Self.excess)
    }

    private func isSpeck(_ mark: UprightSheet.Mark) -> Bool {
        mark.columns.count <= 2 && mark.rows.count <= 2
    }

    /// How far the piece must grow outwards; less than nothing where it must shrink, and `nil` where it has no ink.
    private func edge(_ ink: [Ink], _ neighbour: Int?) -> Int? {
        let inner = ink.filter { $0.near < 0 }
        let room = min(neighbour ?? .max, pixels(Self.reach) - 1)
        let text = inner.filter { !isSpeck($0.mark) }
        guard var edge = text.map({ isOfLine($0.mark) && $0.far <= room ? $0.far : min($0.far, 0) }).max()
        else { return nil }
        let gap = pixels(Self.punctuationGap)
        for speck in inner where isSpeck(speck.mark) && speck.near - edge <= gap {
            edge = max(edge, speck.far)
        }
        let outer = ink.filter { $0.near >= 0 && $0.near >= edge }.sorted { $0.near < $1.near }
        let limit = min(room, outer.filter { !isOfLine($0.mark) }.map(\.near).min() ?? .max)
        let start = edge
        var reached = edge
        for one in outer where isOfLine(one.mark) && one.mark.pixels >= Self.fewestPixels {
            guard one.near - reached <= pixels(Self.widestGap), one.far <= limit else { break }
            // What is nearer to a neighbour is the neighbour's.
            if let neighbour, neighbour - one.far < one.near - edge { break }
            reached = max(reached, one.far)
            if max(one.mark.columns.count, one.mark.rows.count) >= pixels(Self.leastCharacter) {
                edge = reached
            } else if !isDirty, edge > start, one.near - edge <= gap {
                edge = reached
            }
        }
        return edge
    }
}
