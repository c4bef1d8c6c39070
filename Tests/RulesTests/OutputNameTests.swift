// Names of results: mirrored, expanded, made safe, cut and numbered.

internal import Documents
internal import Rules
internal import Testing

@Suite struct OutputNameTests {
    private func name(_ source: RawName, _ from: FileType = .pdf, _ to: FileType = .pdf, title: String? = nil)
        -> OutputName
    {
        OutputName(
            source: source, sourceType: from, resultType: to, folder: "invoices", rule: "a/b",
            localTime: [2024, 3, 7, 9, 5, 1],
            pages: 12, sha256: "0123456789abcdef", title: title)
    }

    @Test(
        arguments: [
            ("a.pdf", .pdf, .pdf, "a.pdf"), ("sub/deep/A.PDF", .pdf, .pdf, "sub/deep/A.PDF"),
            ("a.JPEG", .jpeg, .jpeg, "a.JPEG"),
            ("sub/a.jpg", .jpeg, .pdf, "sub/a.pdf"), ("a.jpg", .pdf, .pdf, "a.pdf"),
            ("a", .pdf, .pdf, "a.pdf"),
            ("a.docx", .pdf, .pdf, "a.pdf"), ("scan.2024", .pdf, .pdf, "scan.2024.pdf"),
            ("Dr. Who", .png, .pdf, "Dr. Who.pdf"),
            ("a.png", .pdf, .pdf, "a.pdf"), ("x.heic", .heic, .jpeg, "x.jpg"),
            ("a\nb?.pdf", .pdf, .pdf, "a\nb?.pdf"),
            ("a.pdf.pdf", .pdf, .pdf, "a.pdf.pdf"), ("发票.tif", .tiff, .pdf, "发票.pdf"),
        ] as [(RawName, FileType, FileType, RawName)])
    func mirrorsSource(source: RawName, from: FileType, to: FileType, expected: RawName) {
        #expect(name(source, from, to).expanded(nil as String?) == expected)
    }

    @Test(
        arguments: [
            ([.text], "scan.pdf", ["scan.txt"]),
            ([.json, .hocr], "a/b (2).pdf", ["a/b (2).json", "a/b (2).hocr"]),
            ([.text, .text], "scan.pdf", ["scan.txt", "scan-2.txt"]), ([.markdown], "2024", ["2024.md"]),
            (
                [.hocr], RawName(String(repeating: "x", count: 251) + ".pdf"),
                [RawName(String(repeating: "x", count: 250) + ".hocr")]
            ),
        ] as [([FileType], RawName, [RawName])])
    func sideFileHasTheStemOfItsDocument(types: [FileType], name: RawName, expected: [RawName]) {
        #expect(namesOfSides(of: types, beside: name) == expected)
    }

    @Test(
        arguments: [
            ("{stem}.pdf", "Scan 1.pdf"), ("{stem}.{ext}", "Scan 1.pdf"),
            ("{date:yyyy-MM}/{stem}.pdf", "2024-03/Scan 1.pdf"),
            ("{date}.pdf", "2024-03-07.pdf"), ("{date:yyMd HHmmss}.pdf", "2437 090501.pdf"),
            ("{folder}/{rule}.pdf", "invoices/a_b.pdf"),
            ("{counter:03}.pdf", "001.pdf"), ("{counter}-{pages}-{part:02}.pdf", "1-12-01.pdf"),
            ("{sha8}.pdf", "01234567.pdf"),
            ("{title}.pdf", "Scan 1.pdf"), ("{stem}", "Scan 1.pdf"), ("{stem}.png", "Scan 1.pdf"),
            ("{{x}}.pdf", "{x}.pdf"),
            ("fixed.PDF", "fixed.PDF"), ("a. /b.pdf", "a/b.pdf"),
        ] as [(String, RawName)]) func expandsTemplate(template: String, expected: RawName)
    {
        #expect(name("in/Scan 1.jpg", .jpeg).expanded(template) == expected)
    }

