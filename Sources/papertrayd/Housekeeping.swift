// Once a day the ledger forgets what is older than a quarter of a year, in bites so small that no job waits for it.

import Documents
import Ledger
import Platform

struct Housekeeping: Sendable {
    private static let interval = Duration.seconds(24 * 3600)
    /// Milliseconds.
    private static let memory: Int64 = 90 * 24 * 3600 * 1000

    let ledger: Ledger
    let log: Log

    /// Works until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                let removed = try await purge(before: Moment.now() - Self.memory)
                if removed > 0 { log.info("old events forgotten", [.count: String(removed)]) }
            } catch {
                log.error("ledger", [.reason: "\(error)"])
            }
            do { try await Task.sleep(for: Self.interval) } catch { return }
        }
    }

    private func purge(before moment: Int64) async throws -> Int {
        var removed = try await ledger.purgeNotifications(before: moment)
        var cursor: Int64? = 0
        while let place = cursor, !Task.isCancelled {
            let bite = try await ledger.purgeEvents(before: moment, after: place)
            removed += bite.removed
            cursor = bite.cursor
        }
        return removed
    }
}
