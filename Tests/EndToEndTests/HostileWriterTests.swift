// Those who drop files: slow, undecided, and holding on to what they have dropped.

import Documents
import Foundation
import Glibc
import Testing

extension EndToEnd {
    @Suite struct HostileWriterTests {
        private func place(_ name: String, _ tray: Tray) -> URL {
            URL(filePath: tray.file(name, in: "inbox", of: "passthrough"))
        }

        private func fixture(_ name: String) throws -> Data {
            try Data(contentsOf: URL(filePath: Place.fixture(name)))
        }

        /// Lets the service take another file, so that it has seen what was there before.
        private func letItLook(_ tray: Tray, _ name: String) async throws {
            try tray.drop("form.pdf", as: name, into: "passthrough")
            try await tray.ended(1)
        }

        private func waiting(_ tray: Tray) throws -> Int? {
            try tray.ask(StatusReport.self, "status").folders.first { $0.name == "passthrough" }?.waiting
        }

        @Test func aPlaceholderFilledLaterIsTakenOnce() async throws {
            let tray = try Tray()
            try await tray.start()
            try Data().write(to: place("late.pdf", tray))
            try await letItLook(tray, "first.pdf")
            try await letItLook(tray, "second.pdf")
            #expect(try tray.names(in: "inbox", of: "passthrough") == ["late.pdf"])
            let content = try fixture("digital.pdf")
            try content.write(to: place("late.pdf", tray))
            try await tray.ended(1)
            #expect(
                try Data(contentsOf: URL(filePath: tray.file("late.pdf", in: "outbox", of: "passthrough")))
                    == content)
            #expect(try tray.ask([JobReport].self, "jobs").count == 3)
            #expect(try tray.names(in: "quarantine", of: "passthrough").isEmpty)
            try tray.expectOrder()
        }

        /// Both are held open by their writers until the service has seen them, and then they are something else.
        @Test func whatIsDeletedOrReplacedWhileItSettlesIsForgotten() async throws {
            let tray = try Tray()
            try await tray.start()
            let writers = try ["gone.pdf", "other.pdf"].map { name in
                let writer = open(place(name, tray).path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)
                try fixture("digital.pdf").withUnsafeBytes { _ = write(writer, $0.baseAddress, $0.count) }
                return writer
            }
            try await letItLook(tray, "first.pdf")
            while try waiting(tray) != 2 {}
            try FileManager.default.removeItem(at: place("gone.pdf", tray))
            try tray.drop("encrypted.pdf", as: "other.pdf", into: "passthrough", replacing: true)
            try await tray.ended(1)
            for writer in writers { close(writer) }
            try await letItLook(tray, "second.pdf")
            #expect(try tray.ask([JobReport].self, "jobs").count == 3)
            #expect(
                try Data(contentsOf: URL(filePath: tray.file("other.pdf", in: "outbox", of: "passthrough")))
                    == fixture("encrypted.pdf"))
            while try waiting(tray) != 0 {}
            try tray.expectOrder()
        }

        /// Somebody opens the file between the look and the claim: nothing is frozen until it is closed again.
        @Test func aWriterThatHoldsOnAfterTheClaimIsWaitedFor() async throws {
            let tray = try Tray(environment: ["PAPERTRAY_FAILPOINT": "claim-renamed"])
            try await tray.start()
            try tray.drop("digital.pdf", as: "held.pdf", into: "passthrough")
            await tray.expectEnd()
            let claims = tray.scratch.file("tray/passthrough/.papertray/claimed")
            let claim = try #require(
                try FileManager.default.contentsOfDirectory(atPath: claims).first { !$0.hasSuffix(".json") })
            let writer = try FileHandle(forWritingTo: URL(filePath: "\(claims)/\(claim)/held.pdf"))
            try await tray.start(environment: [:])
            try await letItLook(tray, "first.pdf")
            #expect(try tray.job(named: "held.pdf").state == .claimed)
            let more = Data("\n% and one line more\n%%EOF\n".utf8)
            try writer.seekToEnd()
            try writer.write(contentsOf: more)
            try writer.close()
            try await tray.ended(1)
            let result = tray.file("held.pdf", in: "outbox", of: "passthrough")
            #expect(try Data(contentsOf: URL(filePath: result)) == fixture("digital.pdf") + more)
            try tray.expectOrder()
        }

        @Test(.enabled(if: geteuid() == 0, "another user is needed"))
        func aFileThatMayNotBeReadIsQuarantinedAsSuch() async throws {
            let tray = try Tray(user: "65534")
            for folder in ["searchable", "passthrough"] {
                try FileManager.default.createDirectory(
                    atPath: tray.file("", in: "inbox", of: folder), withIntermediateDirectories: true)
            }
            try run("chown", ["-R", "65534", tray.scratch.path])
            try run("chown", ["-R", "root", tray.config])
            try await tray.start()
            try Data("%PDF-1.7\nsecret\n%%EOF\n".utf8).write(to: place("secret.pdf.part", tray))
            chmod(place("secret.pdf.part", tray).path, 0)
            rename(place("secret.pdf.part", tray).path, place("secret.pdf", tray).path)
            try await tray.ended(1)
            let job = try tray.job(named: "secret.pdf")
            #expect(job.state == .quarantined && job.failure?.code == .permissionDenied)
            #expect(try tray.names(in: "quarantine", of: "passthrough").contains("secret.pdf"))
            try await letItLook(tray, "first.pdf")
            #expect(try tray.names(in: "outbox", of: "passthrough") == ["first.pdf"])
            await tray.stop()
        }
    }
}