    @Test(
        arguments: [
            ("a/b\\c", "a_b_c.pdf"), ("../../etc/passwd", "_.._etc_passwd.pdf"), ("..", "_.pdf"),
            (" . hidden", "hidden.pdf"),
            ("what? <now>: \"x|y*\"", "what_ _now__ _x_y__.pdf"), ("two\n lines", "two lines.pdf"),
            ("bell\u{7}", "bell_.pdf"),
            ("exe\u{202E}fdp", "exe_fdp.pdf"), ("", "stem.pdf"), (" ", "stem.pdf"), ("年度報告", "年度報告.pdf"),
        ] as [(String, RawName)]) func makesTitleSafe(title: String, expected: RawName)
    {
        #expect(name("stem.pdf", title: title).expanded("{title}") == expected)
    }

    @Test func keepsBytesThatAreNotUTF8() {
        let stem: [UInt8] = [0x52, 0xE4, 0x0A, 0x3A]
        let source = RawName(stem + Array(".jpg".utf8))
        #expect(name(source, .jpeg, .pdf).expanded(nil as String?) == RawName(stem + Array(".pdf".utf8)))
        #expect(
            name(source, .jpeg, .pdf).expanded("{stem}.pdf")
                == RawName([0x52, 0xE4, 0x5F, 0x5F] + Array(".pdf".utf8)))
    }

    @Test func cutsOnCharacterEdge() {
        // 84 characters of 3 bytes are 252: the 84th does not fit beside ".pdf", which leaves 251.
        let long = String(repeating: "票", count: 84)
        let cut = name(RawName(long), .png, .pdf).expanded(nil as String?)
        #expect(cut == RawName(String(repeating: "票", count: 83) + ".pdf"))
        let accent = "x" + String(repeating: "e\u{301}", count: 84)
        #expect(name("a.pdf", title: accent).expanded("{title}.pdf").bytes.count == 1 + 83 * 3 + 4)
    }

    @Test func cutsInsideOneEndlessCharacter() {
        let endless = "e" + String(repeating: "\u{301}", count: 200)
        let cut = name("a.pdf", title: endless).expanded("{title}.pdf")
        #expect(cut.bytes.count == 251 - 0 - (251 - 1) % 2 + 4)
        #expect(String(validating: cut.bytes, as: UTF8.self) != nil)
    }

    @Test func cutsFoldersAndBytes() {
        let long = String(repeating: "x", count: 300)
        let path = name("a.pdf", title: long).expanded("{title}/{title}.pdf")
        #expect(path.components.map(\.bytes.count) == [255, 255])
        let bytes = [UInt8](repeating: 0xE4, count: 255)
        #expect(
            name(RawName(bytes), .png, .pdf).expanded(nil as String?).bytes == Array(bytes.prefix(251))
                + Array(".pdf".utf8))
    }

    @Test func tellsPartsApart() {
        var part = name("sub/a.pdf")
        part.part = 2
        #expect(part.expanded(nil as String?) == "sub/a-2.pdf")
        #expect(part.expanded("{stem}.pdf") == "a-2.pdf")
        #expect(part.expanded("{part:03} {stem}.pdf") == "002 a.pdf")
    }

    @Test func mirrorsWhereTemplateIsNone() {
        #expect(name("sub/a.pdf").expanded("../{x") == "sub/a.pdf")
    }

    @Test(
        arguments: [
            ("a.pdf", 2, "a (2).pdf"), ("sub/a.pdf", 10, "sub/a (10).pdf"), ("a", 2, "a (2)"),
            (".a", 2, ".a (2)"),
        ] as [(RawName, Int, RawName)]) func numbersName(taken: RawName, number: Int, expected: RawName)
    {
        #expect(numbered(taken, number) == expected)
    }

    @Test func numbersLongNameWithinLimit() {
        let taken = RawName(String(repeating: "票", count: 83) + ".pdf")
        #expect(numbered(taken, 2) == RawName(String(repeating: "票", count: 82) + " (2).pdf"))
        let full = RawName([UInt8](repeating: 0xE4, count: 251) + Array(".pdf".utf8))
        #expect(numbered(full, 1000).bytes.count == 255)
    }
}
