// The rows of notifications. They are written in the same transaction as the move they tell of, so none is forgotten
// and none is made up; from then on only their own columns change, and never the job.

package import Documents
internal import Platform

/// A notification that has not arrived yet.
package struct PendingNotification: Sendable, Hashable {
    package let key: String
    package let target: String
    /// The body, as JSON.
    package let payload: String
    /// How often it was tried.
    package let attempts: Int
    /// Milliseconds since 1970.
    package let createdAt: Int64
    package let nextAt: Int64
}

/// What became of one try to deliver a notification.
package enum NotificationOutcome: Sendable, Hashable {
    case delivered
    /// Failed for the reason of this code, to be tried again at this moment (milliseconds since 1970).
    case failed(code: String, nextAt: Int64)
    /// Failed too often or too long.
    case givenUp(code: String)
}

/// How many notifications stand where.
package struct NotificationCounts: Sendable, Hashable {
    package var pending = 0
    package var delivered = 0
    package var givenUp = 0
}

extension Ledger {
    /// A full disk stops every job of a folder; one notification an hour says so.
    private static let attentionInterval: Int64 = 3_600_000

    /// Writes the rows that a job's newest move asks for. Must run in the transaction of the move.
    /// - Returns: Whether there are any.
    func insertNotifications(for job: Job, from before: JobState) throws(LedgerError) -> Bool {
        var isTold = false
        for event in NotificationEvent.events(ofNewestMoveOf: job, from: before) {
            if try insertNotifications(event, of: job) { isTold = true }
        }
        return isTold
    }

    private func insertNotifications(_ event: NotificationEvent, of job: Job) throws(LedgerError) -> Bool {
        var isTold = false
        var told: Set<String> = []
        for route in routes where route.takes(event, in: job.folder) {
            // Two entries may lead to the same place, which is told once.
            guard told.insert(route.target).inserted else { continue }
            // Each finished document is looked at by itself.
            if event == .attention, job.state != .completed {
                let isKnown = try wasToldLately(
                    job.failure?.code, of: job.folder, route, at: job.updatedAt)
                if isKnown { continue }
            }
            try insert(event, of: job, route)
            isTold = true
        }
        return isTold
    }

    /// Writes a notification that a whole folder cannot be worked on, where it was not told lately.
    package func tell(of failure: Failure, in folder: String) throws(LedgerError) {
        let now = Moment.now()
        var isTold = false
        for route in routes where route.takes(.attention, in: folder) {
            if try wasToldLately(failure.code, of: folder, route, at: now) { continue }
            let key = "\(folder).attention.\(now).\(route.target)"
            let payload = NotificationPayload(
                key: key, failure: failure, folder: folder, route: route, at: Moment.rfc3339(now))
            try insert(payload, job: "", to: route, at: now)
            isTold = true
        }
        if isTold { wakeTellers() }
    }

    private func wasToldLately(
        _ code: FailureCode?, of folder: String, _ route: NotificationRoute, at moment: Int64
    ) throws(LedgerError) -> Bool {
        var isThere = false
        try connection.query(
            """
            SELECT 1 FROM notifications
            WHERE target = ?1 AND event = 'attention' AND code = ?2 AND folder = ?3 AND created_at > ?4 LIMIT 1
            """,
            [
                .text(route.target), Column(code?.rawValue), .text(folder),
                .integer(moment - Self.attentionInterval),
            ]
        ) { _ throws(LedgerError) in isThere = true }
        return isThere
    }

