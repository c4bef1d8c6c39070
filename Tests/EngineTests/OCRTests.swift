internal import Documents
internal import Foundation
internal import Testing

@Suite(.serialized) struct OCRTests {
    private static let filler = "Every drawer carries a white label with a number."

    private func truth(_ name: String) throws -> [String] {
        let text = try String(contentsOf: JobFolder.fixtures.appending(path: name), encoding: .utf8)
        return text.split(separator: "\u{0C}").map(String.init)
    }

    /// Letters and digits in their compatible forms, so that spaces and widths of punctuation do not count.
    private func letters(_ text: String) -> [Character] {
        text.precomposedStringWithCompatibilityMapping.filter { $0.isLetter || $0.isNumber }
    }

    private func errorRate(_ read: String, _ truth: String) -> Double {
        let (read, truth) = (letters(read), letters(truth))
        let changes = read.difference(from: truth)
        return Double(max(changes.insertions.count, changes.removals.count)) / Double(max(truth.count, 1))
    }

    @Test(arguments: [
        ("english-scan", ["eng"]), ("chinese-scan", ["chi_sim", "eng"]), ("traditional-scan", ["chi_tra"]),
    ])
    func readsScans(name: String, languages: [String]) throws {
        let job = try JobFolder("\(name).pdf")
        let result = try job.step("ocr", ["languages": .list(languages.map { .text($0) })])
        let pages = try text(of: result)
        for (page, truth) in zip(pages, try truth("\(name).txt")) {
            #expect(errorRate(page, truth) < 0.02, "\(page)")
        }
        #expect(pages.joined().firstMatch(of: /\p{Script=Han} +\p{Script=Han}/) == nil)
        try tool("qpdf", "--check", result.path())
        #expect(try pixels(of: result) == pixels(of: job.source))
    }

    @Test(arguments: ["english-scan", "chinese-scan", "traditional-scan"])
    func findsTheScriptByItself(name: String) throws {
        let pages = try text(of: JobFolder("\(name).pdf").step("ocr", ["languages": .list([.text("auto")])]))
        for (page, truth) in zip(pages, try truth("\(name).txt")) {
            #expect(errorRate(page, truth) < 0.03, "\(page)")
        }
    }

    @Test(arguments: [
        ("rotate-flag.pdf", "The flag of this page makes it upright."),
        ("offset-scan.pdf", "The origin of this sheet lies far away."),
        ("userunit-scan.pdf", "One unit of this sheet is two points."),
        ("unbalanced-scan.pdf", "This sheet forgets to close its state."),
        ("restricted.pdf", "Anyone may read but not change this sheet."),
        ("broken-xref.pdf", "The table of this file points nowhere."),
    ])
    func textLiesOnTheInk(fixture: String, sentence: String) throws {
        let job = try JobFolder(fixture)
        let result = try job.step("ocr")
        let text = try text(of: result).joined()
        #expect(text.contains(sentence))
        #expect(text.contains(Self.filler))
        try expectWordsOnInk(of: result, sentence: sentence)
        #expect(try pixels(of: result) == pixels(of: job.source))
    }

