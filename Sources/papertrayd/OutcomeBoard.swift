// How the jobs of this life of the service have ended, by folder and code.

import Documents
import Synchronization

final class OutcomeBoard: Sendable {
    struct Outcome: Sendable, Hashable {
        let folder: String
        /// `completed`, or a failure code.
        let code: String
    }

    private let counts = Mutex<[Outcome: Int]>([:])

    var all: [Outcome: Int] { counts.withLock { $0 } }

    /// Takes note of a job's newest move.
    func add(_ job: Job) {
        guard job.state.isFinal else { return }
        let code =
            job.state == .completed ? job.state.rawValue : job.failure?.code.rawValue ?? job.state.rawValue
        counts.withLock { $0[Outcome(folder: job.folder, code: code), default: 0] += 1 }
    }
}
