// What the ledger forgets and what it never does.

internal import Documents
internal import Ledger
internal import Testing

@Suite struct PurgeTests {
    private let place: ScratchLedger
    private var ledger: Ledger { place.ledger }

    init() async throws { place = try await ScratchLedger() }

    /// A name that was left alone, at this moment.
    private func ignore(_ name: RawName, at moment: Int64) async throws {
        try await ledger.record(
            TraceEvent(at: moment, folder: "invoices", name: name, job: nil, event: "ignored", detail: ""))
    }

    private func name(of moment: Int64) -> RawName { RawName(Array("\(moment).pdf".utf8)) }

    /// Bites until nothing old is left.
    private func purge(before moment: Int64, limit: Int = 2000) async throws -> Int {
        var removed = 0
        var cursor: Int64? = 0
        while let place = cursor {
            let bite = try await ledger.purgeEvents(before: moment, after: place, limit: limit)
            removed += bite.removed
            cursor = bite.cursor
        }
        return removed
    }

    @Test(arguments: [1, 2, 3, 2000]) func oldEventsGoAndYoungOnesStay(limit: Int) async throws {
        for moment in 1...5 as ClosedRange<Int64> { try await ignore(name(of: moment), at: moment) }
        #expect(try await purge(before: 4, limit: limit) == 3)
        for moment in 1...5 as ClosedRange<Int64> {
            #expect(try await ledger.events(named: name(of: moment)).isEmpty == (moment < 4))
        }
        #expect(try await purge(before: 4) == 0)
    }

    @Test func whatAJobUnderWayDidStays() async throws {
        #expect(try await purge(before: .max) == 0)
        #expect(try await !ledger.events(of: place.job.id).isEmpty)
    }

    @Test(arguments: [JobState.completed, .quarantined, .cancelled])
    func eventsOfAnEndedJobGoAndTheJobStays(state: JobState) async throws {
        try await end(as: state)
        #expect(try await purge(before: .max) > 0)
        #expect(try await ledger.events(of: place.job.id).isEmpty)
        #expect(try await ledger.job(place.job.id)?.state == state)
    }

    @Test(arguments: [
        (JobState.completed, true, 1), (.completed, false, 0), (.quarantined, true, 0),
    ])
    func notificationsGoWhenTheyHaveArrivedAndTheJobIsDone(_ state: JobState, _ arrived: Bool, _ gone: Int)
        async throws
    {
        await ledger.notify(through: [
            NotificationRoute(
                target: "webhook-1", events: [.success, .failure], folders: nil, showsNames: false,
                language: .english)
        ])
        try await end(as: state)
        let row = try #require(
            try await ledger.notificationsDue(for: "webhook-1", at: .max, limit: 9).first)
        if arrived { try await ledger.record(.delivered, of: row.key, at: 5) }
        #expect(try await ledger.purgeNotifications(before: row.createdAt) == 0)
        #expect(try await ledger.purgeNotifications(before: .max) == gone)
        let counts = try await ledger.notificationCounts()
        #expect(counts.pending + counts.delivered == 1 - gone)
    }

    private func end(as state: JobState) async throws {
        if state == .completed { return try await place.advance(to: .completed) }
        try await ledger.move(place.job.id, to: state) { $0.failure = Failure(.damaged, "scan.pdf", "x") }
    }
}
