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
