// The way back: a quarantined original returns to its claim, so that its job can be run again with its history.

package import Documents
internal import Glibc
internal import Ledger
internal import Platform
internal import Settings

extension Delivery {
    /// Moves the originals that are in the quarantine back to the job's claim and takes the reason files away.
    /// - Throws: `file-unavailable` where one is no longer there.
    package func takeBack(_ job: Job) async throws(Failure) {
        do {
            let places = try await outputs(of: job, .quarantine)
            for file in job.files {
                let place = places.first { $0.number == file.number }?.path
                // A companion, or one of a batch, that a person has taken away is not missed.
                try await takeBack(
                    file, of: job, from: place, isMissed: file.role == .document && !job.isBatch)
            }
        } catch let error as SystemError where error.isMissing {
            throw Failure(.fileUnavailable, job.original.name.display, error.description)
        } catch {
            throw Failure(error, job.original.name.display)
        }
        try await clearReasons(of: job.id)
    }

    private func takeBack(_ file: Input, of job: Job, from place: Path?, isMissed: Bool) async throws {
        let folder = folder
        try await onBlockingThread { () throws(SystemError) in
            let original = Path(bytes: file.original.name.last.bytes)
            // A crash may have come after the file was taken back.
            if try folder.holds(file, of: job.id) { return }
            do throws(SystemError) {
                guard let place else { throw SystemError("open", original.string, number: ENOENT) }
                let source = try Directory(place.parent)
                guard try source.exists(place.last) else {
                    throw SystemError("open", place.string, number: ENOENT)
                }
                let claim = try Directory(folder.claims).makeDirectory(
                    FolderSettings.claimName(of: job.id, file: file.number), mode: 0o700)
                try Placing.move(
                    place.last, from: source, to: claim, as: original, sha256: file.sha256,
                    FileAttributes(like: file.original, modified: file.original.modified),
                    by: Placing.temporaryName(for: job.id))
            } catch {
                if isMissed || !error.isMissing { throw error }
            }
        }
    }

    /// Moves the quarantined originals, unchanged, to the outbox and takes the reason files away.
    package func release(_ job: Job) async throws(Failure) {
        do {
            try await takeBack(job)
            // After a crash some of them are in the outbox already.
            for file in try await onBlockingThread({ [folder] () throws(SystemError) in
                try folder.claimedFiles(of: job)
            }) {
                try await moveOriginal(file, of: job, to: folder.outbox, as: .original) { $0 }
            }
        } catch {
            throw Failure(error, job.original.name.display)
        }
    }

    /// Deletes the quarantined originals and their reason files, as a person has confirmed.
    package func discard(_ job: Job) async throws(Failure) {
        do {
            let places = try await outputs(of: job, .quarantine)
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
        try await clearReasons(of: job.id)
    }
}
