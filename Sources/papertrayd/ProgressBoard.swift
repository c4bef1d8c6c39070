// How far each job is, for `status` and `jobs`; never stored.

import Documents
import Synchronization

final class ProgressBoard: Sendable {
    private let shares = Mutex<[JobID: Double]>([:])

    subscript(_ job: JobID) -> Double {
        get { shares.withLock { $0[job] ?? 0 } }
        set { shares.withLock { $0[job] = newValue } }
    }

    /// Adds a share of the whole.
    func advance(_ job: JobID, by share: Double) {
        shares.withLock { $0[job] = min(1, ($0[job] ?? 0) + share) }
    }

    func remove(_ job: JobID) {
        shares.withLock { _ = $0.removeValue(forKey: job) }
    }
}
