// Where the pieces of lines really end: at ink of theirs. Layout analysis leaves characters out at the ends of lines, and
// takes the rules between the cells of a table in. The recogniser expects ink from edge to edge of a picture, and reads
// marks into blank ends.

/// Puts the edges of pieces where their ink ends.
struct LineBounds {
    /// This many line heights beside a line are searched for rules.
    private static let reach = 4.0
    /// Fewer pixels of ink between two rules are an empty cell.
    private static let fewestPixels = 6

    /// Without the rules that stand in lines or beside them.
    private(set) var sheet: Sheet
    private var seen: [Int: UprightSheet] = [:]
    /// Of each piece of each line, the columns of the rules in it and beside it.
    private var rules: [[[Range<Int>]]] = []

    init(_ sheet: Sheet, _ lines: [PageLayout.Line]) {
        self.sheet = sheet
        for turn in Set(lines.map(\.place.turn)) { seen[turn] = UprightSheet(sheet, turn: turn) }
        var places: [Bitmap.Area] = []
        let page = QuarterTurn(width: Double(sheet.bitmap.width), height: Double(sheet.bitmap.height))
        rules = lines.map { line in
            line.pieces.map { piece in
                let row = line.row(of: piece)
                let (reach, excess) = (Int(Double(row.count) * Self.reach), row.count / 2)
                let columns = Int(piece.x) - reach..<Int(piece.x + piece.width) + reach
                let rules = seen[line.place.turn]?.rules(in: columns, across: row) ?? []
                let upright = page.turned(by: line.place.turn)
                places += rules.map {
                    upright.area(
                        before: PageText.Box(
                            columns: $0.lowerBound - 1..<$0.upperBound + 1,
                            rows: row.lowerBound - excess..<row.upperBound + excess))
                }
                return rules
            }
        }
        guard !places.isEmpty else { return }
        self.sheet = sheet.cleared(of: places)
        for turn in seen.keys { seen[turn] = UprightSheet(self.sheet, turn: turn) }
    }

    /// The lines with other ends, parted where rules cross them.
    func settled(_ found: [PageLayout.Line]) -> [PageLayout.Line] {
        var lines = found
        for index in lines.indices {
            guard let seen = seen[lines[index].place.turn] else { continue }
            let others = lines.indices.filter {
                $0 != index && lines[$0].place.turn == lines[index].place.turn
            }.flatMap { lines[$0].pieces }
            // Ink between two pieces goes to one of them only.
            var settled: [PageText.Box] = []
            for (number, piece) in found[index].pieces.enumerated() {
                let beside = others + settled + found[index].pieces.dropFirst(number + 1)
                settled += parts(of: piece, lines[index], rules[index][number], beside, on: seen)
            }
            lines[index].pieces = settled
            lines[index].place.span(settled)
        }
        return lines.filter { !$0.pieces.isEmpty }
    }

    private func parts(
        of piece: PageText.Box, _ line: PageLayout.Line, _ rules: [Range<Int>], _ others: [PageText.Box],
        on seen: UprightSheet
    ) -> [PageText.Box] {
        let row = line.row(of: piece)
        let end = LineEnd(
            on: seen, row, beside: others + rules.map { PageText.Box(columns: $0, rows: row) },
            isDirty: sheet.isDirty)
        let (left, right) = (Int(piece.x), Int(piece.x + piece.width))
        let inner = rules.filter { $0.upperBound > left && $0.lowerBound < right }
        guard !inner.isEmpty else { return [piece.spanning(end.bounds(of: left..<right))] }
        let edges =
            [left] + inner.flatMap { [max(left, $0.lowerBound), min(right, $0.upperBound)] } + [right]
        return stride(from: 0, to: edges.count, by: 2).compactMap { part in
            let columns = edges[part]..<edges[part + 1]
            let ink = seen.marks(in: columns, row).reduce(0) { $0 + $1.pixels }
            guard ink >= Self.fewestPixels else { return nil }
            return PageText.Box(columns: end.bounds(of: columns), rows: row)
        }
    }
}

extension PageText.Box {
    init(columns: Range<Int>, rows: Range<Int>) {
        self.init(
            x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
            height: Double(rows.count))
    }

    func spanning(_ columns: Range<Int>) -> PageText.Box {
        PageText.Box(x: Double(columns.lowerBound), y: y, width: Double(columns.count), height: height)
    }
}
