// The crash matrix: the service is stopped as by a power cut at each named line, started again, and everything is in
// exactly one place.

import Documents
import Foundation
import Testing

extension EndToEnd {
    @Suite struct CrashMatrixTests {
        @Test(arguments: [
            "claim-intended", "claim-renamed", "part-finished", "output-synced", "output-linked", "published",
            "original-moved", "completed",
        ])
        func aDocumentComesOutOnce(_ failpoint: String) async throws {
            let tray = try Tray(environment: ["PAPERTRAY_FAILPOINT": failpoint])
            try await tray.start()
            try tray.drop("english-scan.pdf")
            await tray.expectEnd()
            // Nothing shows before it is whole.
            let isRevealed = ["output-linked", "published", "original-moved", "completed"].contains(failpoint)
            #expect(try tray.names(in: "outbox").isEmpty != isRevealed)
            try await tray.start(environment: [:])
            try await tray.settled()
            #expect(try tray.names(in: "outbox") == ["english-scan.pdf"])
            #expect(try tray.names(in: "archive") == ["english-scan.pdf"])
            #expect(try tray.names(in: "inbox").isEmpty && tray.names(in: "quarantine").isEmpty)
            #expect(try tray.ask([JobReport].self, "jobs").map(\.state) == [.completed])
            try tray.expectOrder()
        }

        @Test(arguments: ["claim-intended", "claim-renamed", "quarantine-placed"])
        func aRefusedDocumentLiesInTheQuarantineOnce(_ failpoint: String) async throws {
            let tray = try Tray(environment: ["PAPERTRAY_FAILPOINT": failpoint])
            try await tray.start()
            try tray.drop("encrypted.pdf")
            await tray.expectEnd()
            try await tray.start(environment: [:])
            try await tray.settled()
            let names = ["encrypted.pdf", "encrypted.pdf.reason.json", "encrypted.pdf.reason.txt"]
            #expect(try tray.names(in: "quarantine") == names)
            #expect(try tray.ask([JobReport].self, "jobs").map(\.state) == [.quarantined])
            try tray.expectOrder()
        }

        @Test(arguments: [
            "claim-intended", "claim-begun", "claim-begun:2", "claim-renamed", "output-linked:2", "published",
            "set-apart", "original-moved", "completed",
        ])
        func aBatchComesOutOnce(_ failpoint: String) async throws {
            let tray = try Tray(
                searchable: Tray.standard, folder: "settle = \"50ms\"\nbatch = \"group:{stem}-*\"",
                environment: ["PAPERTRAY_FAILPOINT": failpoint])
            try await tray.start()
            let documents = ["a-1.pdf": "digital.pdf", "a-2.pdf": "damaged.pdf", "a-3.jpg": "scan.jpg"]
            for (name, fixture) in documents { try tray.drop(fixture, as: name) }
            try tray.scratch.write("values", to: "tray/searchable/inbox/a-1.pdf.csv")
            await tray.expectEnd()
            try await tray.start(environment: [:])
            try await tray.settled()
            #expect(try tray.names(in: "outbox") == ["a-1.pdf", "a-3.pdf"])
            #expect(try tray.names(in: "archive") == ["a-1.pdf", "a-1.pdf.csv", "a-3.jpg"])
            #expect(
                try tray.names(in: "quarantine")
                    == ["a-2.pdf", "a-2.pdf.reason.json", "a-2.pdf.reason.txt"])
            #expect(try tray.names(in: "inbox").isEmpty)
            try tray.expectOrder()
        }

        @Test(arguments: ["quarantine-begun", "quarantine-begun:2", "quarantine-placed"])
        func aRefusedBatchLiesInTheQuarantineOnce(_ failpoint: String) async throws {
            let tray = try Tray(
                searchable: "[[rule]]\nmatch = { type = [\"image\"] }\nstep = []\n",
                folder: "settle = \"50ms\"\nbatch = \"group:{stem}-*\"",
                environment: ["PAPERTRAY_FAILPOINT": failpoint])
            try await tray.start()
            try tray.drop("digital.pdf", as: "a-1.pdf")
            try tray.drop("scan.jpg", as: "a-2.jpg")
            await tray.expectEnd()
            try await tray.start(environment: [:])
            try await tray.settled()
            let reasons = ["a-1.pdf", "a-2.jpg"].flatMap { [$0, "\($0).reason.json", "\($0).reason.txt"] }
            #expect(try tray.names(in: "quarantine") == reasons)
            #expect(try tray.ask([JobReport].self, "jobs").map(\.state) == [.quarantined])
            try tray.expectOrder()
        }

