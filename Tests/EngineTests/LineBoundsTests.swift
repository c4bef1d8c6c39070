@testable internal import Engine
internal import Foundation
internal import Testing

/// The ends of lines and the rules between cells, on pages that poppler drew.
@Suite(.serialized) struct LineBoundsTests {
    private func page(_ fixture: String) throws -> Drawing {
        try Drawing(of: JobFolder.fixtures.appending(path: "\(fixture).pdf"))
    }

    private func sheet(_ page: Drawing) throws -> Sheet {
        Sheet(try #require(Bitmap(gray: page.gray, width: page.width, height: page.height)))
    }

    private func found(_ page: Drawing) throws -> [PageLayout.Line] {
        let layout = try #require(PageLayout())
        return try layout.lines(of: sheet(page).bytes, width: page.width, height: page.height, dpi: 200)
    }

    private func settled(_ lines: [PageLayout.Line], _ page: Drawing) throws -> [PageLayout.Line] {
        LineBounds(try sheet(page), lines).settled(lines)
    }

    private func isInside(_ x: Int, _ y: Int, _ columns: Range<Int>, _ rows: Range<Int>) -> Bool {
        columns.contains(x) && rows.contains(y)
    }

    @Test(arguments: ["chinese-scan", "traditional-scan", "english-scan"])
    func findsCharactersThatWereLeftOut(fixture: String) throws {
        let page = try page(fixture)
        let lines = try found(page)
        let whole = try settled(lines, page)
        var cut = whole
        for index in cut.indices {
            let row = cut[index].row(of: cut[index].pieces[0]).count
            for number in cut[index].pieces.indices where cut[index].pieces[number].width > Double(6 * row) {
                cut[index].pieces[number].x += Double(row)
                cut[index].pieces[number].width -= Double(row * 5 / 2)
            }
        }
        let again = try settled(cut, page)
        #expect(again.map(\.pieces) == whole.map(\.pieces))
        #expect(again.map(\.place.box) == whole.map(\.place.box))
        for (line, other) in zip(again, whole) {
            #expect(abs(line.place.baseline.y2 - other.place.baseline.y2) < 0.01)
        }
    }

    @Test func givesInkBetweenPiecesToOneOfThem() throws {
        let page = try page("chinese-scan")
        let whole = try settled(found(page), page)
        var parted = whole
        let index = try #require(whole.indices.max { whole[$0].place.box.width < whole[$1].place.box.width })
        let row = Double(whole[index].row(of: whole[index].pieces[0]).count)
        let piece = try #require(whole[index].pieces.first)
        let (left, right) = (piece.width / 2 - row * 1.5, piece.width / 2 + row * 1.5)
        parted[index].pieces = [
            PageText.Box(x: piece.x, y: piece.y, width: left, height: piece.height),
            PageText.Box(x: piece.x + right, y: piece.y, width: piece.width - right, height: piece.height),
        ]
        let lines = try settled(parted, page)
        let pieces = try #require(lines.first { $0.place.box.y == whole[index].place.box.y }).pieces
        #expect(pieces.count == 2)
        let gap = pieces[1].x - pieces[0].x - pieces[0].width
        #expect(gap >= 0 && gap < row / 2, "\(pieces)")
    }

    /// How far, and how large, what stands beside the text is; in line heights.
    @Test(arguments: [
        (0.8, 0.8, 0.8), (0.3, 4.0, 0.2), (0.3, 0.1, 0.1), (0.3, 9.0, 9.0), (0.3, 0.1, 9.0), (-0.2, 0.1, 9.0),
    ])
    func leavesOtherInkOut(gap: Double, height: Double, width: Double) throws {
        let page = try page("chinese-scan")
        let whole = try settled(found(page), page)
        let index = try #require(
            whole.indices.max {
                whole[$0].place.box.x + whole[$0].place.box.width < whole[$1].place.box.x
                    + whole[$1].place.box.width
            })
        let row = whole[index].row(of: whole[index].pieces[0])
        let right = whole[index].place.box.x + whole[index].place.box.width
        let start = Int(right + gap * Double(row.count))
        let columns = start..<start + max(2, Int(width * Double(row.count)))
        let middle = (row.lowerBound + row.upperBound) / 2
        let half = max(1, Int(height * Double(row.count) / 2))
        let other = page.map { x, y, level in
            isInside(x, y, columns, middle - half..<middle + half) ? 20 : level
        }
        #expect(try settled(whole, other).map(\.pieces) == whole.map(\.pieces))
    }

