// What a run of a plan remembers, so that finished parts are not done again after a crash. The service remembers in
// the ledger; a command that works on one file remembers nothing.

package import Documents
package import Ledger

package protocol Checkpoints: Sendable {
    func finishedFiles(of step: String) async throws(Failure) -> [FinishedFile]
    func finish(_ files: [FinishedFile], of step: String) async throws(Failure)
    func revisions() async throws(Failure) -> [Revision]
    /// Remembers what a step made, all of it or nothing.
    func add(_ revisions: [Revision]) async throws(Failure)
    /// Notes that a worker ended in the middle of a task, and says how often that has happened to the job.
    func interrupted(by failure: Failure) async throws(Failure) -> Int
}

/// Remembers only for the time of the run, and only how often it was interrupted.
package actor NoCheckpoints: Checkpoints {
    private var interruptions = 0
    private var kept: [Revision] = []

    package init() {}

    package func finishedFiles(of step: String) -> [FinishedFile] { [] }
    package func finish(_ files: [FinishedFile], of step: String) {}
    package func revisions() -> [Revision] { kept }
    package func add(_ revisions: [Revision]) { kept += revisions }

    package func interrupted(by failure: Failure) -> Int {
        interruptions += 1
        return interruptions
    }
}

/// Remembers in the ledger.
package struct LedgerCheckpoints: Checkpoints {
    private let ledger: Ledger
    private let job: JobID
    private let name: String

    package init(ledger: Ledger, job: JobID, name: String) {
        self.ledger = ledger
        self.job = job
        self.name = name
    }

    package func finishedFiles(of step: String) async throws(Failure) -> [FinishedFile] {
        do { return try await ledger.finishedFiles(of: step, in: job) } catch { throw Failure(error, name) }
    }

    package func finish(_ files: [FinishedFile], of step: String) async throws(Failure) {
        do { try await ledger.finish(files, of: step, in: job) } catch { throw Failure(error, name) }
    }

    package func revisions() async throws(Failure) -> [Revision] {
        do { return try await ledger.revisions(of: job) } catch { throw Failure(error, name) }
    }

    package func add(_ revisions: [Revision]) async throws(Failure) {
        do { try await ledger.add(revisions, to: job) } catch { throw Failure(error, name) }
    }

    package func interrupted(by failure: Failure) async throws(Failure) -> Int {
        do {
            return try await ledger.amend(job, event: "interrupted", detail: failure.message()) {
                $0.interruptions += 1
            }.interruptions
        } catch {
            throw Failure(error, name)
        }
    }
}
