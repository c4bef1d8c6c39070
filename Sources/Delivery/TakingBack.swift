// The way back: a quarantined original returns to its claim, so that its job can be run again with its history.

package import Documents
internal import Glibc
internal import Ledger
internal import Platform
internal import Settings

extension Delivery {
    /// Moves the original from the quarantine back to the job's claim and takes the reason files away.
    /// - Throws: `file-unavailable` where it is no longer there.
    package func takeBack(_ job: Job) async throws(Failure) {
        let name = job.original.name.display
        do {
            let place = try await ledger.outputs(of: job.id).first { $0.kind == .quarantine }
            let folder = folder
            try await onBlockingThread { () throws(SystemError) in
                let original = Path(bytes: job.original.name.last.bytes)
                // A crash may have come after the file was taken back.
                if try folder.holdsOriginal(of: job) { return }
                guard let place else { throw SystemError("open", original.string, number: ENOENT) }
                let claim = try Directory(folder.claims).makeDirectory(Path(job.id.rawValue), mode: 0o700)
                try Placing.move(
                    place.path.last, from: try Directory(place.path.parent), to: claim, as: original,
                    sha256: job.sha256, FileAttributes(like: job.original, modified: job.original.modified),
                    by: Placing.temporaryName(for: job.id))
            }
        } catch let error as SystemError where error.isMissing {
            throw Failure(.fileUnavailable, name, error.description)
        } catch {
            throw Failure(error, name)
        }
        try await clearReason(of: job.id)
    }

    /// Moves the quarantined original, unchanged, to the outbox and takes the reason files away.
    package func release(_ job: Job) async throws(Failure) {
        let name = job.original.name
        do {
            try await takeBack(job)
            try await moveOriginal(of: job, to: folder.outbox, name: name, as: .original)
        } catch {
            throw Failure(error, name.display)
        }
    }

    /// Deletes the quarantined original and its reason files, as a person has confirmed.
    package func discard(_ job: Job) async throws(Failure) {
        do {
            let places = try await ledger.outputs(of: job.id).filter { $0.kind == .quarantine }
            try await onBlockingThread { () throws(SystemError) in
                for place in places {
                    let directory = try Directory(place.path.parent)
                    try directory.removeIfPresent(place.path.last)
                    try directory.sync()
                }
            }
        } catch {
            throw Failure(error, job.original.name.display)
        }
        try await clearReason(of: job.id)
    }
}
