@testable import Engine
internal import Testing

@Suite struct TextLayerTests {
    private func word(_ text: String, _ x: Double, _ width: Double) -> PageText.Word {
        PageText.Word(text: text, box: .init(x: x, y: 0, width: width, height: 10), confidence: 90)
    }

    @Test func hanWordsBecomeOneRun() {
        let runs = TextRun.runs(of: [word("图书", 0, 20), word("馆", 23, 10), word("说明", 40, 20)], height: 10)
        #expect(runs == [TextRun(text: "图书馆说明", start: 0, end: 60)])
    }

    @Test func latinWordsArePartedByOneSpace() {
        let runs = TextRun.runs(of: [word("one", 0, 20), word("two", 19, 20)], height: 10)
        #expect(runs.map(\.isFollowedBySpace) == [true, false])
        #expect(runs[0].end < runs[1].start)
    }

    @Test(arguments: [(1.0, false), (3.5, true)])
    func gapDecidesBetweenHanAndLatin(gap: Double, isSpace: Bool) {
        let runs = TextRun.runs(of: [word("借阅", 0, 20), word("PDF", 20 + gap, 15)], height: 10)
        #expect(runs[0].isFollowedBySpace == isSpace)
        if !isSpace { #expect(runs[0].end == runs[1].start) }
    }

    @Test(arguments: [
        ("借阅", "PDF", true, 1.5, true), ("借阅", "PDF", false, 2.5, false), ("借阅", "PDF", false, 3.5, true),
        ("PDF", "借阅", false, 3.5, false), ("PDF", "借阅", true, 1.5, true), ("借阅，", "PDF", false, 7, false),
        ("借阅，", "PDF", true, 7, true), ("220", "。", true, 3, false),
    ])
    func readSpacesCountMoreThanGaps(left: String, right: String, isRead: Bool, gap: Double, isSpace: Bool) {
        var second = word(right, 20 + gap, 15)
        second.followsSpace = isRead
        let runs = TextRun.runs(of: [word(left, 0, 20), second], height: 10)
        #expect(runs[0].isFollowedBySpace == isSpace)
    }

    @Test(arguments: [(5.0, 1), (30, 2), (-20, 2)])
    func piecesOfAHanLineAreJoined(gap: Double, count: Int) {
        func line(_ text: String, _ x: Double) -> PageText.Line {
            let foot = PageText.Baseline(x1: x, y1: 8, x2: x + 40, y2: 8)
            return PageText.Line(
                baseline: foot, box: .init(x: x, y: 0, width: 40, height: 10), words: [word(text, x, 40)])
        }
        var page = PageText(lines: [line("劳动的样品。", 0), line("它们只是", 40 + gap)])
        page.joinPieces()
        #expect(page.lines.count == count)
        #expect(page.lines.flatMap(\.words).map(\.text) == ["劳动的样品。", "它们只是"])
    }

    /// A line whose letters fill 10 points from `y` to the baseline.
    private func line(_ x: Double, _ y: Double, height: Double = 10, fall: Double = 0, width: Double = 200)
        -> PageText.Line
    {
        let words = stride(from: x, to: x + width, by: 50).map { left in
            let middle = y + fall * (left + 20 - x)
            return PageText.Word(
                text: "word", box: .init(x: left, y: middle, width: 40, height: height), confidence: 90)
        }
        return PageText.Line(
            baseline: .init(x1: x, y1: y + height, x2: x + width, y2: y + height + fall * width),
            box: .init(x: x, y: y, width: width - 10, height: height), words: words)
    }

    /// Poppler takes a change of size by a twentieth for the start of another text.
    @Test func linesOfNearlyTheSameHeightGetOneHeight() {
        let heights = LetterHeights.aligned([12.5, 13, 12.1, 13.6, 25, 26, 25, 32, 25])
        #expect(Set(heights.prefix(4)).count == 1 && Set(heights.suffix(5)).count == 1)
        #expect(heights[4] > heights[0] * 1.8)
    }

    /// Lines of one column are one text to readers that part texts where lines are 1.5 sizes apart or more, and columns
    /// where they are less than a size apart.
    @Test func columnsBesideEachOtherHaveLargeEmSquares() {
        let lines = [0.0, 250].flatMap { x in (0..<6).map { line(x, Double($0) * 20) } }
        let heights = lines.map(LetterHeights.height)
        #expect(TextStacks.emSquares(of: lines, heights: heights).allSatisfy { $0 == 2.5 })
        let narrow = [0.0, 212].flatMap { x in (0..<6).map { line(x, Double($0) * 20) } }
        #expect(TextStacks.emSquares(of: narrow, heights: heights).allSatisfy { $0 == 1.5 })
        // A column by itself, and the rows of a table, stay as they are.
        #expect(
            TextStacks.emSquares(of: Array(lines.prefix(6)), heights: heights).allSatisfy { $0 == 1 })
        let rows = (0..<6).map { index in
            var row = line(0, Double(index) * 20)
            row.words.append(contentsOf: line(250, Double(index) * 20).words)
            return row
        }
        #expect(TextStacks.emSquares(of: rows, heights: heights).allSatisfy { $0 == 1 })
    }

