@testable internal import Engine
internal import Testing

@Suite struct TextLayerReadingTests {
    /// What is drawn on a page of any rotation, in lines of any turn, is read back from where it was.
    @Test(arguments: (0..<16).map { (rotation: $0 / 4 * 90, line: $0 % 4 * 90) }, [0.0, 1, 5, 30])
    func layerIsReadAsItWasDrawn(turns: (rotation: Int, line: Int), fall: Double) throws {
        let (rotation, turn) = turns
        let file = try PDFFile.empty(named: "page.pdf")
        try file.addPage(
            file.indirect(
                file.object(
                    "<< /Type /Page /MediaBox [10 20 410 620] /Rotate \(rotation) /UserUnit 1.5 >>")))
        let page = try file.page(1)
        func word(_ text: String, _ x: Double, _ width: Double, _ confidence: Double) -> PageText.Word {
            let y = 92 + fall * (x + width / 2 - 60) / 110
            return PageText.Word(
                text: text, box: .init(x: x, y: y, width: width, height: 10), confidence: confidence)
        }
        let words = [word("two", 60, 20, 91), word("words", 90, 30, 72), word("\u{20000}字", 150, 20, 55)]
        let line = PageText.Line(
            turn: turn, baseline: .init(x1: 60, y1: 100, x2: 170, y2: 100 + fall),
            box: .init(x: 60, y: 92, width: 110, height: 10), words: words)
        let supplement = GlyphlessFont.supplement(for: ["\u{20000}"])
        let boxes = TextLayer.letterBoxes(of: [line])
        let editor = TextLayerEditor(
            page: page, fonts: try GlyphlessFont.add(boxes, to: file, supplement: supplement))
        let layer = TextLayer(
            geometry: page.geometry, fontNames: try editor.addFonts(boxes), supplement: supplement)
        let marks = LayerMarks(
            [line], confidence: 72.5, corrections: 3, engine: .init(name: "Reader", version: "1.2 (x)"))
        try editor.addContent(marks) { layer.content(of: [line]) }
        let reading = TextLayerReading(of: page)
        let found = try #require(reading.lines.first)
        #expect(reading.lines.count == 1 && found.turn == turn)
        #expect(found.words.map(\.text) == ["two", "words", "\u{20000}字"])
        #expect(found.words.map(\.confidence) == [91, 72, 55])
        for (word, drawn) in zip(found.words, words) {
            #expect(abs(word.box.x - drawn.box.x) < 0.1, "\(word.box)")
            #expect(abs(word.box.x + word.box.width - drawn.box.x - drawn.box.width) < 1.5)
            let (middle, foot) = (word.box.y + word.box.height / 2, drawn.box.y + drawn.box.height)
            #expect(middle > drawn.box.y && middle < foot, "\(word.box)")
        }
        for x in [60.0, 170] {
            #expect(abs(found.baseline.y(at: x) - line.baseline.y(at: x)) < 0.2, "\(found.baseline)")
        }
        #expect(reading.marks?.confidence == 72.5 && reading.marks?.corrections == 3)
        #expect(reading.marks?.engine?.name == "Reader" && reading.marks?.engine?.version == "1.2 x")
        // Drawn again from what was read, it is the same.
        let again = LayerMarks(reading.lines, confidence: nil, engine: nil)
        #expect(again.runs == marks.runs)
    }
}
