// What the ledger forgets, so that a service that runs for years does not drown in its own past: what happened to names
// and jobs, and what was told of them. Jobs with their outputs and lineage stay, since `audit` proves by them; so does
// everything of a job that has not ended. Work is done in small bites between the jobs' own.

extension Ledger {
    /// One bite of the events, in the order in which they were written.
    /// - Parameters:
    ///   - moment: Milliseconds since 1970; what is younger stays.
    ///   - cursor: 0, or what the bite before gave.
    /// - Returns: How many events are gone, and where the next bite begins; `nil` after the last.
    package func purgeEvents(
        before moment: Int64, after cursor: Int64, limit: Int = 2000
    ) throws(LedgerError) -> (removed: Int, cursor: Int64?) {
        var last: Int64?
        try connection.query(
            "SELECT max(rowid) FROM (SELECT rowid FROM events WHERE rowid > ?1 ORDER BY rowid LIMIT ?2)",
            [.integer(cursor), .integer(Int64(limit))]
        ) { row throws(LedgerError) in last = row.optionalInteger(0) }
        guard let last else { return (0, nil) }
        let removed = try connection.run(
            """
            DELETE FROM events WHERE rowid > ?1 AND rowid <= ?2 AND at < ?3 AND (job IS NULL OR job NOT IN
                (SELECT id FROM jobs WHERE state NOT IN ('completed', 'quarantined', 'cancelled')))
            """, [.integer(cursor), .integer(last), .integer(moment)])
        return (removed, last)
    }

    /// Forgets notifications that have arrived or were given up. Those of a job that may be tried again stay: the keys
    /// of what will be told of it count on from them.
    /// - Parameter moment: Milliseconds since 1970; what is younger stays.
    package func purgeNotifications(before moment: Int64) throws(LedgerError) -> Int {
        try connection.run(
            """
            DELETE FROM notifications WHERE created_at < ?1 AND next_at IS NULL
                AND job NOT IN (SELECT id FROM jobs WHERE state <> 'completed')
            """, [.integer(moment)])
    }
}
