// The quarantine is a place to work in: what lies there can come back, and its history comes with it.

import Documents
import Foundation
import Testing

extension EndToEnd {
    @Suite struct QuarantineTests {
        private static let onlyPictures = """
            [[rule]]
            match = { type = ["image"] }
            step = []
            """

        @Test func aFileMovedBackResumesItsJob() async throws {
            let tray = try Tray(searchable: Self.onlyPictures)
            try await tray.start()
            try tray.drop("digital.pdf")
            try await tray.ended(1)
            let first = try tray.job(named: "digital.pdf")
            #expect(first.failure?.code == .noRule)
            try openRules(of: tray)
            try FileManager.default.moveItem(
                atPath: tray.file("digital.pdf", in: "quarantine"),
                toPath: tray.file("digital.pdf", in: "inbox"))
            try await tray.ended(1)
            let second = try tray.job(named: "digital.pdf")
            #expect(second.id == first.id && second.state == .completed && second.failure == nil)
            #expect(try tray.names(in: "quarantine").isEmpty)
            try tray.expectOrder()
        }

        @Test func retryTakesTheOriginalBack() async throws {
            let tray = try Tray(searchable: Self.onlyPictures)
            try await tray.start()
            try tray.drop("digital.pdf")
            try await tray.ended(1)
            let id = try tray.job(named: "digital.pdf").id.rawValue
            try openRules(of: tray)
            #expect(try tray.command("retry", id).status == 0)
            try await tray.ended(1)
            #expect(try tray.job(named: "digital.pdf").state == .completed)
            #expect(try tray.names(in: "quarantine").isEmpty)
            #expect(try tray.command("retry", id).status == 65)
            try tray.expectOrder()
        }

        @Test func aCancelledJobLiesInTheQuarantine() async throws {
            let tray = try Tray()
            try await tray.start()
            try repeated("english-scan.pdf", times: 4, to: tray.scratch.file("eight.pdf"))
            try tray.drop(file: tray.scratch.file("eight.pdf"), as: "eight.pdf")
            try await tray.wait { $0.contains("to=running") }
            let id = try tray.job(named: "eight.pdf").id.rawValue
            #expect(try tray.command("cancel", id).status == 0)
            try await tray.ended(1)
            let job = try tray.job(named: "eight.pdf")
            #expect(job.state == .cancelled && job.failure?.code == .cancelled)
            #expect(try tray.names(in: "outbox").isEmpty)
            #expect(try tray.names(in: "quarantine").contains("eight.pdf"))
            try tray.expectOrder()
        }

        @Test func aPasswordUnlocksADocumentAndIsWrittenNowhere() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.drop("encrypted.pdf")
            try await tray.ended(1)
            let id = try tray.job(named: "encrypted.pdf").id.rawValue
            #expect(try tray.command("unlock", id, input: "SECRET-4711\n").status == 0)
            try await tray.ended(1)
            #expect(try tray.job(named: "encrypted.pdf").failure?.code == .passwordIncorrect)
            #expect(try tray.command("unlock", id, input: "test\n").status == 0)
            try await tray.ended(1)
            let unlocked = try tray.job(named: "encrypted.pdf")
            #expect(unlocked.state == .completed, "\(String(describing: unlocked.failure))")
            let result = tray.file("encrypted.pdf", in: "outbox")
            #expect(try text(of: result).isEmpty, "the result is locked as the document was")
            #expect(try run("pdftotext", ["-upw", "test", result, "-"]).output.contains("The locked drawer"))
            #expect(try run("grep", ["-rl", "SECRET-4711", tray.scratch.path]).output.isEmpty)
            #expect(await tray.history.allSatisfy { !$0.contains("SECRET-4711") })
            try tray.expectOrder()
        }

