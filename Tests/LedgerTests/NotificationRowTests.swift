// The rows of notifications: written with the move they tell of, once for each target, and changed only by deliveries.

internal import Documents
internal import FoundationEssentials
@testable internal import Ledger
internal import Platform
internal import Synchronization
internal import TestSupport
internal import Testing

private func route(
    _ target: String = "webhook-1", _ events: Set<NotificationEvent> = Set(NotificationEvent.allCases),
    folders: Set<String>? = nil, names: Bool = false, language: Language = .english
) -> NotificationRoute {
    NotificationRoute(
        target: target, events: events, folders: folders, showsNames: names, language: language)
}

@Suite struct NotificationRowTests {
    private let place: ScratchLedger
    private var ledger: Ledger { place.ledger }

    init() async throws { place = try await ScratchLedger() }

    private func due(_ target: String = "webhook-1") async throws -> [PendingNotification] {
        try await ledger.notificationsDue(for: target, at: .max, limit: 100)
    }

    private func fail(_ job: JobID, _ failure: Failure = Failure(.damaged, "scan.pdf", "x")) async throws {
        try await ledger.move(job, to: .quarantined) { $0.failure = failure }
    }

    private func hold(_ id: String, folder: String = "invoices") async throws {
        let job = sampleJob(id, folder: folder)
        if try await ledger.job(job.id) == nil { try await ledger.insert(job) }
        try await ledger.move(job.id, to: .held) {
            $0.failure = Failure(.insufficientStorage, "scan.pdf")
            $0.retryAt = 1
        }
    }

    // MARK: Writing

    @Test func completedJobIsASuccess() async throws {
        await ledger.notify(through: [route()])
        try await place.advance(to: .publishing)
        #expect(try await due().isEmpty)
        try await place.advance(to: .completed, from: .publishing)
        let row = try #require(try await due().first)
        #expect(row.key == "\(place.job.id).success.webhook-1" && row.attempts == 0)
        let payload = try decoded(NotificationPayload.self, from: row.payload)
        #expect(payload.event == .success && payload.state == .completed && payload.folder == "invoices")
        #expect(payload.key == row.key && payload.job == place.job.id && payload.code == nil)
        #expect(payload.name == nil && !row.payload.contains("scan"))
    }

    @Test func documentToLookAtIsASuccessAndWantsAttention() async throws {
        await ledger.notify(through: [route(), route("mail-2", [.success])])
        try await place.advance(to: .publishing)
        let pages = [Attention.Page(document: 0, page: 2, confidence: 40)]
        let attention = Attention(.lowConfidence, mark: 80, pages: pages, since: 5)
        try await ledger.move(place.job.id, to: .completed) { $0.attention = attention }
        let keys = try await due().map(\.key)
        #expect(keys.map { $0.split(separator: ".")[1] }.sorted() == ["attention", "success"])
        #expect(try await due("mail-2").count == 1)
        let row = try #require(try await due().first { $0.key.contains("attention") })
        let payload = try decoded(NotificationPayload.self, from: row.payload)
        #expect(payload.pages == pages && payload.message.contains("page 2 (40)"))
        let job = try #require(try await place.reopened().job(place.job.id))
        #expect(job.attention == attention)
        #expect(try await ledger.jobsForReview().map(\.id) == [place.job.id])
        #expect(try await ledger.jobsForReview(folder: "other").isEmpty)
        #expect(try await ledger.reviewCounts() == ["invoices": 1])
        try await ledger.amend(place.job.id, event: "reviewed") { $0.attention?.doneAt = 9 }
        #expect(try await ledger.jobsForReview().isEmpty)
        #expect(try await ledger.reviewCounts().isEmpty)
    }

    @Test(arguments: [JobState.quarantined, .cancelled]) func endedJobIsAFailure(state: JobState) async throws
    {
        await ledger.notify(through: [route()])
        try await ledger.move(place.job.id, to: state) {
            $0.failure = Failure(.damaged, "scan.pdf", "page 1")
        }
        let row = try #require(try await due().first)
        let payload = try decoded(NotificationPayload.self, from: row.payload)
        #expect(payload.event == .failure && payload.code == .damaged && payload.state == state)
        #expect(payload.message == "The document is damaged: ….")
    }

