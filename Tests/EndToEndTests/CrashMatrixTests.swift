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
            "set-apart", "original-moved",
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
    }
}
