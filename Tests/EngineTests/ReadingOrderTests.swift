@testable internal import Engine
internal import Foundation
internal import Testing

/// Text that is copied from a page comes out in the order in which it is read, also from readers that put it together by
/// themselves, such as poppler.
@Suite struct ReadingOrderTests {
    /// A line of five-letter words that are unlike all others.
    private func line(
        _ number: Int, _ x: Double, _ y: Double, words: Int, fall: Double = 0, scale: Double = 1
    ) -> PageText.Line {
        let words = (0..<words).map { index in
            let left = x + Double(index) * 37 * scale
            return PageText.Word(
                text: "w\(String(number * 20 + index + 10000).dropFirst())",
                box: .init(
                    x: left, y: y + fall * (left + 17 - x) - 9 * scale, width: 34 * scale,
                    height: 11.2 * scale),
                confidence: 90)
        }
        let width = (Double(words.count) * 37 - 3) * scale
        return PageText.Line(
            baseline: .init(x1: x, y1: y, x2: x + width, y2: y + fall * width),
            box: .init(x: x, y: y - 9 * scale, width: width, height: 11.2 * scale), words: words)
    }

    /// What poppler says of a page with these lines.
    private func output(for lines: [PageText.Line], _ options: [String] = []) throws -> String {
        let file = try PDFFile.empty(named: "page.pdf")
        try file.addPage(file.indirect(file.object("<< /Type /Page /MediaBox [0 0 595 842] >>")))
        let page = try file.page(1)
        let boxes = TextLayer.letterBoxes(of: lines)
        let editor = TextLayerEditor(
            page: page, fonts: try GlyphlessFont.add(boxes, to: file, supplement: [:]))
        let layer = TextLayer(
            geometry: page.geometry, fontNames: try editor.addFonts(boxes), supplement: [:])
        try editor.addContent(LayerMarks(lines, confidence: nil)) { layer.content(of: lines) }
        let pdf = scratch.appending(path: "\(UUID().uuidString).pdf")
        try file.write(to: pdf.path())
        return String(
            decoding: try tool("pdftotext", arguments: options + [pdf.path(), "-"]), as: UTF8.self)
    }

    private func words(of lines: [PageText.Line], _ options: String...) throws -> [String] {
        try output(for: lines, options).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private func expectOrder(of lines: [PageText.Line], _ comment: Comment) throws {
        // In the order of the stream, only wide gaps are spaces.
        let raw = try words(of: lines, "-raw")
        #expect(raw == lines.flatMap(\.words).map(\.text), comment)
        let found = try words(of: lines)
        #expect(found == lines.flatMap(\.words).map(\.text), comment)
    }

    /// Two columns whose paragraphs end at the same height are no table.
    @Test(arguments: [14.5, 18, 22]) func columnsAreReadOneAfterTheOther(pitch: Double) throws {
        var lines: [PageText.Line] = []
        for (column, firstEnd) in [5, 11].enumerated() {
            for row in 0..<32 where ![firstEnd, 17, 24].contains(row) {
                let (x, y) = (60 + Double(column) * 260, 70 + Double(row) * pitch)
                lines.append(line(column * 40 + row, x, y, words: 5))
            }
        }
        try expectOrder(of: lines, "pitch \(pitch)")
    }

    /// Also where cells are empty, rows of a table stay whole.
    @Test func tablesAreReadRowByRow() throws {
        let lines = (0..<24).map { row in
            let cells = [60, 215, 380].enumerated().filter { row == 0 || (row * 7 + $0.offset * 5) % 4 != 0 }
            let parts = cells.map { column, x in
                line(row * 3 + column, Double(x), 80 + Double(row) * 25.5, words: 1 + (row + column) % 3)
            }
            var whole = parts[0]
            whole.words = parts.flatMap(\.words)
            whole.box = PageText.Box.around(parts.map(\.box)) ?? whole.box
            return whole
        }
        try expectOrder(of: lines, "table")
    }

    /// Columns that make room for a caption between them, which reaches into the places of both.
    @Test func columnsAroundACaptionStayWhole() throws {
        var columns: [[PageText.Line]] = [[], []]
        for row in 0..<40 {
            let (y, isNarrow) = (70 + Double(row) * 14, (12..<28).contains(row))
            columns[0].append(line(row, 60, y, words: isNarrow ? 3 : 5))
            columns[1].append(line(100 + row, isNarrow ? 390 : 300, y, words: isNarrow ? 3 : 5))
        }
        let caption: [PageText.Line] = (0..<6).map {
            line(200 + $0, 205, 264 + Double($0) * 14, words: 4, scale: 0.9)
        }
        let found = try words(of: columns[0] + caption + columns[1])
        let blocks: [[PageText.Line]] = columns + [caption]
        for block in blocks {
            let expected = block.flatMap(\.words).map(\.text)
            let start = try #require(found.firstIndex(of: expected[0]))
            #expect(Array(found[start...].prefix(expected.count)) == expected)
        }
    }

    /// A letter that stands twice in a narrow word is not taken for one that is drawn twice.
    @Test func doubledLettersStay() throws {
        var lines = [0, 1].flatMap { column in
            (0..<12).map {
                line(column * 40 + $0, 60 + Double(column) * 280, 100 + Double($0) * 24, words: 5)
            }
        }
        for (index, text) in [(3, "illegally"), (15, "committee")] {
            var box = lines[index].words[1].box
            box.width = 24
            lines[index].words[1] = PageText.Word(text: text, box: box, confidence: 90)
        }
        try expectOrder(of: lines, "doubled letters")
    }

    /// The end of a line is as high as the beginning of the next, or of the one before it.
    @Test(arguments: [-0.04, -0.02, -0.005, 0.005, 0.02, 0.04])
    func linesOfLeaningPagesStayWhole(fall: Double) throws {
        let lines = (0..<30).map { line($0, 60, 110 + Double($0) * 18, words: 12, fall: fall) }
        try expectOrder(of: lines, "fall \(fall)")
    }

    /// A line of Han text is one run, and its boxes follow the ink all the same.
    @Test(arguments: [-0.05, -0.035, -0.02, 0.02, 0.0285, 0.035, 0.05])
    func boxesOfALeaningHanLineFollowItsInk(fall: Double) throws {
        let text = String(repeating: "图书馆每天上午开放", count: 4)
        let line = PageText.Line(
            baseline: .init(x1: 60, y1: 200, x2: 480, y2: 200 + 420 * fall),
            box: .init(x: 60, y: 189, width: 420, height: 28),
            words: [
                .init(text: text, box: .init(x: 60, y: 199.4 - 2, width: 420, height: 11), confidence: 90)
            ])
        let boxes = try output(for: [line], ["-bbox"]).matches(
            of: /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.+?)</)
        #expect(boxes.map { String($0.5) }.joined() == text && boxes.count > 2)
        for box in boxes {
            let (left, top) = (Double(box.1) ?? 0, Double(box.2) ?? 0)
            let (right, foot) = (Double(box.3) ?? 0, Double(box.4) ?? 0)
            let baseline = line.baseline.y(at: (left + right) / 2)
            #expect(top < baseline - 7 && foot > baseline && foot < baseline + 5, "\(box.0)")
        }
    }
}