    @Test func nameIsToldOnlyWhereItIsWanted() async throws {
        await ledger.notify(through: [route("a-1", names: true), route("b-1")])
        try await fail(place.job.id)
        let named = try decoded(
            NotificationPayload.self, from: try #require(try await due("a-1").first).payload)
        #expect(named.name == "scan.pdf" && named.message == "scan.pdf is damaged: x.")
        #expect(try await due("b-1").allSatisfy { !$0.payload.contains("scan") })
    }

    @Test func routesTakeTheirEventsAndFoldersOnly() async throws {
        await ledger.notify(through: [
            route("a-1", [.success]), route("b-1", folders: ["receipts"]), route("c-1", [.failure]),
            route("c-1", [.failure], names: true),
        ])
        try await fail(place.job.id)
        #expect(try await ledger.targetsDue(at: .max) == ["c-1"])
        #expect(try await due("c-1").count == 1)
    }

    @Test func fullDiskIsToldOnceAnHourForAFolder() async throws {
        await ledger.notify(through: [route()])
        try await hold("00000000000011")
        try await hold("00000000000012")
        try await ledger.move(JobID(rawValue: "00000000000011"), to: .claimed)
        try await hold("00000000000011")
        #expect(try await due().count == 1)
        try await hold("00000000000013", folder: "receipts")
        #expect(try await due().count == 2)
        try RawRows(place.scratch).run("UPDATE notifications SET created_at = created_at - 3600001")
        try await hold("00000000000014")
        #expect(try await due().count == 3)
    }

    @Test(arguments: [(.targetUnreachable, true), (.inputOutput, false)] as [(Reason, Bool)])
    func deferredJobIsToldWhereTheFolderCannotBeUsed(reason: Reason, isTold: Bool) async throws {
        await ledger.notify(through: [route()])
        try await ledger.move(place.job.id, to: .deferred) {
            $0.failure = Failure(reason, "a", "b")
            $0.retryAt = 1
        }
        #expect(try await due().isEmpty == !isTold)
    }

    @Test func secondFailureOfARetriedJobHasAKeyOfItsOwn() async throws {
        await ledger.notify(through: [route()])
        try await fail(place.job.id)
        try await ledger.move(place.job.id, to: .claimed)
        try await fail(place.job.id)
        #expect(Set(try await due().map(\.key)).count == 2)
    }

    @Test func documentTakenOutOfTheQuarantineIsNoNews() async throws {
        try await fail(place.job.id)
        await ledger.notify(through: [route()])
        try await ledger.move(place.job.id, to: .cancelled)
        #expect(try await due().isEmpty)
    }

    @Test func moveThatIsNotMadeTellsNobody() async throws {
        await ledger.notify(through: [route()])
        await #expect(throws: LedgerError.self) { try await ledger.move(place.job.id, to: .quarantined) }
        await #expect(throws: LedgerError.self) { try await ledger.move(place.job.id, to: .completed) }
        #expect(try await due().isEmpty)
    }

    @Test func notificationThatCannotBeWrittenUndoesTheMove() async throws {
        await ledger.notify(through: [route("")])
        await #expect(throws: LedgerError.self) { try await fail(place.job.id) }
        #expect(try await ledger.job(place.job.id) == place.job)
    }

    // MARK: Delivering

    @Test func rowsSurviveReopeningWithTheirKeysAndTries() async throws {
        await ledger.notify(through: [route()])
        try await fail(place.job.id)
        let first = try #require(try await due().first)
        try await ledger.record(.failed(code: "http-503", nextAt: 5000), of: first.key, at: 1000)
        let again = try #require(
            try await place.reopened().notificationsDue(for: "webhook-1", at: 5000, limit: 1).first)
        #expect(again.key == first.key && again.payload == first.payload && again.attempts == 1)
        #expect(try await ledger.notificationsDue(for: "webhook-1", at: 4999, limit: 1).isEmpty)
        #expect(try await ledger.nextNotification(after: 0) == 5000)
        #expect(try await ledger.nextNotification(after: 5000) == nil)
    }

