// What a file would cost: by built-in figures first, by what was done here afterwards.

import Documents
import Foundation
import Testing

extension EndToEnd {
    @Suite struct EstimateTests {
        private struct Answer: Decodable {
            let folder: String
            let rule: String?
            let pages: Int?
            let pages_to_read: Int?
            let seconds: Double?
            let source_bytes: Int
            let bytes: Int?
            let basis: String?
            let documents: Int?
            let failure: FailureReport?
        }

        private func estimate(_ tray: Tray, _ fixture: String, _ words: String...) throws -> Answer {
            let outcome = try run(
                Place.program("papertray"),
                ["estimate", Place.fixture(fixture), "--json", "--config", tray.config] + words)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let answers = try JSONDecoder().decode([Answer].self, from: Data(outcome.output.utf8))
            return try #require(answers.first)
        }

        @Test func historyTakesThePlaceOfBuiltInFigures() async throws {
            let tray = try Tray()
            let words = ["--folder", "searchable"]
            let alone = try tray.command("estimate", Place.fixture("english-scan.pdf"), words[0], words[1])
            #expect(alone.output.contains("built-in figures, as the service does not answer"), "\(alone)")
            try await tray.start()
            let first = try estimate(tray, "english-scan.pdf", "--folder", "searchable")
            #expect(first.basis == "built-in" && first.documents == 0 && first.pages == 2)
            try tray.drop("english-scan.pdf")
            try await tray.ended(1)
            let made = tray.file("english-scan.pdf", in: "outbox")
            let bytes = try Data(contentsOf: URL(filePath: made)).count
            let second = try estimate(tray, "english-scan.pdf", "--folder", "searchable")
            #expect(second.basis == "history" && second.documents == 1)
            #expect(abs((second.bytes ?? 0) - bytes) < 100)
            let text = try tray.command("estimate", Place.fixture("english-scan.pdf"), words[0], words[1])
            #expect(text.output.contains("by 1 finished document of this machine"), "\(text.output)")
        }

        @Test func planDecides() throws {
            let tray = try Tray()
            let mixed = try estimate(tray, "mixed.pdf", "--folder", "searchable")
            #expect(mixed.pages == 4 && mixed.pages_to_read == 3)
            let through = try estimate(tray, "mixed.pdf", "--folder", "passthrough")
            #expect(through.basis == nil && through.bytes == through.source_bytes && through.seconds == 0)
            let signed = try estimate(tray, "signed.pdf", "--folder", "searchable")
            #expect(signed.failure?.code == .signedDocument && signed.seconds == nil)
            let rule = try estimate(tray, "scan.jpg", "--rule", "all")
            #expect(rule.rule == "all" && rule.pages == 1)
            let unknown = try tray.command("estimate", Place.fixture("scan.jpg"), "--rule", "al")
            #expect(unknown.status == 64 && unknown.errors.contains("did you mean all?"))
        }
    }
}