    @Test func drawsBackFromWhatIsBesideTheInk() throws {
        let page = try page("english-scan")
        let whole = try settled(found(page), page)
        var wide = whole
        for index in wide.indices {
            wide[index].pieces[0].x -= 9
            wide[index].pieces[0].width += 9
        }
        #expect(try settled(wide, page).map(\.pieces) == whole.map(\.pieces))
    }

    /// A line of at least three words, and the columns of a stroke in the middle of the gap behind its second word.
    private func gap(_ page: Drawing, _ recognizer: TextRecognizer) throws -> (
        words: [String], row: Range<Int>, columns: Range<Int>
    ) {
        let bitmap = try #require(Bitmap(gray: page.gray, width: page.width, height: page.height))
        let text = try #require(recognizer.read(bitmap, dpi: 200, seconds: 60))
        let lines = try settled(found(page), page)
        let index = try #require(
            text.lines.indices.first { text.lines[$0].words.count > 4 && lines[$0].pieces.count == 1 })
        let words = text.lines[index].words
        let middle = Int((words[1].box.x + words[1].box.width + words[2].box.x) / 2)
        return (words.map(\.text), lines[index].row(of: lines[index].pieces[0]), middle - 1..<middle + 1)
    }

    @Test func takesNoRuleForACharacter() throws {
        let recognizer = try TextRecognizerTests().ours("eng")
        let page = try page("english-scan")
        let (words, row, columns) = try gap(page, recognizer)
        let excess = row.count / 3
        let rows = row.lowerBound - excess..<row.upperBound + excess
        let ruled = page.map { x, y, level in isInside(x, y, columns, rows) ? 20 : level }
        let lines = try settled(found(page), ruled)
        #expect(
            lines.contains {
                $0.pieces.count == 2 && $0.row(of: $0.pieces[0]).contains(row.lowerBound + row.count / 2)
            })
        let bitmap = try #require(Bitmap(gray: ruled.gray, width: page.width, height: page.height))
        let text = try #require(recognizer.read(bitmap, dpi: 200, seconds: 60))
        #expect(text.lines.contains { $0.words.map(\.text) == words })
        #expect(!text.lines.contains { $0.words.contains { $0.text == "|" } })
    }

    @Test func keepsABarInText() throws {
        let recognizer = try TextRecognizerTests().ours("eng")
        let page = try page("english-scan")
        let (words, row, columns) = try gap(page, recognizer)
        let barred = page.map { x, y, level in isInside(x, y, columns, row) ? 20 : level }
        let lines = try settled(found(page), barred)
        #expect(
            lines.contains {
                $0.pieces.count == 1 && $0.row(of: $0.pieces[0]).contains(row.lowerBound + row.count / 2)
            })
        let bitmap = try #require(Bitmap(gray: barred.gray, width: page.width, height: page.height))
        let text = try #require(recognizer.read(bitmap, dpi: 200, seconds: 60))
        // Which of the characters that are but a stroke it is taken for does not matter here.
        let (before, after) = (words.prefix(2).joined(), words.dropFirst(2).joined())
        #expect(
            text.lines.contains {
                let line = $0.words.map(\.text).joined()
                return line.hasPrefix(before) && line.hasSuffix(after)
                    && line.count == before.count + 1 + after.count
            })
    }
}
