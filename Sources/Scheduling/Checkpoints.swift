// What a run of a plan remembers, so that finished parts are not done again after a crash. The service remembers in
// the ledger; a command that works on one file remembers nothing.

package import Documents
package import Ledger

package protocol Checkpoints: Sendable {
    func finishedFiles(of step: String) async throws(Failure) -> [FinishedFile]
    func finish(_ files: [FinishedFile], of step: String) async throws(Failure)
    func revisions() async throws(Failure) -> [Revision]
    /// Remembers what a step made, all of it or nothing.
    /// - Parameter make: Makes the revisions, whose numbers begin at the one given.
    func add(_ make: @Sendable (Int) -> [Revision]) async throws(Failure) -> [Revision]
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

    package func add(_ make: @Sendable (Int) -> [Revision]) -> [Revision] {
        let made = make((kept.map(\.number).max() ?? 0) + 1)
        kept += made
        return made
    }

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
    /// What stands before every path of a document that has a directory of its own in that of its job.
    private let prefix: String

    package init(ledger: Ledger, job: JobID, name: String, below directory: String? = nil) {
        self.ledger = ledger
        self.job = job
        self.name = name
        prefix = directory.map { $0 + "/" } ?? ""
    }

    package func finishedFiles(of step: String) async throws(Failure) -> [FinishedFile] {
        do {
            return try await ledger.finishedFiles(of: prefix + step, in: job).map {
                FinishedFile(
                    part: $0.part, path: String($0.path.dropFirst(prefix.count)), bytes: $0.bytes,
                    sha256: $0.sha256)
            }
        } catch {
            throw Failure(error, name)
        }
    }

    package func finish(_ files: [FinishedFile], of step: String) async throws(Failure) {
        let placed = files.map {
            FinishedFile(part: $0.part, path: prefix + $0.path, bytes: $0.bytes, sha256: $0.sha256)
        }
        do { try await ledger.finish(placed, of: prefix + step, in: job) } catch {
            throw Failure(error, name)
        }
    }

    package func revisions() async throws(Failure) -> [Revision] {
        do {
            return try await ledger.revisions(of: job).filter { $0.path.hasPrefix(prefix) }
                .map { $0.at(String($0.path.dropFirst(prefix.count))) }
        } catch {
            throw Failure(error, name)
        }
    }

    package func add(_ make: @Sendable (Int) -> [Revision]) async throws(Failure) -> [Revision] {
        do {
            return try await ledger.add(to: job) { [prefix] in make($0).map { $0.at(prefix + $0.path) } }
                .map { $0.at(String($0.path.dropFirst(prefix.count))) }
        } catch {
            throw Failure(error, name)
        }
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