    /// The ink of a line may fall by more than its height: its boxes follow, its origins do not.
    @Test(arguments: [-0.05, -0.02, 0.02, 0.05])
    func originsOfALeaningLineAreLevel(fall: Double) {
        let line = line(50, 100, fall: fall, width: 300)
        let drawn = DrawnLine(line, height: 12.5, emSquare: 1)
        let pieces = drawn.runs.joined().filter { $0.text != " " }
        #expect(pieces.map(\.text) == Array(repeating: "word", count: 6) && drawn.slope == 0)
        let origins = pieces.map { $0.foot - $0.box.rise(letters: 12.5, size: drawn.emSquare) }
        #expect((origins.max() ?? 0) - (origins.min() ?? 0) < 0.25 * 12.5, "\(origins)")
        for piece in pieces {
            #expect(abs(piece.foot - line.baseline.y(at: (piece.start + piece.end) / 2)) < 0.01)
        }
    }

    /// A line among larger ones has the same spaces as by itself, in its layer, its marks and its sidecar.
    @Test func spacesDoNotDependOnTheLinesAround() {
        var line = line(0, 0, width: 50)
        line.words = [
            .init(text: "六成。", box: .init(x: 0, y: 0, width: 30, height: 10), confidence: 90),
            .init(text: "ISO", box: .init(x: 33.9, y: 0, width: 16, height: 10), confidence: 80),
        ]
        let alone = TextRun.runs(of: line.words, height: LetterHeights.height(of: line)).count
        let drawn = DrawnLine(line, height: 15, emSquare: 2).runs.filter { $0[0].text != " " }
        #expect(drawn.count == alone && alone == LayerMarks([line], confidence: nil).runs.count)
    }

    @Test func longRunsOfALeaningLineAreCut() {
        let text = "图书馆每天上午开放读者可以借阅五本图书"
        let line = PageText.Line(
            baseline: .init(x1: 0, y1: 10, x2: 400, y2: 26), box: .init(x: 0, y: 0, width: 400, height: 26),
            words: [.init(text: text, box: .init(x: 0, y: 0, width: 400, height: 26), confidence: 90)])
        let pieces = DrawnLine(line, height: 20, emSquare: 1).runs[0]
        #expect(pieces.count == 4 && pieces.map(\.text).joined() == text)
        #expect(zip(pieces, pieces.dropFirst()).allSatisfy { abs($0.end - $1.start) < 0.01 })
        // Steeper lines are drawn as they lean.
        let steep = PageText.Line(
            baseline: .init(x1: 0, y1: 10, x2: 400, y2: 60), box: line.box, words: line.words)
        let drawn = DrawnLine(steep, height: 20, emSquare: 1)
        #expect(drawn.runs[0].count == 1 && drawn.slope == 0.125)
    }

    @Test(arguments: [
        (0.0, "0"), (1.5, "1.5"), (-0.25, "-0.25"), (14400, "14400"), (0.0004, "0"), (-0.0001, "0"),
        (2.9999, "3"),
    ])
    func numbersAreWrittenAsPDFWantsThem(value: Double, text: String) {
        #expect(decimal(value) == text)
    }

    @Test(arguments: [(0, 10.0, 180.0), (90, 20, 10), (180, 90, 20), (270, 80, 190)])
    func seenPlacesReachUserSpace(rotation: Int, x: Double, y: Double) {
        let box = PageGeometry.Box(left: 0, bottom: 0, right: 100, top: 200)
        let place = PageGeometry(box: box, rotation: rotation, userUnit: 1).userSpace(x: 10, y: 20)
        #expect(place == (x, y))
    }

    @Test func rangesOfTheCharacterMapVaryInTheLastByteOnly() {
        let map = GlyphlessFont.toUnicode(["\u{20BB7}": 0xD800])
        let rows = map.matches(of: /<(\w{2})00> <(\w{2})FF> <(\w{2})00>/)
        #expect(rows.count == 248)
        #expect(rows.allSatisfy { $0.1 == $0.2 && $0.1 == $0.3 })
        #expect(map.contains("<D800> <D842DFB7>"))
    }
}
