internal import Documents
internal import Foundation
internal import Testing

/// The text of a document, exported, corrected and applied.
@Suite(.serialized) struct TextCorrectionTests {
    private struct Text: Codable {
        struct Page: Codable {
            var number: Int
            var width: Double
            var height: Double
            var source: String
            var confidence: Double?
            var corrections: Int?
            var lines: [Line]
            var rotation = 0
            var text: String {
                lines.map { $0.words.map(\.text).joined(separator: " ") }.joined(separator: "\n")
            }
        }
        struct Line: Codable {
            var turn: Int?
            var box: [String: Double]
            var baseline: [String: Double]
            var words: [Word]
            var digital: Bool?
        }
        struct Word: Codable {
            var text: String
            var box: [String: Double]
            var confidence: Double?
        }
        var schema: String
        var document: String
        var producer: String
        var engine: [String: String]
        var languages: [String]
        var pages: [Page]
    }

    private static let recognised = StepFile(path: "01-ocr/result.pdf", type: .pdf, pages: 1)

    private func read(_ url: URL) throws -> Text {
        try JSONDecoder().decode(Text.self, from: Data(contentsOf: url))
    }

    private func apply(
        _ text: Text, in job: JobFolder, on input: StepFile? = recognised
    ) throws -> (pdf: URL, quality: TextQuality?) {
        try JSONEncoder().encode(text).write(to: job.url.appending(path: "corrected.json"))
        let companion = StepFile(path: "corrected.json", type: .json, pages: 0, role: .side)
        let outputs = try job.outputs("text-apply", on: input, with: [companion])
        return (job.url.appending(path: outputs[0].path), outputs[0].quality)
    }

    /// A recognised document and its exported text.
    private func exported(
        _ fixture: String, _ languages: [String] = ["eng"], pages: Int = 1
    ) throws -> (job: JobFolder, text: Text, side: Text) {
        let job = try JobFolder(fixture)
        _ = try job.step(
            "ocr", ["sidecar": .text("json"), "languages": .list(languages.map { .text($0) })])
        let input = StepFile(path: "01-ocr/result.pdf", type: .pdf, pages: pages)
        return (
            job, try read(job.step("text-export", on: input)),
            try read(job.url.appending(path: "01-ocr/result.json"))
        )
    }

    @Test(arguments: [
        ("english-scan.pdf", ["eng"], 2), ("chinese-scan.pdf", ["chi_sim", "eng"], 2),
        ("rotated-scan.pdf", ["eng"], 3), ("userunit-scan.pdf", ["eng"], 1),
        ("offset-scan.pdf", ["eng"], 1), ("rotate-flag.pdf", ["eng"], 1),
    ])
    func exportIsWhatWasRecognised(fixture: String, languages: [String], pages: Int) throws {
        let (_, text, side) = try exported(fixture, languages, pages: pages)
        #expect(text.engine == side.engine && text.schema == side.schema)
        for (page, other) in zip(text.pages, side.pages) {
            #expect(page.source == "recognised" && page.confidence == other.confidence)
            #expect(page.lines.count == other.lines.count)
            for (line, recognised) in zip(page.lines, other.lines) {
                func letters(_ line: Text.Line) -> String { line.words.map(\.text).joined() }
                #expect(letters(line) == letters(recognised))
                // A line may begin with ink that no word was read of.
                #expect(abs((line.box["x"] ?? 0) - (recognised.box["x"] ?? 0)) < 6)
                #expect(abs((line.baseline["y1"] ?? 0) - (recognised.baseline["y1"] ?? 0)) < 1)
                #expect(line.words.allSatisfy { ($0.confidence ?? 0) > 30 })
            }
        }
    }

