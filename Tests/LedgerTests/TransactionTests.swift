// What belongs together: all of it is written or nothing, and nobody is told before it is.

internal import Documents
@testable internal import Ledger
internal import Platform
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite struct TransactionTests {
    @Test(arguments: [false, true]) func allOfItIsWritten(isDurable: Bool) async throws {
        let place = try await ScratchLedger()
        let id = place.job.id
        let moved = try await place.ledger.transaction(durably: isDurable) { ledger throws(LedgerError) in
            try ledger.forgetParts(of: id)
            return try ledger.move(id, to: .staged) { $0.sha256 = String(repeating: "0", count: 64) }
        }
        #expect(moved.state == .staged)
        #expect(try await place.ledger.job(id)?.state == .staged)
    }

    @Test func nothingIsWrittenWhereOneThingFails() async throws {
        let place = try await ScratchLedger()
        let id = place.job.id
        let told = Mutex(0)
        let ledger = place.ledger
        await ledger.observe { _ in told.withLock { $0 += 1 } }
        await #expect(throws: LedgerError.self) {
            try await ledger.transaction { ledger throws(LedgerError) in
                try ledger.move(id, to: .staged) { $0.sha256 = String(repeating: "0", count: 64) }
                // A staged job cannot be completed.
                try ledger.move(id, to: .completed)
            }
        }
        #expect(try await ledger.job(id)?.state == .claimed)
        #expect(try await ledger.events(of: id).count == 1)
        #expect(told.withLock { $0 } == 0)
        // Nor is it remembered as if it had been written.
        let staged = try await ledger.move(id, to: .staged) { $0.sha256 = String(repeating: "0", count: 64) }
        #expect(staged.state == .staged)
        #expect(told.withLock { $0 } == 1)
    }

    @Test func othersWaitAndComeAfter() async throws {
        let place = try await ScratchLedger()
        let ledger = place.ledger
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                let job = sampleJob("1000000000\(1000 + number)", name: "a.pdf")
                group.addTask {
                    try await ledger.transaction { ledger throws(LedgerError) in try ledger.insert(job) }
                }
                group.addTask { _ = try await ledger.jobs(limit: 5) }
            }
            try await group.waitForAll()
        }
        #expect(try await ledger.jobs(limit: 100).count == 51)
    }
}
