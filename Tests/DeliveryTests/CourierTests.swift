// From row to receiver: keys that stay, tries that are counted, and jobs that never notice.

@testable internal import Delivery
internal import Documents
internal import Ledger
internal import Platform
internal import Settings
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct CourierTests {
    private let place: ScratchDelivery
    private let seen = SeenRequests()

    init() throws { place = try ScratchDelivery() }

    private func notify(_ target: NotifyTarget, names: Bool = false) -> NotifySettings {
        NotifySettings(events: Set(NotificationEvent.allCases), showsNames: names, target: target)
    }

    private func webhook(_ server: LoopbackServer) -> NotifyTarget {
        .webhook(.init(address: "http://127.0.0.1:\(server.port)/", allowsPrivate: true))
    }

    /// A completed job, told to the target.
    private func finishedJob(_ notify: NotifySettings, _ ledger: Ledger) async throws -> Job {
        await ledger.notify(through: [notify.route(language: .english)])
        let job = try await place.job()
        return try await ledger.move(job.id, to: .completed)
    }

    private func due(_ ledger: Ledger, _ target: NotifyTarget, at moment: Int64 = .max) async throws
        -> [PendingNotification]
    {
        try await ledger.notificationsDue(for: target.identity, at: moment, limit: 10)
    }

    @Test func retriesKeepTheKeyAndTheBodyUntilItArrives() async throws {
        let server = try seen.server { $0 < 3 ? SeenRequests.status(503) : SeenRequests.fine }
        let notify = notify(webhook(server), names: true)
        let job = try await finishedJob(notify, place.ledger)
        let courier = Courier(ledger: place.ledger, notify: [notify])
        var now = Moment.now()
        for attempt in 1...3 {
            let row = try #require(try await due(place.ledger, notify.target, at: now).first)
            #expect(row.attempts == attempt - 1)
            let outcome = try await courier.deliver(row, now: now)
            guard case .failed(let code, let next) = outcome else {
                #expect(attempt == 3 && outcome == .delivered)
                continue
            }
            let wait = Double(next - now) / 1000 / Double(10 << (attempt - 1))
            #expect(code == "http-503" && (0.79...1.21).contains(wait))
            now = next
        }
        #expect(try await due(place.ledger, notify.target).isEmpty)
        let keys = Set(seen.all.compactMap { $0.headers["idempotency-key"] })
        #expect(keys == ["\(job.id).success.\(notify.target.identity)"] && seen.all.count == 3)
        #expect(Set(seen.all.map(\.text)).count == 1)
        #expect(seen.all[0].text.contains("\"name\":\"scan.pdf\""))
        #expect(try await place.ledger.job(job.id) == job)
    }

    @Test func crashBetweenSentAndRecordedSendsTheSameKeyAgain() async throws {
        let server = try seen.server { _ in SeenRequests.fine }
        let notify = notify(webhook(server))
        _ = try await finishedJob(notify, place.ledger)
        let courier = Courier(ledger: place.ledger, notify: [notify])
        #expect(
            await courier.send(try #require(try await due(place.ledger, notify.target).first)) == .delivered)
        // The next life of the service knows the row and not what became of it.
        let ledger = try Ledger(directory: place.scratch.path / "state")
        let again = try #require(try await due(ledger, notify.target).first)
        #expect(
            try await Courier(ledger: ledger, notify: [notify]).deliver(again, now: Moment.now())
                == .delivered)
        #expect(seen.all.count == 2)
        #expect(seen.all[0].headers["idempotency-key"] == seen.all[1].headers["idempotency-key"])
        #expect(seen.all[0].body == seen.all[1].body)
        #expect(try await due(ledger, notify.target).isEmpty)
    }

    @Test func afterADayItIsGivenUp() async throws {
        let server = try seen.server { _ in SeenRequests.status(500) }
        let notify = notify(webhook(server))
        let job = try await finishedJob(notify, place.ledger)
        let row = try #require(try await due(place.ledger, notify.target).first)
        let courier = Courier(ledger: place.ledger, notify: [notify])
        let outcome = try await courier.deliver(row, now: row.createdAt + Backoff.patience)
        #expect(outcome == .givenUp(code: "http-500"))
        #expect(try await place.ledger.notificationCounts().givenUp == 1)
        #expect(try await place.ledger.job(job.id) == job)
    }

    @Test func targetThatWasRemovedIsNotForgottenAtOnce() async throws {
        let notify = notify(.command(["/bin/true"]))
        _ = try await finishedJob(notify, place.ledger)
        let row = try #require(try await due(place.ledger, notify.target).first)
        let outcome = try await Courier(ledger: place.ledger, notify: []).deliver(row, now: Moment.now())
        guard case .failed("target-removed", _) = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        let now = Moment.now() + 3_600_000
        let again = try #require(try await due(place.ledger, notify.target, at: now).first)
        #expect(
            try await Courier(ledger: place.ledger, notify: [notify]).deliver(again, now: now) == .delivered)
    }

    @Test func stopLeavesTheRowAsItWas() async throws {
        let server = try seen.server { _ in SeenRequests.fine }
        let notify = notify(webhook(server))
        _ = try await finishedJob(notify, place.ledger)
        let row = try #require(try await due(place.ledger, notify.target).first)
        let stop = SendingStop()
        stop.stop()
        let courier = Courier(ledger: place.ledger, notify: [notify], stop: stop)
        #expect(try await courier.deliver(row, now: Moment.now()) == nil)
        #expect(try await due(place.ledger, notify.target) == [row])
    }

    @Test func commandReadsThePayload() async throws {
        let target = NotifyTarget.command([
            "/bin/sh", "-c", "cat > \"$1/got\" && printf %s \"$PAPERTRAY_NOTIFICATION_KEY\" > \"$1/key\"",
            "sh",
            place.scratch.path.string,
        ])
        let notify = notify(target)
        _ = try await finishedJob(notify, place.ledger)
        let row = try #require(try await due(place.ledger, target).first)
        #expect(
            try await Courier(ledger: place.ledger, notify: [notify]).deliver(row, now: Moment.now())
                == .delivered)
        #expect(try place.scratch.text("got") == row.payload && place.scratch.text("key") == row.key)
    }

    @Test(
        arguments: [
            (["/bin/false"], "exit-1"), (["/bin/sh", "-c", "kill -9 $$"], "signal-9"),
            (["/nowhere"], "not-started"),
        ] as [([String], String)]) func commandThatFailsIsTriedAgain(words: [String], code: String)
        async throws
    {
        let notify = notify(.command(words))
        _ = try await finishedJob(notify, place.ledger)
        let row = try #require(try await due(place.ledger, notify.target).first)
        let outcome = try await Courier(ledger: place.ledger, notify: [notify]).deliver(
            row, now: Moment.now())
        guard case .failed(let given, let next) = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(given == code && next > Moment.now())
    }

    @Test func waitsGrowUpToAnHour() {
        let waits = (1...12).map { Backoff.seconds(afterFailures: $0, jitter: 1) }
        #expect(waits == [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600])
        #expect(Backoff.seconds(afterFailures: 3, jitter: 0.8) == 32)
        #expect(Backoff.seconds(afterFailures: .max, jitter: 1) == 3600)
    }
}
