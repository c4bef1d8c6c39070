// Taking a file out of the inbox: the row first, then a sidecar that repeats it, then the rename that only one can win,
// then a look whether what was renamed is what was seen. A crash after any of these lines is undone or finished by
// `ClaimRecovery`.

package import Documents
internal import FoundationEssentials
package import Ledger
package import Platform
package import Settings

/// What lies beside a claim, so that the ledger can be rebuilt from the disk.
struct Sidecar: Codable {
    let job: JobID
    let folder: String
    let original: Original

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Names, numbers and strings always encode.
        return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self) + "\n"
    }

    init(_ job: Job) {
        self.job = job.id
        folder = job.folder
        original = job.original
    }

    /// Reads a sidecar; `nil` where it is none or was cut off by a crash.
    init?(reading name: Path, in directory: Directory) {
        do {
            let bytes = try directory.open(name).readAll(limit: 1 << 16)
            self = try JSONDecoder().decode(Sidecar.self, from: Data(bytes))
        } catch {
            return nil
        }
    }
}

/// Claims the files of one folder.
package struct Claimant: Sendable {
    private let folder: FolderSettings
    private let ledger: Ledger

    package init(folder: FolderSettings, ledger: Ledger) {
        self.folder = folder
        self.ledger = ledger
    }

    /// Claims a file.
    /// - Returns: The job in state `claimed`, or `nil` where the file went away or was replaced meanwhile.
    package func claim(_ file: ReadyFile) async throws -> Job? {
        let parentName = Path(bytes: file.name.parent.bytes)
        let entry = Path(bytes: file.name.last.bytes)
        let inbox = folder.inbox
        let (parent, status) = try await onBlockingThread { () throws(SystemError) in
            let inbox = try Directory(inbox)
            let parent = parentName.isEmpty ? inbox : try inbox.directory(parentName)
            return (parent, try parent.status(entry))
        }
        guard status.kind == .regular, Sample(status) == file.sample else { return nil }
        let job = try await intend(file.name, status)
        Failpoint.claimIntended.reach()
        let isTaken: Bool
        do {
            isTaken = try await onBlockingThread { () throws(SystemError) in
                try take(entry, from: parent, status, for: job)
            }
        } catch {
            // A claim that holds a file is not empty, so it and its row stay for recovery.
            try await withdraw(job)
            throw error
        }
        Failpoint.claimRenamed.reach()
        if isTaken { return job }
        try await withdraw(job)
        return nil
    }

    /// Writes the row: a new job, or the old one of a document that comes back from the quarantine.
    private func intend(_ name: RawName, _ status: FileStatus) async throws -> Job {
        let original = Original(
            name: name, device: status.device, inode: status.inode, bytes: status.bytes, owner: status.owner,
            group: status.group, mode: status.mode, modified: status.modified)
        if let earlier = try await returning(original) {
            return try await ledger.move(earlier.id, to: .claimed, detail: "it came back from the quarantine")
            {
                $0.original = original
                $0.attempts = 0
                $0.interruptions = 0
                $0.retryAt = nil
            }
        }
        let now = Moment.now()
        let id = JobID(milliseconds: UInt64(now), random: Random.number())
        let job = Job(id: id, folder: folder.name, original: original, state: .claimed, createdAt: now)
        try await ledger.insert(job)
        return job
    }

    /// The quarantined job whose original this is: the same inode, untouched, and no longer where it was put.
    private func returning(_ original: Original) async throws -> Job? {
        for job in try await ledger.returnable(device: original.device, inode: original.inode)
        where job.folder == folder.name && job.original.bytes == original.bytes
            && job.original.modified == original.modified
        {
            let places = try await ledger.outputs(of: job.id).filter { $0.kind == .quarantine }
            let isGone = places.allSatisfy { place in
                do { return try !Directory(place.path.parent).exists(place.path.last) } catch { return true }
            }
            if isGone { return job }
        }
        return nil
    }

    /// - Returns: Whether the claim holds the file that was seen.
    func take(
        _ entry: Path, from parent: Directory, _ seen: FileStatus, for job: Job
    ) throws(SystemError) -> Bool {
        let claims = try Directory(folder.root).makeDirectory(".papertray", mode: 0o700)
            .makeDirectory("claimed", mode: 0o700)
        let claim = try claims.makeVolatileDirectory(Path(job.id.rawValue), mode: 0o700)
        // A crash may have left the one of an earlier claim of this job.
        try claims.removeIfPresent(FolderSettings.sidecar(of: job.id))
        let sidecar = try claims.create(FolderSettings.sidecar(of: job.id))
        try sidecar.write(Sidecar(job).text.utf8)
        try sidecar.sync()
        do {
            try parent.rename(entry, to: claim, as: entry)
        } catch  where error.isMissing {
            return false
        }
        let taken = try claim.status(entry)
        guard taken.kind == .regular, taken.device == seen.device, taken.inode == seen.inode else {
            // Somebody put another file under the name in the last moment: it goes back and settles anew.
            try claim.rename(entry, to: parent, as: entry)
            return false
        }
        // The new name is durable now; that the old one is gone follows with it or is found by recovery.
        try claim.sync()
        try claims.sync()
        return true
    }

    /// Undoes a claim whose file never came.
    func withdraw(_ job: Job) async throws {
        do throws(SystemError) { try await removeClaim(of: job) } catch {
            if !error.isMissing { throw error }
        }
        if job.failure == nil {
            try await ledger.withdraw(job.id)
        } else {
            // It had been in the quarantine before; its history stays.
            try await ledger.move(
                job.id, to: .quarantined, detail: "it was not there when it was to be taken")
        }
    }

    /// Removes the empty claim of a job whose original has its last place, and the sidecar.
    package func removeClaim(of job: Job) async throws(SystemError) {
        try await onBlockingThread { () throws(SystemError) in
            let claims = try Directory(folder.claims)
            try claims.removeDirectoryIfPresent(Path(job.id.rawValue))
            try claims.removeIfPresent(FolderSettings.sidecar(of: job.id))
        }
    }
}
