// What a crash after the last line of a job leaves: its working files and its empty claim. Removed at start, and only
// where the ledger says that the job has ended; a directory that nobody knows is never touched.

import Documents
import Intake
import Ledger
import Platform
import Settings

struct Leftovers: Sendable {
    let ledger: Ledger
    let log: Log

    /// Removes the working directories of jobs that have ended.
    func clear(jobs spool: Path) async throws {
        try await onBlockingThread { () throws(SystemError) in try Directory(spool).removeSpares() }
        for id in try await ended(try await names(in: spool)) {
            try await onBlockingThread { () throws(SystemError) in
                try Directory(spool).removeTree(Path(id.rawValue))
            }
        }
    }

    /// Removes the empty claims and the sidecars of jobs that have ended.
    func clear(claimsOf folder: FolderSettings) async throws {
        try await onBlockingThread { () throws(SystemError) in try Directory(folder.claims).removeSpares() }
        let sidecar = ".json"
        let names = try await names(in: folder.claims).map {
            $0.hasSuffix(sidecar) ? String($0.dropLast(sidecar.count)) : $0
        }
        for id in try await ended(names) {
            let isGone = try await onBlockingThread { () throws(SystemError) in
                try remove(id, from: folder)
            }
            // What is not empty is no leftover; `audit` says so too.
            if !isGone { log.warning("claim of a finished job", [.folder: folder.name, .job: id.rawValue]) }
        }
    }

    /// - Returns: Whether the claim was empty and is gone.
    private func remove(_ id: JobID, from folder: FolderSettings) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try ClaimRemoval.remove(id, in: folder)
            return true
        } catch {
            if error.isTaken { return false }
            throw error
        }
    }

    private func ended(_ names: [String]) async throws -> [JobID] {
        var ended: [JobID] = []
        for id in Set(names.map { JobID(rawValue: $0) }) {
            if let job = try await ledger.job(id), job.state.isFinal { ended.append(id) }
        }
        return ended
    }

    private func names(in directory: Path) async throws(SystemError) -> [String] {
        try await onBlockingThread { () throws(SystemError) in
            try Directory(directory).entries().map(\.string)
        }
    }
}
