// The text beside a result, from the inbox to the outbox and by the command.

import Documents
import Foundation
import Testing

extension EndToEnd {
    @Suite struct SidecarTests {
        private static let rule = "[[rule]]\nname = \"all\"\nstep = [{ do = \"ocr\", sidecar = \"txt\" }]\n"
        private static let names = ["english-scan.pdf", "english-scan.txt"]

        private func content(_ name: String, in tray: Tray) throws -> String {
            try String(contentsOfFile: tray.file(name, in: "outbox"), encoding: .utf8)
        }

        @Test func bothComeOutAndAreKnown() async throws {
            let tray = try Tray(searchable: Self.rule)
            try await tray.start()
            try tray.drop("english-scan.pdf")
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox") == Self.names)
            let text = try content("english-scan.txt", in: tray)
            #expect(characterErrorRate(text, truth: try truth("english-scan.txt")) < 0.02)
            #expect(text.filter { $0 == "\u{0C}" }.count == 1)
            let job = try tray.job(named: "english-scan.pdf")
            #expect(job.outputs.map { URL(filePath: $0).lastPathComponent } == Self.names)
            let lineage = try tray.ask(JobReport.self, "show", job.id.rawValue).revisions ?? []
            #expect(lineage.map(\.role) == [.main, .main, .side])
            #expect(lineage[1].quality?.confidences.count == 2)
            try tray.expectOrder()
            // What was changed later is found as with any result.
            try Data("changed".utf8).write(to: URL(filePath: tray.file("english-scan.txt", in: "outbox")))
            #expect(try tray.command("audit").status == 1)
        }

        @Test(arguments: [
            "output-synced", "output-linked", "output-linked:2", "output-synced:2", "published",
            "original-moved",
        ])
        func theyComeOutOnce(_ failpoint: String) async throws {
            let tray = try Tray(searchable: Self.rule, environment: ["PAPERTRAY_FAILPOINT": failpoint])
            try await tray.start()
            try tray.drop("english-scan.pdf")
            await tray.expectEnd()
            try await tray.start(environment: [:])
            try await tray.settled()
            #expect(try tray.names(in: "outbox") == Self.names)
            #expect(try tray.names(in: "archive") == ["english-scan.pdf"])
            try tray.expectOrder()
        }

        @Test func theyShareTheirNumber() async throws {
            let tray = try Tray(searchable: Self.rule)
            try await tray.start()
            try tray.scratch.write("mine", to: "tray/searchable/outbox/english-scan.txt")
            try tray.drop("english-scan.pdf")
            try await tray.ended(1)
            #expect(
                try tray.names(in: "outbox")
                    == ["english-scan (2).pdf", "english-scan (2).txt", "english-scan.txt"])
            #expect(try content("english-scan.txt", in: tray) == "mine")
            try tray.expectOrder()
        }

        @Test func everyDocumentOfABatchHasItsOwn() async throws {
            let tray = try Tray(
                searchable: Self.rule, folder: "settle = \"50ms\"\nbatch = \"group:{stem}-*\"")
            try await tray.start()
            try tray.drop("scan.jpg", as: "a-1.jpg")
            try tray.drop("digital.pdf", as: "a-2.pdf")
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox") == ["a-1.pdf", "a-1.txt", "a-2.pdf", "a-2.txt"])
            #expect(try content("a-1.txt", in: tray).contains("A plain picture of a printed note."))
            #expect(try content("a-2.txt", in: tray).contains("Orchard Notes"))
            try tray.expectOrder()
        }

        @Test func theyFollowTheTemplate() async throws {
            let tray = try Tray(searchable: Self.rule + "output = \"done/{stem}-x.pdf\"\n")
            let plan = try tray.command("plan", Place.fixture("scan.jpg"), "--folder", "searchable")
            #expect(plan.output.contains("makes done/scan-x.pdf and done/scan-x.txt"), "\(plan.output)")
            try await tray.start()
            try tray.drop("scan.jpg")
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox/done") == ["scan-x.pdf", "scan-x.txt"])
        }

        @Test func commandWritesBothOrNeither() throws {
            let scratch = try Scratch()
            let words = [
                "ocr", "--sidecar", "json", Place.fixture("scan.jpg"), "-o", scratch.file("out.pdf"),
            ]
            #expect(try run(Place.program("papertray"), words).status == 0)
            let json = try Data(contentsOf: URL(filePath: scratch.file("out.json")))
            let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
            #expect((object["pages"] as? [Any])?.count == 1)
            try FileManager.default.removeItem(atPath: scratch.file("out.pdf"))
            let again = try run(Place.program("papertray"), words)
            #expect(again.status == 73 && again.errors.contains("out.json exists already"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["out.json"])
        }
    }
}
