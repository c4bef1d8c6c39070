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