        @Test func aLostLedgerIsRebuiltFromTheClaims() async throws {
            let tray = try Tray(environment: ["PAPERTRAY_FAILPOINT": "part-finished"])
            try await tray.start()
            try tray.drop("english-scan.pdf")
            await tray.expectEnd()
            for name in ["ledger.sqlite", "ledger.sqlite-wal", "ledger.sqlite-shm"] {
                try FileManager.default.removeItem(atPath: tray.scratch.file("tray/.state/\(name)"))
            }
            try await tray.start(environment: [:])
            try await tray.settled()
            #expect(try tray.names(in: "outbox") == ["english-scan.pdf"])
            #expect(try tray.job(named: "english-scan.pdf").state == .completed)
            try tray.expectOrder()
        }

        /// The ledger is that of the moment of a crash, and what it speaks of has been done since.
        @Test(arguments: ["claim-renamed", "part-finished", "published"], ["none", "txt"])
        func anOlderLedgerDoublesNothing(_ failpoint: String, _ sidecar: String) async throws {
            let tray = try Tray(
                searchable: "[[rule]]\nname = \"all\"\nstep = [{ do = \"ocr\", sidecar = \"\(sidecar)\" }]\n",
                environment: ["PAPERTRAY_FAILPOINT": failpoint])
            let sides = sidecar == "none" ? [] : [".txt"]
            try await tray.start()
            try tray.drop("digital.pdf")
            await tray.expectEnd()
            let state = tray.scratch.file("tray/.state")
            let names = ["ledger.sqlite", "ledger.sqlite-wal"]
            for name in names {
                try FileManager.default.copyItem(
                    atPath: "\(state)/\(name)", toPath: tray.scratch.file(name))
            }
            try await tray.start(environment: [:])
            try await tray.settled()
            await tray.stop()
            for name in names + ["ledger.sqlite-shm"] {
                try? FileManager.default.removeItem(atPath: "\(state)/\(name)")
            }
            for name in names {
                try FileManager.default.copyItem(
                    atPath: tray.scratch.file(name), toPath: "\(state)/\(name)")
            }
            try await tray.start(environment: [:])
            // A file that is taken after it shows that the old rows have been looked at.
            try tray.drop("form.pdf")
            var jobs = try tray.ask([JobReport].self, "jobs")
            while !jobs.contains(where: { $0.name == "form.pdf" }) || !jobs.allSatisfy(\.state.isFinal) {
                jobs = try tray.ask([JobReport].self, "jobs")
            }
            let outbox = ["digital", "form"].flatMap { stem in ([".pdf"] + sides).map { stem + $0 } }
            #expect(try tray.names(in: "outbox") == outbox)
            #expect(try tray.names(in: "archive") == ["digital.pdf", "form.pdf"])
            #expect(try tray.names(in: "inbox").isEmpty && tray.names(in: "quarantine").isEmpty)
            // A claim that was only meant is forgotten; everything later knows its result again.
            if failpoint != "claim-renamed" {
                #expect(
                    try tray.job(named: "digital.pdf").outputs
                        == ([".pdf"] + sides).map { tray.file("digital\($0)", in: "outbox") })
            }
            try tray.expectOrder()
            await tray.stop()
        }

        /// What lies in the quarantine is its own record.
        @Test func aLostLedgerRemembersTheQuarantine() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.drop("encrypted.pdf", as: "sub/locked.pdf")
            try await tray.ended(1)
            let before = try tray.job(named: "sub/locked.pdf")
            await tray.stop()
            for name in try FileManager.default.contentsOfDirectory(atPath: tray.scratch.file("tray/.state"))
            where name.hasPrefix("ledger") {
                try FileManager.default.removeItem(atPath: tray.scratch.file("tray/.state/\(name)"))
            }
            try await tray.start()
            while try tray.ask([JobReport].self, "jobs").isEmpty {}
            let after = try tray.job(named: "sub/locked.pdf")
            #expect(after.id == before.id && after.state == .quarantined)
            #expect(after.failure?.code == .passwordRequired && after.attempts == before.attempts)
            try tray.expectOrder()
            // It comes back with its identity.
            #expect(try tray.command("unlock", after.id.rawValue, input: "test\n").status == 0)
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox/sub") == ["locked.pdf"])
            #expect(try tray.names(in: "quarantine/sub").isEmpty)
            try tray.expectOrder()
            await tray.stop()
        }
    }
}
