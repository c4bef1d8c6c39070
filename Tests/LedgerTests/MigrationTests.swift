// The schema: CHECK constraints hold every row, whoever writes it, to what `JobState` promises.

internal import Documents
@testable internal import Ledger
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct MigrationTests {
    @Test(arguments: [
        "state = 'lost'", "bytes = -1", "attempts = -1", "interruptions = -1", "sha256 = 'abc'",
        "name = NULL",
        "state = 'staged'", "state = 'queued', sha256 = HASH", "state = 'running', sha256 = HASH",
        "state = 'publishing', sha256 = HASH", "state = 'completed', sha256 = HASH",
        "state = 'completed', plan = '{}'",
        "state = 'quarantined'", "state = 'deferred', failure = '{}'", "state = 'held', failure = '{}'",
        "state = 'held', retry_at = 1", "name = 'text'", "device = 'text'",
    ]) func checkRefusesRow(change: String) async throws {
        let place = try await ScratchLedger()
        let sql =
            "UPDATE jobs SET "
            + change.split(separator: "HASH", omittingEmptySubsequences: false).joined(separator: "'\(hash)'")
        let rows = try RawRows(place.scratch)
        #expect(throws: LedgerError.self) { try rows.run(sql) }
        #expect(try await place.ledger.job(place.job.id) == place.job)
    }

    @Test(arguments: [
        "state = 'cancelled'", "state = 'staged', sha256 = HASH", "state = 'quarantined', failure = '{}'",
        "state = 'completed', sha256 = HASH, plan = '{}'", "state = 'held', failure = '{}', retry_at = 1",
    ]) func checkTakesRow(change: String) async throws {
        let place = try await ScratchLedger()
        let sql =
            "UPDATE jobs SET "
            + change.split(separator: "HASH", omittingEmptySubsequences: false).joined(separator: "'\(hash)'")
        try RawRows(place.scratch).run(sql)
    }

    @Test(arguments: [
        "INSERT INTO outputs VALUES ('JOB', 'copy', 0, x'2f', 0, '', 0)",
        "INSERT INTO outputs VALUES ('JOB', 'result', 0, x'2f', 0, '', 2)",
        "INSERT INTO outputs VALUES ('JOB', 'result', -1, x'2f', 0, '', 0)",
        "INSERT INTO outputs VALUES ('none', 'result', 0, x'2f', 0, '', 0)",
        "INSERT INTO attempts VALUES ('JOB', 1, 5, 6, NULL)",
        "INSERT INTO attempts VALUES ('JOB', 1, 5, NULL, 'crashed')",
        "INSERT INTO tasks VALUES ('JOB', 's', -1, 'p', 0, HASH)",
        "INSERT INTO tasks VALUES ('JOB', 's', 0, 'p', 0, 'abc')",
        "INSERT INTO revisions VALUES ('JOB', 2, 2, 's', '{}', 'p', 'pdf', 0, 0, HASH, 0, 'main', NULL, NULL)",
        "INSERT INTO revisions VALUES ('JOB', 2, 1, 's', '{}', 'p', 'pdf', 0, 0, HASH, 0, 'none', NULL, NULL)",
        "INSERT INTO revisions VALUES ('JOB', 2, 1, 's', '{}', 'p', 'pdf', 0, 0, HASH, 0, 'main', 'x', NULL)",
        "INSERT INTO revisions VALUES ('JOB', 2, 1, 's', '{}', 'p', 'pdf', 0, 0, HASH, 0, 'main', NULL, -1)",
    ]) func checkRefusesRowOfLineage(sql: String) async throws {
        let place = try await ScratchLedger()
        let filled = sql.split(separator: "JOB", omittingEmptySubsequences: false).joined(
            separator: place.job.id.rawValue
        )
        .split(separator: "HASH", omittingEmptySubsequences: false).joined(separator: "'\(hash)'")
        let rows = try RawRows(place.scratch)
        #expect(throws: LedgerError.self) { try rows.run(filled) }
    }

    @Test func everyStateOfTheCodeIsAStateOfTheSchema() async throws {
        let place = try await ScratchLedger()
        let rows = try RawRows(place.scratch)
        for state in JobState.allCases {
            try rows.run(
                """
                UPDATE jobs SET state = '\(state.rawValue)', sha256 = '\(hash)', plan = '{}', failure = '{}', retry_at = 1
                """)
        }
    }

    @Test func newerLedgerIsRefusedAndLeftAlone() async throws {
        let place = try await ScratchLedger()
        let version = try RawRows(place.scratch).texts("PRAGMA user_version").joined()
        try RawRows(place.scratch).run("PRAGMA user_version = 999")
        let mistake = #expect(throws: LedgerError.self) { _ = try place.reopened() }
        #expect(mistake?.description.contains("newer version") == true)
        try RawRows(place.scratch).run("PRAGMA user_version = \(version)")
        #expect(try await place.reopened().job(place.job.id) == place.job)
    }

    @Test func openingAgainAppliesNothingTwice() async throws {
        let place = try await ScratchLedger()
        for _ in 1...3 { #expect(try await place.reopened().job(place.job.id) == place.job) }
    }

    @Test func rubbishIsNoLedger() throws {
        let scratch = try ScratchFolder()
        try scratch.write(String(repeating: "rubbish ", count: 1000), "ledger.sqlite")
        #expect(throws: LedgerError.self) { _ = try Ledger(directory: scratch.path) }
        #expect(throws: LedgerError.self) { _ = try Ledger(directory: scratch.path / "missing") }
    }

    @Test func unknownStateOrUnreadableRowIsAnErrorAndNotAGuess() async throws {
        let place = try await ScratchLedger()
        try RawRows(place.scratch).run("UPDATE jobs SET plan = 'not json'")
        await #expect(throws: LedgerError.self) { try await place.ledger.job(place.job.id) }
    }
}
