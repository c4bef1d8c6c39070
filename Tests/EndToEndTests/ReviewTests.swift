// Finished documents that a person should look at: published, listed, told of, and marked.

import Documents
import Foundation
import Testing

extension EndToEnd {
    @Suite struct ReviewTests {
        private struct Item: Decodable {
            let id: JobID
            let name: String
            let mark: Double
            let pages: [Attention.Page]
            let age: Int
            let postponed: Bool
            let outputs: [String]
        }

        private func tray(below mark: String) throws -> Tray {
            let tray = try Tray(
                searchable:
                    "[[rule]]\nname = \"all\"\nstep = [{ do = \"ocr\", review_below = \(mark) }, { do = \"convert\" }]\n"
            )
            try tray.tellCommand("on = [\"attention\"]")
            return tray
        }

        private func list(_ tray: Tray, _ words: String...) throws -> [Item] {
            let outcome = try run(
                Place.program("papertray"), ["review"] + words + ["--json", "--config", tray.config])
            #expect(outcome.status == 0, "\(outcome.errors)")
            return try JSONDecoder().decode([Item].self, from: Data(outcome.output.utf8))
        }

        @Test func uncertainDocumentIsPublishedAndListed() async throws {
            let tray = try tray(below: "99.5")
            try await tray.start()
            try tray.drop("english-scan.pdf")
            try tray.drop("digital.pdf")
            try await tray.ended(2)
            try await tray.hasSaid { $0.contains("event=notified") }
            #expect(try tray.names(in: "outbox") == ["digital.pdf", "english-scan.pdf"])
            let item = try #require(try list(tray).first)
            #expect(try list(tray).count == 1)
            #expect(item.name == "english-scan.pdf" && item.mark == 99.5 && !item.postponed)
            #expect(item.pages.map(\.page) == [1, 2])
            #expect(item.pages.allSatisfy { (50...99.5).contains($0.confidence) })
            #expect(item.outputs.first?.hasSuffix("/english-scan.pdf") == true)
            #expect(try tray.ask(StatusReport.self, "status").folders.map(\.review).sorted() == [0, 1])
            let metrics = try run(
                "curl",
                [
                    "-s", "--unix-socket", tray.scratch.file("tray/.state/control.sock"),
                    "http://papertray/metrics",
                ])
            #expect(metrics.output.contains("papertray_review{folder=\"searchable\"} 1"), "\(metrics)")
            let told = try String(contentsOfFile: tray.scratch.file("told"), encoding: .utf8)
            let payload = try JSONDecoder().decode(NotificationPayload.self, from: Data(told.utf8))
            #expect(payload.event == .attention && payload.state == .completed && payload.code == nil)
            #expect(payload.pages == item.pages && payload.message.contains("page 1 ("))
            #expect(try tray.command("review").output.contains("of 99, page 1, 2"))
            try tray.expectOrder()
        }

        @Test func personMarksWhatWasLookedAt() async throws {
            let tray = try tray(below: "99.5")
            try await tray.start()
            for number in 1...2 { try tray.drop("scan.jpg", as: "\(number).jpg") }
            try await tray.ended(2)
            let ids = try list(tray, "all").map(\.id.rawValue)
            try #require(ids.count == 2)
            #expect(try list(tray, "today").count == 2 && list(tray, "week").count == 2)
            #expect(try list(tray, "later").isEmpty)
            #expect(try tray.command("review", "later", ids[0]).status == 0)
            #expect(try list(tray, "later").map(\.id.rawValue) == [ids[0]])
            #expect(try list(tray).map(\.id.rawValue) == [ids[1]])
            #expect(try list(tray, "all").count == 2)
            for id in ids { #expect(try tray.command("review", "done", id).status == 0) }
            #expect(try list(tray, "all").isEmpty)
            #expect(try tray.command("review").output == "There is nothing to look at.\n")
            let again = try tray.command("review", "done", ids[0])
            #expect(again.status == 65 && again.errors.contains("not-for-review"))
            let events = try tray.ask(JobReport.self, "show", ids[0]).events ?? []
            #expect(events.map(\.event).suffix(2) == ["review-postponed", "reviewed"])
            #expect(try tray.command("review", "tomorrow").status == 64)
            #expect(try tray.command("review", "done").status == 64)
        }

        @Test func sureDocumentAsksNobody() async throws {
            let tray = try tray(below: "20")
            try await tray.start()
            try tray.drop("scan.jpg")
            try await tray.ended(1)
            #expect(try list(tray, "all").isEmpty)
            let job = try tray.job(named: "scan.jpg")
            #expect(job.attention == nil)
        }

        @Test func listOutlivesTheService() async throws {
            let tray = try tray(below: "99.5")
            try await tray.start()
            try tray.drop("scan.jpg")
            try await tray.ended(1)
            await tray.kill()
            try await tray.start()
            #expect(try list(tray).count == 1)
        }

        @Test func commandSaysSo() throws {
            let scratch = try Scratch()
            let outcome = try papertray(
                "ocr", "--review-below", "99.5", Place.fixture("scan.jpg"), "-o", scratch.file("out.pdf"))
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains("low confidence on page 1 ("), "\(outcome.errors)")
        }
    }
}
