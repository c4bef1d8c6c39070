@testable internal import Engine
internal import Testing

@Suite struct TextBlocksTests {
    /// A line whose letters have a size, every character half as wide.
    private func line(_ text: String, _ y: Double, x: Double = 50, size: Double = 10) -> TextDocument.Line {
        var words: [PageText.Word] = []
        var place = x
        for word in text.split(separator: " ") {
            let isHan = word.unicodeScalars.first?.isWrittenWithoutSpaces == true
            let width = Double(word.count) * size * (isHan ? 1 : 0.5)
            words.append(
                PageText.Word(
                    text: String(word), box: .init(x: place, y: y, width: width, height: size),
                    confidence: 90))
            place += width + size * 0.3
        }
        let box = PageText.Box(x: x, y: y, width: place - x - size * 0.3, height: size)
        let foot = PageText.Baseline(x1: x, y1: y + size * 0.8, x2: x + box.width, y2: y + size * 0.8)
        return TextDocument.Line(PageText.Line(baseline: foot, box: box, words: words), isDigital: false)
    }

    private func markdown(_ lines: [TextDocument.Line]) -> [Substring] {
        var page = TextDocument.Page(
            number: 1,
            geometry: PageGeometry(
                box: .init(left: 0, bottom: 0, right: 500, top: 700), rotation: 0, userUnit: 1),
            source: .recognised)
        page.lines = lines
        return MarkdownWriter().page(page, isLast: true).split(separator: "\n")
    }

    @Test func largeLinesAreHeadings() {
        let text = markdown([
            line("A Title of the Whole", 20, size: 24), line("A section", 60, size: 16),
            line("The first line of a paragraph that is", 90),
            line("long goes on here and ends with a stop", 102),
        ])
        #expect(
            text == [
                "<!-- page 1 -->", "# A Title of the Whole", "## A section",
                "The first line of a paragraph that is long goes on here and ends with a stop",
            ])
    }

    @Test func gapIndentAndShortLineBeginAParagraph() {
        let full = "words that fill the whole line of a column here"
        let text = markdown([
            line(full, 20), line(full, 32), line(full, 60), line(full, 72), line(full, 84, x: 70),
            line("The end.", 96), line(full, 108), line(full, 120),
        ])
        #expect(text.count == 1 + 4, "\(text)")
    }

    @Test func listsAreLists() {
        let text = markdown([
            line("• apples and", 20), line("pears", 32, x: 60), line("• plums", 44), line("1. first", 70),
            line("2. second", 82), line("3.14 is a number", 110),
        ])
        #expect(
            text.dropFirst() == [
                "- apples and pears", "- plums", "1. first", "2. second", "3.14 is a number",
            ])
    }

    @Test func hyphenGoesAndHanTextMeets() {
        #expect(markdown([line("it was fin-", 20), line("ished", 32)])[1] == "it was finished")
        #expect(markdown([line("本馆每天上午九点开", 20), line("放，下午关闭。", 32)])[1] == "本馆每天上午九点开放，下午关闭。")
    }

    @Test(arguments: [
        ("a*b_c [d] <e>", "a\\*b\\_c \\[d\\] \\<e\\>"), ("# no title", "\\# no title"),
        ("-5 degrees", "\\-5 degrees"), ("No. #5", "No. #5"),
    ])
    func markdownIsEscaped(text: String, expected: String) {
        #expect(markdown([line(text, 20)])[1] == expected)
    }

    @Test(arguments: [
        ("<a><b>x &amp; y</b></a>", true), ("<a><b></a></b>", false), ("<a>x & y</a>", false),
        ("<a>", false), ("<a/>", true), ("text", false), ("<a></a></b>", false), ("<a t=\"x></a>", false),
        ("<?xml version=\"1.0\"?><a>&#39;</a>", true),
    ])
    func brokenXMLIsFound(text: String, isSound: Bool) {
        #expect((XMLCheck(text) != nil) == isSound)
    }
}