    @Test func onlyWordsThatWereChangedChange() throws {
        var (job, text, _) = try exported("english-scan.pdf", pages: 2)
        let line = try #require(text.pages[0].lines.firstIndex { $0.words.contains { $0.text == "ferry" } })
        let word = try #require(text.pages[0].lines[line].words.firstIndex { $0.text == "ferry" })
        text.pages[0].lines[line].words[word].text = "steamer"
        let input = StepFile(path: "01-ocr/result.pdf", type: .pdf, pages: 2)
        let before = job.url.appending(path: "01-ocr/result.pdf")
        let result = try apply(text, in: job, on: input)
        #expect(result.quality?.corrections == 1)
        #expect(result.quality?.confidences == text.pages.map(\.confidence))
        try tool("qpdf", "--check", result.pdf.path())
        #expect(try pixels(of: result.pdf) == pixels(of: before))
        let (old, new) = (try self.text(before), try self.text(result.pdf))
        #expect(new == old.replacing("ferry", with: "steamer") && new != old)
        // The word keeps its place.
        func place(_ pdf: URL, _ word: String) throws -> [Double] {
            let boxes = String(decoding: try tool("pdftotext", "-bbox", pdf.path(), "-"), as: UTF8.self)
            let found = boxes.matches(
                of: /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)/
            ).first { $0.5 == word }
            return found.map { [$0.1, $0.2, $0.3, $0.4].compactMap { Double($0) } } ?? []
        }
        for (left, right) in zip(try place(before, "ferry"), try place(result.pdf, "steamer")) {
            #expect(abs(left - right) < 0.1)
        }
        #expect(try place(before, "ferry").count == 4)
        let again = try read(
            job.step("text-export", on: StepFile(path: "02-text-apply/result.pdf", type: .pdf, pages: 2)))
        #expect(again.pages.map(\.corrections) == [1, nil])
        #expect(again.pages.map(\.confidence) == text.pages.map(\.confidence))
    }

    private func text(_ pdf: URL) throws -> String {
        String(decoding: try tool("pdftotext", pdf.path(), "-"), as: UTF8.self)
    }

    @Test func sameTextChangesNothing() throws {
        let (job, text, side) = try exported("rotate-flag.pdf")
        let before = try Data(contentsOf: job.url.appending(path: "01-ocr/result.pdf"))
        for text in [text, side] {
            let result = try apply(text, in: job)
            #expect(try Data(contentsOf: result.pdf) == before)
            #expect(result.quality?.corrections == 0)
        }
    }

    @Test func recognitionOfAnotherProgramIsCorrected() throws {
        let job = try JobFolder("ocred.pdf")
        let input = StepFile(path: "source", type: .pdf, pages: 1)
        var text = try read(job.step("text-export", on: input))
        #expect(text.pages[0].source == "recognised" && text.pages[0].confidence == nil)
        #expect(text.pages[0].text.contains("The hidden words of this page can be found."))
        for line in text.pages[0].lines.indices {
            for word in text.pages[0].lines[line].words.indices
            where text.pages[0].lines[line].words[word].text == "hidden" {
                text.pages[0].lines[line].words[word].text = "秘密"
            }
        }
        let result = try apply(text, in: job, on: input)
        let found = try self.text(result.pdf)
        #expect(found.contains("秘密") && !found.contains("hidden"))
        #expect(found.components(separatedBy: "Every drawer").count == 2)
        #expect(try pixels(of: result.pdf) == pixels(of: job.source))
        try tool("qpdf", "--check", result.pdf.path())
    }

    @Test func ownTextOfAPageIsToldFromItsLayer() throws {
        let (_, text, side) = try exported("mixed.pdf", pages: 4)
        #expect(text.pages.map(\.source) == side.pages.map(\.source))
        #expect(text.pages.map(\.source) == ["digital", "recognised", "none", "mixed"])
        for (page, other) in zip(text.pages, side.pages) {
            func words(_ page: Text.Page, isDigital: Bool) -> [String] {
                page.lines.filter { ($0.digital ?? false) == isDigital }.flatMap { $0.words.map(\.text) }
            }
            #expect(words(page, isDigital: true) == words(other, isDigital: true))
            #expect(words(page, isDigital: false) == words(other, isDigital: false))
        }
    }

    @Test func recognitionOfAnEarlierRunIsNotDigital() throws {
        let (job, _, side) = try exported("english-scan.pdf", pages: 2)
        let outputs = try job.outputs(
            "ocr", ["sidecar": .text("json")],
            on: StepFile(path: "01-ocr/result.pdf", type: .pdf, pages: 2))
        let again = try read(job.url.appending(path: outputs[1].path))
        #expect(again.pages.map(\.source) == ["recognised", "recognised"])
        #expect(again.pages.map(\.confidence) == side.pages.map(\.confidence))
        #expect(outputs[0].quality?.confidences == [nil, nil])
    }

    @Test func textOfADigitalDocumentIsSaidToBeDigital() throws {
        let job = try JobFolder("digital.pdf")
        let text = try read(job.step("text-export"))
        #expect(text.pages.map(\.source) == ["digital", "digital"])
        #expect(text.pages[0].lines.allSatisfy { $0.digital == true })
        let input = StepFile(path: "source", type: .pdf, pages: 2)
        #expect(try Data(contentsOf: apply(text, in: job, on: input).pdf) == Data(contentsOf: job.source))
    }

    // MARK: Refusing

    private func refusal(_ change: (inout Text) -> Void) throws -> Failure {
        var (job, text, _) = try exported("rotate-flag.pdf")
        change(&text)
        return try #require(throws: Failure.self) { try apply(text, in: job) }
    }

    @Test func textOfAnotherDocumentIsRefused() throws {
        let pages = try refusal { $0.pages.append($0.pages[0]) }
        #expect(pages == Failure(.foreignCorrection, "rotate-flag.pdf", "it has 2 pages instead of 1"))
        let size = try refusal { $0.pages[0].width = 300 }
        #expect(size == Failure(.foreignCorrection, "rotate-flag.pdf", "page 1 has another size"))
        #expect(size.code == .invalidCorrection && !size.isTransient)
    }

    @Test func textThatCannotBeUsedIsRefused() throws {
        #expect(try refusal { $0.schema = "other/1" }.reason == .unreadableCorrection)
        #expect(try refusal { $0.pages[0].number = 2 }.reason == .unreadableCorrection)
        #expect(try refusal { $0.pages[0].lines[0].turn = 45 }.reason == .unreadableCorrection)
        #expect(try refusal { $0.pages[0].lines[0].box["x"] = 5000 }.reason == .unreadableCorrection)
        #expect(
            try refusal { $0.pages[0].lines[0].words[0].box["width"] = -1 }.reason == .unreadableCorrection)
        let missing = try refusal { $0.pages[0].lines[0].words[0].box["x"] = nil }
        #expect(missing.operands.last == "pages.[0].lines.[0].words.[0].box.x is missing")
    }

    @Test func rubbishIsRefused() throws {
        let job = try JobFolder("ocred.pdf")
        try Data("{ \"pages\": [".utf8).write(to: job.url.appending(path: "corrected.json"))
        let companion = StepFile(path: "corrected.json", type: .json, pages: 0, role: .side)
        let failure = try #require(throws: Failure.self) {
            try job.step("text-apply", with: [companion])
        }
        #expect(failure == Failure(.unreadableCorrection, "ocred.pdf", "it is not JSON"))
    }
}