    private func insert(
        _ event: NotificationEvent, of job: Job, _ route: NotificationRoute
    ) throws(LedgerError) {
        // A job that a person tried again may fail again: that is news, and has a key of its own.
        var earlier: Int64 = 0
        try connection.query(
            "SELECT count(*) FROM notifications WHERE job = ?1 AND event = ?2 AND target = ?3",
            [.text(job.id.rawValue), .text(event.rawValue), .text(route.target)]
        ) { row throws(LedgerError) in earlier = row.integer(0) }
        let round = earlier == 0 ? "" : ".\(earlier + 1)"
        let key = "\(job.id).\(event.rawValue)\(round).\(route.target)"
        let payload = NotificationPayload(
            key: key, event: event, job: job, route: route, at: Moment.rfc3339(job.updatedAt))
        try insert(payload, job: job.id.rawValue, to: route, at: job.updatedAt)
    }

    private func insert(
        _ payload: NotificationPayload, job: String, to route: NotificationRoute, at moment: Int64
    ) throws(LedgerError) {
        let body = try json(payload)
        try connection.run(
            """
            INSERT INTO notifications (key, job, folder, event, target, code, payload, attempts, created_at, next_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?8)
            """,
            [
                .text(payload.key), .text(job), .text(payload.folder), .text(payload.event.rawValue),
                .text(route.target), Column(payload.code?.rawValue), .text(body), .integer(moment),
            ])
    }

    // MARK: Delivering

    /// The targets that something is due for.
    package func targetsDue(at moment: Int64) throws(LedgerError) -> [String] {
        var targets: [String] = []
        try connection.query(
            "SELECT DISTINCT target FROM notifications WHERE next_at <= ?1 ORDER BY target",
            [.integer(moment)]
        ) { row throws(LedgerError) in targets.append(row.text(0)) }
        return targets
    }

    /// What is due for a target, the longest waiting first.
    package func notificationsDue(
        for target: String, at moment: Int64, limit: Int
    ) throws(LedgerError) -> [PendingNotification] {
        var pending: [PendingNotification] = []
        try connection.query(
            """
            SELECT key, target, payload, attempts, created_at, next_at FROM notifications
            WHERE target = ?1 AND next_at <= ?2 ORDER BY next_at, key LIMIT ?3
            """, [.text(target), .integer(moment), .integer(Int64(limit))]
        ) { row throws(LedgerError) in
            pending.append(
                PendingNotification(
                    key: row.text(0), target: row.text(1), payload: row.text(2),
                    attempts: Int(row.integer(3)),
                    createdAt: row.integer(4), nextAt: row.integer(5)))
        }
        return pending
    }

    /// When something is due next after a moment, both in milliseconds since 1970; `nil` where nothing is.
    package func nextNotification(after moment: Int64) throws(LedgerError) -> Int64? {
        var next: Int64?
        try connection.query("SELECT min(next_at) FROM notifications WHERE next_at > ?1", [.integer(moment)])
        {
            row throws(LedgerError) in next = row.optionalInteger(0)
        }
        return next
    }

    /// Records one try. A notification that has arrived or was given up stays as it is.
    package func record(
        _ outcome: NotificationOutcome, of key: String, at moment: Int64
    ) throws(LedgerError) {
        let columns: (deliveredAt: Int64?, nextAt: Int64?, error: String?) =
            switch outcome {
            case .delivered: (moment, nil, nil)
            case .failed(let code, let nextAt): (nil, nextAt, code)
            case .givenUp(let code): (nil, nil, code)
            }
        try connection.run(
            """
            UPDATE notifications SET attempts = attempts + 1, delivered_at = ?2, next_at = ?3, error = ?4
            WHERE key = ?1 AND next_at IS NOT NULL
            """,
            [.text(key), Column(columns.deliveredAt), Column(columns.nextAt), Column(columns.error)])
    }

    package func notificationCounts() throws(LedgerError) -> NotificationCounts {
        var counts = NotificationCounts()
        try connection.query(
            """
            SELECT count(next_at), count(delivered_at), count(*) - count(next_at) - count(delivered_at)
            FROM notifications
            """
        ) { row throws(LedgerError) in
            counts = NotificationCounts(
                pending: Int(row.integer(0)), delivered: Int(row.integer(1)), givenUp: Int(row.integer(2)))
        }
        return counts
    }
}
