internal import Documents
internal import Foundation
internal import Testing

/// Pages with text of their own, beside or under a scan.
@Suite(.serialized) struct ExistingTextTests {
    private static let sentence = "A plain picture of a printed note."
    private static let filler = "Every drawer carries a white label with a number."

    private func occurrences(of part: String, in whole: String) -> Int {
        whole.components(separatedBy: part).count - 1
    }

    private func recognised(_ pdf: Data, _ options: [String: OptionValue] = [:]) throws -> String {
        let job = try JobFolder(named: "page.pdf", pdf)
        let result = try job.step("ocr", options)
        try tool("qpdf", "--check", result.path())
        #expect(try pixels(of: result) == pixels(of: job.source))
        return try text(of: result).joined()
    }

    @Test(arguments: [
        "BT /F 7 Tf 20 285 Td (x) Tj ET",
        "BT /F 6 Tf 20 6 Td (CONFIDENTIAL - produced under protective order, ACME 000123, page 7 of 19) Tj ET",
    ])
    func stampOrStrayLetterDoesNotHideAScan(stamp: String) throws {
        let text = try recognised(notePage(after: stamp))
        #expect(text.contains(Self.sentence))
        #expect(text.contains(Self.filler))
        #expect(occurrences(of: "protective", in: text) == occurrences(of: "protective", in: stamp))
    }

    @Test func pictureBesideTextIsReadAndTheTextIsLeft() throws {
        let lines = (0..<10).map { "(Line \($0) of this page was typed with a machine.) Tj T*" }
        let typed = "BT /F 12 Tf 14 TL 30 480 Td \(lines.joined(separator: " ")) ET"
        let text = try recognised(
            notePage(box: "0 0 419.4 595", before: typed))
        #expect(text.contains(Self.sentence))
        #expect(text.contains(Self.filler))
        #expect(occurrences(of: "was typed with a machine", in: text) == 10)
    }

    @Test func textOverItsPictureIsNotReadAgain() throws {
        let lines = (0..<20).map { "(Line \($0) of this page lies upon a background picture.) Tj T*" }
        let typed = "BT /F 12 Tf 13 TL 20 280 Td \(lines.joined(separator: " ")) ET"
        let job = try JobFolder(named: "page.pdf", notePage(after: typed))
        #expect(try Data(contentsOf: job.step("ocr")) == Data(contentsOf: job.source))
    }

    @Test(arguments: ["skip", "redo"])
    func invisibleTextIsReplacedOnlyWhereThatIsWanted(choice: String) throws {
        let layer = "BT 3 Tr /F 10 Tf 28 260 Td (Wrong words) Tj 0 Tr ET BT /F 5 Tf 28 4 Td (Seen 1) Tj ET"
        let text = try recognised(notePage(after: layer), ["existing_text": .text(choice)])
        #expect(text.contains("Wrong words") == (choice == "skip"))
        #expect(text.contains(Self.sentence) == (choice == "redo"))
        #expect(occurrences(of: "Seen 1", in: text) == 1)
    }

    @Test func redoLeavesOneLayer() throws {
        let job = try JobFolder("ocred.pdf")
        let first = try job.step("ocr", ["existing_text": .text("redo")])
        let again = try job.step(
            "ocr", ["existing_text": .text("redo")],
            on: StepFile(path: "01-ocr/result.pdf", type: .pdf, pages: 1))
        for result in [first, again] {
            #expect(occurrences(of: Self.filler, in: try text(of: result).joined()) == 1)
            try tool("qpdf", "--check", result.path())
            #expect(try pixels(of: result) == pixels(of: job.source))
        }
        let fonts = String(decoding: try tool("pdffonts", again.path()), as: UTF8.self)
        #expect(occurrences(of: "PapertrayText", in: fonts) == 1)
    }

    @Test func redoFindsTextInForms() throws {
        let job = try JobFolder("ocred.pdf")
        let (under, packed) = (job.url.appending(path: "under.pdf"), job.url.appending(path: "packed.pdf"))
        try notePage().write(to: under)
        // qpdf packs the page, its invisible text included, into a form.
        try tool("qpdf", under.path(), "--overlay", job.source.path(), "--", packed.path())
        let second = try JobFolder(named: "packed.pdf", Data(contentsOf: packed))
        #expect(try strings(of: second.source).contains("hidden words"))
        let result = try second.step("ocr", ["existing_text": .text("redo")])
        #expect(try !strings(of: result).contains("hidden words"))
        #expect(occurrences(of: Self.filler, in: try text(of: result).joined()) == 1)
    }

    /// The document with its streams decoded.
    private func strings(of pdf: URL) throws -> String {
        String(
            decoding: try tool("qpdf", "--qdf", "--object-streams=disable", pdf.path(), "-"), as: UTF8.self)
    }

    @Test func redoOfATypedDocumentChangesNothing() throws {
        let job = try JobFolder("digital.pdf")
        let result = try job.step("ocr", ["existing_text": .text("redo")])
        #expect(try Data(contentsOf: result) == Data(contentsOf: job.source))
    }
}
