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

    /// Poppler takes a change of size by a twentieth for the start of another text.
    @Test func linesOfNearlyTheSameSizeGetOneSize() {
        func line(_ y: Double, _ height: Double) -> PageText.Line {
            PageText.Line(
                baseline: .init(x1: 0, y1: y + height, x2: 40, y2: y + height),
                box: .init(x: 0, y: y, width: 40, height: height),
                words: [.init(text: "a", box: .init(x: 0, y: y, width: 40, height: height), confidence: 90)])
        }
        let box = PageGeometry.Box(left: 0, bottom: 0, right: 100, top: 200)
        let layer = TextLayer(
            geometry: PageGeometry(box: box, rotation: 0, userUnit: 1), fontName: "F", supplement: [:])
        let lines = [line(0, 10), line(20, 10.4), line(40, 9.7), line(60, 10.9), line(80, 20), line(120, 21)]
        let content = String(decoding: layer.content(of: lines), as: UTF8.self)
        let sizes = content.matches(of: /\/F ([\d.]+) Tf/).compactMap { Double($0.1) }
        #expect(Set(sizes.prefix(4)).count == 1 && Set(sizes.suffix(2)).count == 1)
        #expect(sizes.count == 6 && sizes[4] > sizes[0] * 1.8)
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
