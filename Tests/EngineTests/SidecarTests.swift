internal import Documents
internal import Foundation
internal import FoundationXML
internal import Testing

/// The text beside a recognised document, read by other programs.
@Suite(.serialized) struct SidecarTests {
    private static let sentence = "Every drawer carries a white label with a number."

    private func side(
        _ type: String, of fixture: String, _ options: [String: OptionValue] = [:]
    ) throws -> String {
        let job = try JobFolder(fixture)
        var options = options
        options["sidecar"] = .text(type)
        let result = try job.step("ocr", options)
        let place = result.deletingPathExtension().appendingPathExtension(type)
        return try String(contentsOf: place, encoding: .utf8)
    }

    private static let chinese: [String: OptionValue] = [
        "languages": .list([.text("chi_sim"), .text("eng")])
    ]

    @Test func textHasAPageForEachPage() throws {
        let pages = try side("txt", of: "mixed.pdf").split(
            separator: "\u{0C}", omittingEmptySubsequences: false)
        #expect(pages.count == 4)
        #expect(pages[0].contains("This first page was typed and not scanned.\n"))
        #expect(pages[1].contains("The second page came from a scanner.\n"))
        #expect(pages[2].isEmpty)
        #expect(pages[3].contains("Received 3\n") && pages[3].contains(Self.sentence))
    }

    @Test func chineseHasNoSpacesInside() throws {
        let text = try side("txt", of: "chinese-scan.pdf", Self.chinese)
        #expect(text.contains("本馆每天上午九点开放，下午六点关闭。\n"))
        #expect(text.firstMatch(of: /\p{Script=Han} +\p{Script=Han}/) == nil)
        let marked = try side("md", of: "chinese-scan.pdf", Self.chinese)
        #expect(marked.hasPrefix("<!-- page 1 -->\n\n图书馆使用说明\n\n本馆每天"))
        #expect(marked.firstMatch(of: /\p{Script=Han} +\p{Script=Han}/) == nil)
    }

    @Test(arguments: ["english-scan.pdf", "rotated-scan.pdf", "mixed.pdf"])
    func hocrIsXMLWithPlaces(fixture: String) throws {
        let text = try side("hocr", of: fixture)
        let document = try XMLDocument(
            data: Data(text.utf8), options: [.nodeLoadExternalEntitiesNever, .nodePreserveWhitespace])
        let root = try #require(document.rootElement())
        func elements(_ name: String) throws -> [XMLElement] {
            try root.nodes(forXPath: "//*[@class='\(name)']").compactMap { $0 as? XMLElement }
        }
        func title(of element: XMLElement) throws -> String {
            try element.nodes(forXPath: "@title").first?.stringValue ?? ""
        }
        func box(_ element: XMLElement) throws -> [Int] {
            try title(of: element).firstMatch(of: /bbox (\d+) (\d+) (\d+) (\d+)/).map {
                [Int($0.1) ?? 0, Int($0.2) ?? 0, Int($0.3) ?? 0, Int($0.4) ?? 0]
            } ?? []
        }
        let pages = try elements("ocr_page")
        let count = String(
            decoding: try tool("qpdf", "--show-npages", JobFolder.fixtures.appending(path: fixture).path()),
            as: UTF8.self)
        #expect("\(pages.count)\n" == count)
        for page in pages {
            let whole = try box(page)
            #expect(try title(of: page).contains("scan_res 300 300"))
            for node in try page.nodes(forXPath: ".//*[@class='ocr_line' or @class='ocrx_word']") {
                let part = try box(#require(node as? XMLElement))
                try #require(part.count == 4)
                #expect(part[0] < part[2] && part[1] < part[3])
                #expect(part[2] <= whole[2] + 1 && part[3] <= whole[3] + 1)
            }
        }
        #expect(try elements("ocr_line").allSatisfy { try title(of: $0).contains("baseline") })
        let ids = try root.nodes(forXPath: "//@id").compactMap(\.stringValue)
        #expect(Set(ids).count == ids.count)
        if fixture == "rotated-scan.pdf" { #expect(root.stringValue?.contains(Self.sentence) == true) }
    }

    @Test func jsonSaysWhereTextComesFrom() throws {
        let text = try side("json", of: "mixed.pdf")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["schema"] as? String == "papertray-text/1")
        #expect(object["document"] as? String == "mixed.pdf")
        #expect(object["languages"] as? [String] == ["eng"])
        #expect((object["engine"] as? [String: String])?["version"]?.isEmpty == false)
        let pages = try #require(object["pages"] as? [[String: Any]])
        #expect(pages.map { $0["source"] as? String } == ["digital", "recognised", "none", "mixed"])
        #expect(pages[0]["confidence"] == nil)
        #expect((pages[1]["confidence"] as? Double ?? 0) > 80)
        #expect(abs((pages[1]["width"] as? Double ?? 0) - 419.4) < 0.1)
        let lines = try #require(pages[1]["lines"] as? [[String: Any]])
        let words = try #require(lines.first?["words"] as? [[String: Any]])
        #expect(
            words.map { $0["text"] as? String } == ["The", "second", "page", "came", "from", "a", "scanner."])
        let box = try #require(words[0]["box"] as? [String: Double])
        #expect(abs((box["x"] ?? 0) - 28) < 2 && abs((box["y"] ?? 0) - 30) < 2.5)
    }

    @Test func forcedPagesHaveNoTextOfTheirOwn() throws {
        let text = try side("json", of: "digital.pdf", ["existing_text": .text("force")])
        #expect(text.contains("\"source\":\"recognised\"") && !text.contains("digital\":true"))
        #expect(text.contains("\"text\":\"Orchard\""))
    }

    @Test(arguments: [("txt", FileType.text), ("md", .markdown), ("hocr", .hocr), ("json", .json)])
    func sideFileWithOtherPagesIsRefused(name: String, type: FileType) throws {
        let job = try JobFolder("english-scan.pdf")
        _ = try job.step("ocr", ["sidecar": .text(name)])
        for pages in [1, 3] {
            let file = StepFile(path: "01-ocr/result.\(name)", type: type, pages: pages, role: .side)
            let failure = try #require(throws: Failure.self) {
                try job.run(.verify(Verification(file: file, firstPage: 1, lastPage: pages)))
            }
            #expect(failure.reason == .validationFailed)
        }
        try Data([0x41, 0xFF, 0x42]).write(to: job.url.appending(path: "01-ocr/result.\(name)"))
        let file = StepFile(path: "01-ocr/result.\(name)", type: type, pages: 2, role: .side)
        #expect(throws: Failure.self) {
            try job.run(.verify(Verification(file: file, firstPage: 1, lastPage: 2)))
        }
    }
}
