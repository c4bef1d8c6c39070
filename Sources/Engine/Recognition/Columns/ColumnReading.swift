// The reading of a page of columns: the columns as the layout found them, and what lies above, below and beside them by
// lines. Where characters stand as far from each other downwards as across, both ways are read, and the surer one counts.

internal import LineRecognition

extension ColumnLayout {
    private static let leastHanShare = 0.5
    private static let leastConfidence = 50.0
    /// Words beside the columns are dust or left over from rules below this confidence.
    private static let leastConfidenceBeside = 50.0

    /// Reads the page; places are in pixels. `nil` where time was up.
    /// - Parameters:
    ///   - page: As it was before rules were erased.
    ///   - lines: Reads a page of lines.
    func read(
        by recognizer: LineRecognizer, _ page: Sheet, isTimeUp: () -> Bool, lines: (Sheet) -> PageText?
    ) -> PageText? {
        guard let read = readColumns(by: recognizer, isTimeUp) else { return nil }
        guard Self.isChinese(read) else { return lines(page) }
        var text = PageText(lines: read.flatMap(\.self))
        if hasMore {
            guard let others = lines(rest()) else { return nil }
            text.lines = inOrder(read, others.lines)
        }
        putBack(&text)
        text.confidence = text.meanConfidence ?? 0
        if isCertain { return text }
        guard let other = lines(page) else { return nil }
        return text.merit * ratio > other.merit ? text : other
    }

    /// The lines of the tiers.
    private func readColumns(by recognizer: LineRecognizer, _ isTimeUp: () -> Bool) -> [[PageText.Line]]? {
        let columns = tiers.map { tier in
            tier.compactMap {
                UprightColumn(of: sheet, column: $0, step: step, height: recognizer.height)
            }
        }
        guard let readings = recognizer.read(columns.joined().map(\.picture), isTimeUp: isTimeUp) else {
            return nil
        }
        var rest = readings[...]
        return columns.map { tier in
            tier.compactMap { column in
                rest.popFirst().map(column.line).flatMap { $0.words.allSatisfy(\.text.isEmpty) ? nil : $0 }
            }
        }
    }

    private static func isChinese(_ tiers: [[PageText.Line]]) -> Bool {
        let text = PageText(lines: tiers.flatMap(\.self))
        let letters = text.lines.flatMap(\.words).flatMap(\.text.unicodeScalars)
        let han = letters.count(where: \.properties.isIdeographic)
        return han > 1 && Double(han) >= leastHanShare * Double(letters.count)
            && text.meanConfidence ?? 0 >= leastConfidence
    }

    /// The page without the columns.
    private func rest() -> Sheet {
        var bytes = sheet.bytes
        let (width, height) = (sheet.bitmap.width, sheet.bitmap.height)
        for area in tiers.joined() {
            for y in max(0, area.y - 1)..<min(height, area.y + area.height + 1) {
                for x in max(0, area.x - 1)..<min(width, area.x + area.width + 1) {
                    bytes[y * width + x] = sheet.paper
                }
            }
        }
        return Bitmap(gray: bytes, width: width, height: height).map(Sheet.init) ?? sheet
    }

    /// Lines above a tier come before it, others after it.
    private func inOrder(_ columns: [[PageText.Line]], _ others: [PageText.Line]) -> [PageText.Line] {
        let page = QuarterTurn(width: Double(sheet.bitmap.width), height: Double(sheet.bitmap.height))
        var waiting = others.compactMap { line -> (middle: Int, line: PageText.Line)? in
            var line = line
            line.words.removeAll { $0.confidence < Self.leastConfidenceBeside }
            let area = page.turned(by: line.turn).area(before: line.box)
            return line.words.isEmpty ? nil : (area.y + area.height / 2, line)
        }
        var ordered: [PageText.Line] = []
        for (tier, lines) in zip(tiers, columns) {
            let top = tier.map(\.y).min() ?? 0
            ordered += waiting.filter { $0.middle < top }.map(\.line) + lines
            waiting.removeAll { $0.middle < top }
        }
        return ordered + waiting.map(\.line)
    }

    /// Moves places to where they are on the page that leans.
    private func putBack(_ text: inout PageText) {
        let page = QuarterTurn(width: Double(sheet.bitmap.width), height: Double(sheet.bitmap.height))
        for index in text.lines.indices {
            let turn = text.lines[index].turn
            func moved(_ box: PageText.Box) -> PageText.Box {
                let area = page.turned(by: turn).area(before: box)
                let shift = lean * Double(area.y + area.height / 2)
                var box = box
                switch turn {
                case 90: box.y += shift
                case 180: box.x -= shift
                case 270: box.y -= shift
                default: box.x += shift
                }
                return box
            }
            let line = text.lines[index]
            let box = moved(line.box)
            let (right, down) = (box.x - line.box.x, box.y - line.box.y)
            text.lines[index].box = box
            text.lines[index].baseline = PageText.Baseline(
                x1: line.baseline.x1 + right, y1: line.baseline.y1 + down, x2: line.baseline.x2 + right,
                y2: line.baseline.y2 + down)
            for word in line.words.indices {
                text.lines[index].words[word].box = moved(line.words[word].box)
            }
        }
    }
}
