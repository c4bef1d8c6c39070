// The way back: a quarantined original returns to its claim, so that its job can be run again with its history.

package import Documents
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
                let claim = try Directory(folder.claims).makeDirectory(Path(job.id.rawValue), mode: 0o700)
                let original = Path(bytes: job.original.name.last.bytes)
                if try claim.exists(original) { return }
                guard let place else { throw SystemError("open", original.string, number: 2) }
                try Placing.move(
                    place.path.last, from: try Directory(place.path.parent), to: claim, as: original,
                    sha256: job.sha256, FileAttributes(like: job.original, modified: job.original.modified))
            }
        } catch let error as SystemError where error.isMissing {
            throw Failure(.fileUnavailable, name, error.description)
        } catch {
            throw Failure(error, name)
        }
        try await clearReason(of: job.id)
    }
}
