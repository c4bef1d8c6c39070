// A page of lines, read piece by piece.

internal import LineRecognition

/// Reads the lines that layout analysis finds.
struct LineReader {
    let recognizer: LineRecognizer
    let layout: PageLayout
    let dpi: Double
    let deadline: ContinuousClock.Instant
    /// The model that reads the Latin words of Han lines; `nil` where the lines are not Han.
    let latin: (() -> LineRecognizer?)?

    func isTimeUp() -> Bool { ContinuousClock.now >= deadline }

    /// Places are in pixels. `nil` where time was up.
    func read(_ page: Sheet) -> PageText? {
        let placed = layout.lines(
            of: page.bytes, width: page.bitmap.width, height: page.bitmap.height, dpi: dpi)
        let bounds = LineBounds(page, placed)
        let (sheet, found) = (bounds.sheet, bounds.settled(placed))
        let pieces = found.enumerated().flatMap { index, line in
            line.pieces.compactMap {
                LinePiece(of: sheet, $0, line: index, turn: line.place.turn, height: recognizer.height)
            }
        }
        if isTimeUp() { return nil }
        // What stands or lies on its side may be a column of upright characters.
        let columns = pieces.map { piece in
            found[piece.line].place.turn % 180 == 0
                ? nil : UprightColumn(of: sheet, piece.area, height: recognizer.height)
        }
        let pictures = pieces.map(\.picture) + columns.compactMap { $0?.picture }
        guard let readings = recognizer.read(pictures, isTimeUp: isTimeUp) else { return nil }
        var text = PageText(lines: found.map(\.place.line))
        var latinWords: [LatinWords] = []
        var ofColumns = readings.dropFirst(pieces.count)
        for (index, piece) in pieces.enumerated() {
            if let column = columns[index], let reading = ofColumns.popFirst(),
                let line = column.line(of: reading, againstSideways: readings[index])
            {
                text.lines.append(line)
                continue
            }
            let words = piece.words(of: readings[index], on: sheet)
            if latin != nil {
                latinWords += LatinWords.runs(
                    in: words, from: text.lines[piece.line].words.count, line: piece.line,
                    turn: found[piece.line].place.turn)
            }
            text.lines[piece.line].words += words
        }
        if !latinWords.isEmpty, let other = latin?() {
            guard
                LatinWords.settle(latinWords, in: &text.lines, on: sheet, by: other, isTimeUp: isTimeUp)
            else { return nil }
        }
        for (index, line) in found.enumerated() {
            text.lines[index].words = text.lines[index].words.map { $0.within(line.place.box) }
        }
        text.lines.removeAll { $0.words.isEmpty }
        text.orderColumns()
        text.confidence = text.meanConfidence ?? 0
        return text
    }
}

extension PageText.Word {
    /// The word without what its box has of the lines above and below, whose letters may reach into the line's picture.
    fileprivate func within(_ line: PageText.Box) -> PageText.Word {
        var copy = self
        let (top, foot) = (max(box.y, line.y), min(box.y + box.height, line.y + line.height))
        if foot > top { (copy.box.y, copy.box.height) = (top, foot - top) }
        return copy
    }
}