    @Test func whatHasArrivedOrWasGivenUpStaysSo() async throws {
        await ledger.notify(through: [route("a-1"), route("b-1")])
        try await fail(place.job.id)
        let (first, second) = (try await due("a-1")[0].key, try await due("b-1")[0].key)
        try await ledger.record(.delivered, of: first, at: 1000)
        try await ledger.record(.givenUp(code: "timeout"), of: second, at: 1000)
        for key in [first, second] {
            try await ledger.record(.failed(code: "x", nextAt: 1), of: key, at: 2000)
        }
        #expect(try await ledger.targetsDue(at: .max).isEmpty)
        #expect(
            try await ledger.notificationCounts()
                == NotificationCounts(pending: 0, delivered: 1, givenUp: 1))
    }

    @Test func observerHearsOfMovesOnTheDisk() async throws {
        let heard = Heard()
        await ledger.observe { heard.add("\($0.state)") }
        await ledger.tell { heard.add("told") }
        await ledger.notify(through: [route()])
        try await ledger.move(place.job.id, to: .staged) { $0.sha256 = hash }
        await #expect(throws: LedgerError.self) { try await ledger.move(place.job.id, to: .completed) }
        try await fail(place.job.id)
        #expect(heard.all == ["staged", "quarantined", "told"])
    }

    @Test func folderThatCannotBeUsedIsToldOnceAnHour() async throws {
        let heard = Heard()
        await ledger.tell { heard.add("told") }
        await ledger.notify(through: [route(), route("b-1", [.failure])])
        let failure = Failure(.permissionDenied, "/srv/inbox", "it cannot be read")
        for _ in 1...2 { try await ledger.tell(of: failure, in: "invoices") }
        let row = try #require(try await due().first)
        let payload = try JSONDecoder().decode(NotificationPayload.self, from: Data(row.payload.utf8))
        #expect(payload.event == .attention && payload.code == .permissionDenied && payload.job == nil)
        #expect(payload.folder == "invoices" && payload.message == failure.message())
        #expect(try await due().count == 1)
        #expect(try await due("b-1").isEmpty)
        #expect(heard.all == ["told"])
        try RawRows(place.scratch).run("UPDATE notifications SET created_at = created_at - 3600001")
        try await ledger.tell(of: failure, in: "invoices")
        #expect(try await due().count == 2)
    }

    // MARK: Schema

    @Test(arguments: [
        "event = 'rumour'", "target = ''", "payload = 'no json'", "attempts = -1", "error = 'A sentence.'",
        "error = ''", "delivered_at = 5", "delivered_at = 5, next_at = NULL", "next_at = NULL",
        "delivered_at = 5, next_at = NULL, attempts = 1, error = 'timeout'", "key = NULL",
    ]) func checkRefusesRow(change: String) async throws {
        await ledger.notify(through: [route()])
        try await fail(place.job.id)
        let rows = try RawRows(place.scratch)
        #expect(throws: LedgerError.self) { try rows.run("UPDATE notifications SET \(change)") }
    }

    @Test func ledgerOfTheFirstSchemaIsBroughtUpToDate() async throws {
        let rows = try RawRows(place.scratch)
        try rows.run(
            """
            DROP TABLE notifications;
            DROP INDEX jobs_for_review; DROP INDEX revisions_by_time;
            ALTER TABLE jobs DROP COLUMN attention; ALTER TABLE revisions DROP COLUMN role;
            ALTER TABLE revisions DROP COLUMN quality; ALTER TABLE revisions DROP COLUMN milliseconds;
            DROP INDEX jobs_by_content; DROP INDEX jobs_by_batch; DROP INDEX jobs_with_inputs;
            ALTER TABLE jobs DROP COLUMN inputs; ALTER TABLE jobs DROP COLUMN batch;
            ALTER TABLE jobs DROP COLUMN skipped;
            PRAGMA user_version = 1
            """)
        let newer = try place.reopened()
        #expect(try await newer.job(place.job.id) == place.job)
        #expect(try await newer.notificationCounts() == NotificationCounts())
    }
}

private final class Heard: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