        @Test func aStepThatFailsCanBeLeftOut() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.drop("bomb.pdf")
            try await tray.ended(1)
            let job = try tray.job(named: "bomb.pdf")
            #expect(job.state == .quarantined && job.failure != nil)
            #expect(try tray.command("skip", job.id.rawValue).status == 0)
            try await tray.ended(1)
            let skipped = try tray.ask(JobReport.self, "show", job.id.rawValue)
            #expect(skipped.state == .completed)
            #expect(skipped.events?.contains { $0.event == "skipped" && $0.detail.contains("ocr") } == true)
            #expect(
                FileManager.default.contentsEqual(
                    atPath: tray.file("bomb.pdf", in: "outbox"), andPath: Place.fixture("bomb.pdf")))
            #expect(try tray.command("skip", job.id.rawValue).status == 65)
            try tray.expectOrder()
        }

        @Test func onlyAFailedStepCanBeLeftOut() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.drop("damaged.pdf")
            try await tray.ended(1)
            let outcome = try tray.command("skip", try tray.job(named: "damaged.pdf").id.rawValue)
            #expect(outcome.status == 65 && outcome.errors.contains("has not failed at a step"))
            #expect(try tray.names(in: "quarantine").contains("damaged.pdf"))
        }

        @Test func everythingThatFailedIsTriedAgain() async throws {
            let tray = try Tray(searchable: Self.onlyPictures)
            try await tray.start()
            for name in ["a.pdf", "b.pdf"] { try tray.drop("digital.pdf", as: name) }
            try await tray.ended(2)
            try openRules(of: tray)
            #expect(try tray.command("retry").status == 64)
            #expect(try tray.command("retry", "--failed", "--folder", "searchable").status == 0)
            try await tray.ended(2)
            #expect(try tray.names(in: "outbox") == ["a.pdf", "b.pdf"])
            #expect(try tray.names(in: "quarantine").isEmpty)
            try tray.expectOrder()
        }

        @Test func aReleasedDocumentGoesOutAsItIs() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.drop("signed.pdf")
            try await tray.ended(1)
            let id = try tray.job(named: "signed.pdf").id.rawValue
            #expect(try tray.command("quarantine", "release", id).status == 0)
            #expect(
                FileManager.default.contentsEqual(
                    atPath: tray.file("signed.pdf", in: "outbox"), andPath: Place.fixture("signed.pdf")))
            #expect(try tray.names(in: "quarantine").isEmpty)
            #expect(try tray.command("quarantine", "release", id).status == 66)
            try tray.expectOrder()
        }

        @Test func discardingAsksAndThenRemoves() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.drop("damaged.pdf")
            try await tray.ended(1)
            let id = try tray.job(named: "damaged.pdf").id.rawValue
            try tray.command("quarantine", "discard", id)
            #expect(try tray.names(in: "quarantine").contains("damaged.pdf"))
            #expect(try tray.command("quarantine", "discard", id, "--yes").status == 0)
            #expect(try tray.names(in: "quarantine").isEmpty)
            try tray.expectOrder()
        }

        @Test func traceTellsWhyAFileIsLeftAlone() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.drop("digital.pdf", as: "digital.pdf.part")
            try FileManager.default.createSymbolicLink(
                atPath: tray.file("link.pdf", in: "inbox"), withDestinationPath: "/etc/passwd")
            // A file that is taken after them shows that they have been looked at.
            try tray.drop("scan.jpg")
            try await tray.ended(1)
            #expect(try tray.command("trace", "digital.pdf.part").output.contains("still in progress"))
            while try !tray.command("trace", "link.pdf").output.contains("symbolic link") {}
            #expect(try tray.names(in: "inbox") == ["digital.pdf.part", "link.pdf"])
        }

        private func openRules(of tray: Tray) throws {
            try tray.scratch.write(
                "[folder]\nsettle = \"50ms\"\n\(Tray.passthrough)", to: "Config/folders.d/searchable.toml")
            #expect(try tray.command("reload").status == 0)
        }
    }
}