    /// The note's letters start 28 points from the left edge, and the first line's 30 points below the top. Poppler does
    /// not know UserUnit, and the cropped page lacks 10 points on the left and 9.7 at the top.
    private func expectWordsOnInk(of pdf: URL, sentence: String) throws {
        let boxes = String(decoding: try tool("pdftotext", "-bbox", pdf.path(), "-"), as: UTF8.self)
        let words = boxes.matches(
            of: /word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]+)/)
        let first = try #require(words.first { sentence.hasPrefix($0.4) })
        let unit = boxes.contains("width=\"209") ? 2.0 : 1.0
        let isCropped = boxes.contains("width=\"399")
        let (left, top) = (Double(first.1) ?? 0, Double(first.2) ?? 0)
        let bottom = Double(first.3) ?? 0
        #expect(abs(left * unit + (isCropped ? 10 : 0) - 28) < 2, "\(left)")
        #expect(abs(top * unit + (isCropped ? 9.7 : 0) - 30) < 2.5, "\(top)")
        #expect((7...15).contains((bottom - top) * unit))
    }

    @Test func turnedPagesBecomeUpright() throws {
        let job = try JobFolder("rotated-scan.pdf")
        let result = try job.step("ocr")
        let pages = try text(of: result)
        #expect(pages.count == 3)
        for page in pages { #expect(page.contains(Self.filler)) }
        let info = String(decoding: try tool("pdfinfo", "-l", "3", result.path()), as: UTF8.self)
        let turns = info.matches(of: /Page +\d+ rot: +(\d+)/).map { String($0.1) }
        #expect(turns == ["270", "180", "90"])
    }

    @Test func turnIsNotTakenWhereItIsNotWanted() throws {
        let job = try JobFolder("rotated-scan.pdf")
        let result = try job.step("ocr", ["rotate": .boolean(false)])
        let info = String(decoding: try tool("pdfinfo", "-l", "3", result.path()), as: UTF8.self)
        #expect(info.matches(of: /Page +\d+ rot: +0/).count == 3)
    }

    @Test(arguments: ["digital.pdf", "ocred.pdf", "form.pdf", "signed.pdf"])
    func documentWithTextComesOutByteForByte(fixture: String) throws {
        let job = try JobFolder(fixture)
        #expect(try Data(contentsOf: job.step("ocr")) == Data(contentsOf: job.source))
    }

    @Test func decidesPageByPage() throws {
        let job = try JobFolder("mixed.pdf")
        let result = try job.step("ocr")
        let pages = try text(of: result)
        #expect(pages[0].contains("This first page was typed and not scanned."))
        #expect(pages[1].contains("The second page came from a scanner."))
        #expect(pages.last?.contains("The fourth page carries a small stamp.") == true)
        #expect(pages.last?.contains("Received 3") == true)
        #expect(try pixels(of: result) == pixels(of: job.source))
    }

    @Test func secondRunChangesNothing() throws {
        let job = try JobFolder("chinese-scan.pdf")
        let first = try job.step("ocr", ["languages": .list([.text("chi_sim")])])
        let input = StepFile(path: "01-ocr/result.pdf", type: .pdf, pages: 2)
        let second = try job.step("ocr", ["languages": .list([.text("chi_sim")])], on: input)
        #expect(try Data(contentsOf: second) == Data(contentsOf: first))
    }

    @Test func sameInputGivesSameBytes() throws {
        let results = try (0..<2).map { _ in
            let job = try JobFolder("offset-scan.pdf")
            return try Data(contentsOf: job.step("ocr"))
        }
        #expect(results[0] == results[1])
    }

    @Test func onlySelectedPagesAreRead() throws {
        let job = try JobFolder("english-scan.pdf")
        let pages = try text(of: job.step("ocr", ["pages": .text("2")]))
        #expect(!pages.joined().contains("Harbour Station Handbook"))
        #expect(pages.joined().contains("Care of the Weather Garden"))
    }

    @Test func restrictionsStay() throws {
        let job = try JobFolder("restricted.pdf")
        let before = String(decoding: try tool("qpdf", "--show-encryption", job.source.path()), as: UTF8.self)
        let after = String(
            decoding: try tool("qpdf", "--show-encryption", job.step("ocr").path()), as: UTF8.self)
        #expect(before == after)
    }

    @Test func missingLanguageIsNamed() throws {
        let job = try JobFolder("offset-scan.pdf")
        let failure = try #require(throws: Failure.self) {
            try job.step("ocr", ["languages": .list([.text("xyz_abc")])])
        }
        #expect(failure == Failure(.languageDataMissing, "xyz_abc", "xyz-abc"))
    }

    @Test func lockedDocumentNeedsItsPassword() throws {
        let job = try JobFolder("encrypted.pdf")
        let failure = try #require(throws: Failure.self) { try job.step("ocr") }
        #expect(failure.reason == .passwordRequired)
    }

    @Test func longReadingIsStopped() throws {
        let job = try JobFolder("english-scan.pdf")
        job.limits.pageTime = 0.02
        let failure = try #require(throws: Failure.self) { try job.step("ocr") }
        #expect(failure.reason == .taskTimedOut)
    }
}
