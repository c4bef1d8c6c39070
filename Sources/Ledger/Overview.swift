// What may be told of all jobs together: numbers, states and codes, and never a name or a detail.

package import Documents
internal import Platform

extension Ledger {
    /// How many jobs stand in a state with a failure code.
    package func failureCounts() throws(LedgerError) -> [FailureCode: Int] {
        var counts: [FailureCode: Int] = [:]
        try connection.query(
            "SELECT json_extract(failure, '$.reason'), count(*) FROM jobs WHERE failure IS NOT NULL GROUP BY 1"
        ) { row throws(LedgerError) in
            guard let reason = Reason(rawValue: row.text(0)) else { return }
            counts[reason.code, default: 0] += Int(row.integer(1))
        }
        return counts
    }

    /// How many finished documents of each folder wait for a person to look at them.
    package func reviewCounts() throws(LedgerError) -> [String: Int] {
        var counts: [String: Int] = [:]
        try connection.query(
            """
            SELECT folder, count(*) FROM jobs WHERE attention IS NOT NULL AND state = 'completed'
                AND json_extract(attention, '$.doneAt') IS NULL GROUP BY folder
            """
        ) { row throws(LedgerError) in counts[row.text(0)] = Int(row.integer(1)) }
        return counts
    }

    /// The newest events, oldest first.
    package func recentEvents(limit: Int) throws(LedgerError) -> [TraceEvent] {
        try events("ORDER BY rowid DESC LIMIT ?1", [.integer(Int64(limit))]).reversed()
    }
}
