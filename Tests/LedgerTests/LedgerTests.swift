// The rows of jobs: written as they are, moved only as `JobState` allows, and there again after reopening.

internal import Documents
@testable internal import Ledger
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct LedgerTests {
    @Test func insertedJobComesBackWhole() async throws {
        let place = try await ScratchLedger()
        #expect(try await place.ledger.job(place.job.id) == place.job)
        #expect(try await place.ledger.job(JobID(rawValue: "none")) == nil)
    }

    @Test func secondJobOfTheSameIdentifierIsRefused() async throws {
        let place = try await ScratchLedger()
        await #expect(throws: LedgerError.self) { try await place.ledger.insert(place.job) }
        #expect(try await place.ledger.events(of: place.job.id).count == 1)
    }

    @Test(arguments: [
        RawName([0xFF, 0xFE, 0x0A]), "发票.pdf", RawName([UInt8](repeating: 0x61, count: 255)), "a\0b",
        RawName([]),
    ]) func namesKeepTheirBytes(name: RawName) async throws {
        let place = try await ScratchLedger()
        let job = sampleJob("00000000000002", name: name)
        try await place.ledger.insert(job)
        #expect(try await place.ledger.job(job.id)?.original.name.bytes == name.bytes)
        #expect(try await place.ledger.events(named: name).map(\.name).contains(name))
    }

    @Test func factsPlanAndFailureComeBackAfterReopening() async throws {
        let place = try await ScratchLedger()
        try await place.advance(to: .queued)
        let failure = Failure(.inputOutput, "a \"b\"\n.pdf", "{0}")
        let moved = try await place.ledger.move(place.job.id, to: .deferred) {
            $0.facts = sampleFacts()
            $0.failure = failure
            $0.retryAt = 77
            $0.attempts = 2
            $0.interruptions = 1
        }
        let reopened = try #require(try await place.reopened().job(place.job.id))
        #expect(reopened == moved)
        #expect(reopened.facts == sampleFacts() && reopened.plan == samplePlan && reopened.failure == failure)
    }

    @Test func legalMovesAreMadeAndTold() async throws {
        let place = try await ScratchLedger()
        try await place.advance(to: .completed)
        let states = try await place.ledger.events(of: place.job.id).map(\.event)
        #expect(states == ["claimed", "staged", "queued", "running", "publishing", "completed"])
        #expect(try await place.ledger.unfinishedJobs().isEmpty)
    }

    @Test(arguments: [JobState.completed, .running, .publishing, .claimed, .queued])
    func illegalMoveIsRefusedAndChangesNothing(state: JobState) async throws {
        let place = try await ScratchLedger()
        await #expect(throws: LedgerError.self) {
            try await place.ledger.move(place.job.id, to: state) {
                $0.sha256 = hash
                $0.plan = samplePlan
            }
        }
        #expect(try await place.ledger.job(place.job.id) == place.job)
        #expect(try await place.ledger.events(of: place.job.id).count == 1)
    }

    @Test func moveWithoutWhatTheStateNeedsIsRefusedAndChangesNothing() async throws {
        let place = try await ScratchLedger()
        for state in [JobState.staged, .quarantined, .deferred, .held] {
            await #expect(throws: LedgerError.self) { try await place.ledger.move(place.job.id, to: state) }
        }
        #expect(try await place.ledger.job(place.job.id) == place.job)
        #expect(try await place.ledger.events(of: place.job.id).count == 1)
    }

    @Test func moveOfAnUnknownJobIsRefused() async throws {
        let place = try await ScratchLedger()
        await #expect(throws: LedgerError.self) {
            try await place.ledger.move(JobID(rawValue: "none"), to: .staged)
        }
    }

    @Test func amendKeepsTheStateAndTellsItsEvent() async throws {
        let place = try await ScratchLedger()
        try await place.ledger.amend(place.job.id, event: "interrupted", detail: "why") {
            $0.interruptions += 1
        }
        let job = try #require(try await place.ledger.job(place.job.id))
        #expect(job.state == .claimed && job.interruptions == 1)
        let event = try #require(try await place.ledger.events(of: job.id).last)
        #expect(event.event == "interrupted" && event.detail == "why")
    }

    @Test func withdrawRemovesOnlyAClaimedJob() async throws {
        let place = try await ScratchLedger()
        let staged = sampleJob("00000000000002")
        try await place.ledger.insert(staged)
        try await place.ledger.move(staged.id, to: .staged) { $0.sha256 = hash }
        for id in [place.job.id, staged.id] { try await place.ledger.withdraw(id) }
        #expect(try await place.ledger.job(place.job.id) == nil)
        #expect(try await place.ledger.job(staged.id) != nil)
        #expect(try await !place.ledger.events(of: place.job.id).isEmpty)
    }

    @Test func unfinishedJobsAreThoseNobodyHasEnded() async throws {
        let place = try await ScratchLedger()
        let (ended, stopped) = (sampleJob("00000000000003"), sampleJob("00000000000002"))
        for job in [ended, stopped, sampleJob("00000000000000")] { try await place.ledger.insert(job) }
        try await place.ledger.move(ended.id, to: .quarantined) { $0.failure = Failure(.damaged, "a", "b") }
        try await place.ledger.move(stopped.id, to: .cancelled)
        #expect(
            try await place.ledger.unfinishedJobs().map(\.id.rawValue) == [
                "00000000000000", "00000000000001",
            ])
    }

    @Test func countsByFolderAndState() async throws {
        let place = try await ScratchLedger()
        try await place.ledger.insert(sampleJob("00000000000002", folder: "receipts"))
        try await place.ledger.insert(sampleJob("00000000000003", folder: "receipts"))
        try await place.ledger.move(JobID(rawValue: "00000000000003"), to: .staged) { $0.sha256 = hash }
        #expect(
            try await place.ledger.counts() == [
                "invoices": [.claimed: 1], "receipts": [.claimed: 1, .staged: 1],
            ])
    }

    @Test func returnableJobsAreFoundByInodeOnceTheyHaveEnded() async throws {
        let place = try await ScratchLedger()
        let device = place.job.original.device
        #expect(try await place.ledger.returnable(device: device, inode: 7).isEmpty)
        try await place.ledger.move(place.job.id, to: .quarantined) {
            $0.failure = Failure(.damaged, "a", "b")
        }
        #expect(try await place.ledger.returnable(device: device, inode: 7).map(\.id) == [place.job.id])
        #expect(try await place.ledger.returnable(device: device, inode: 8).isEmpty)
        #expect(try await place.ledger.returnable(device: 1, inode: 7).isEmpty)
    }

    @Test func callsFromManyTasksAreAllRecorded() async throws {
        let place = try await ScratchLedger()
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    try await place.ledger.amend(place.job.id, event: "seen") { $0.attempts += 1 }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await place.ledger.job(place.job.id)?.attempts == 50)
        #expect(try await place.ledger.events(of: place.job.id).count == 51)
    }
}
