// Taking files out of the inbox: the row first, then a sidecar that repeats it, then renames that only one can win, each
// followed by a look whether what was renamed is what was seen. A crash after any of these lines is undone or finished
// by `ClaimRecovery`.

package import Documents
package import Ledger
package import Platform
package import Settings

/// Claims the files of one folder.
package struct Claimant: Sendable {
    let folder: FolderSettings
    let ledger: Ledger

    package init(folder: FolderSettings, ledger: Ledger) {
        self.folder = folder
        self.ledger = ledger
    }

    /// Claims a document, or a batch of them, with its companions.
    /// - Returns: The job in state `claimed`, or `nil` where a document went away or was replaced meanwhile.
    package func claim(_ deposit: Deposit) async throws -> Job? {
        let inbox = folder.inbox
        let files = try await onBlockingThread { () throws(SystemError) in
            try originals(of: deposit, in: Directory(inbox))
        }
        guard let files else { return nil }
        let (job, arriving) = try await intend(deposit.batch, files)
        Failpoint.claimIntended.reach()
        let taken: Set<Int>
        do {
            taken = try await onBlockingThread { () throws(SystemError) in try take(arriving, of: job) }
        } catch {
            // A claim that holds a file is not empty, so it and its row stay for recovery.
            try await withdraw(job)
            throw error
        }
        Failpoint.claimRenamed.reach()
        return try await confirm(job, left: arriving.subtracting(taken))
    }

    // MARK: Intent

    /// The files as they are now; `nil` where a document is no longer what was seen.
    private func originals(of deposit: Deposit, in inbox: Directory) throws(SystemError) -> [Input]? {
        var files: [Input] = []
        let isBatch = deposit.batch != nil
        for (index, document) in deposit.documents.enumerated() {
            guard let original = try original(document, in: inbox) else { return nil }
            files.append(Input(number: isBatch ? index + 1 : 0, role: .document, original: original))
        }
        for companion in deposit.companions {
            guard let original = try original(companion.file, in: inbox) else { return nil }
            let document = companion.document.map { isBatch ? $0 + 1 : 0 }
            let number = (files.last?.number ?? 0) + 1
            files.append(Input(number: number, role: .companion, document: document, original: original))
        }
        return files
    }

    private func original(_ file: ReadyFile, in inbox: Directory) throws(SystemError) -> Original? {
        let status: FileStatus
        do throws(SystemError) {
            status = try parent(of: file.name, in: inbox).status(Path(bytes: file.name.last.bytes))
        } catch  where error.isMissing {
            return nil
        }
        guard status.kind == .regular, Sample(status) == file.sample else { return nil }
        return Original(name: file.name, status)
    }

    private func parent(of name: RawName, in inbox: Directory) throws(SystemError) -> Directory {
        let parent = Path(bytes: name.parent.bytes)
        return parent.isEmpty ? inbox : try inbox.directory(parent)
    }

    /// Writes the row: a new job, or the old one of documents that come back from the quarantine.
    /// - Returns: The job, and the numbers of its files that are in the inbox.
    private func intend(_ batch: RawName?, _ files: [Input]) async throws -> (Job, Set<Int>) {
        let documents = files.filter { $0.role == .document }
        if let earlier = try await returning(documents) {
            var received = earlier
            let arriving = received.receive(files)
            let (original, inputs) = (received.original, received.inputs)
            let job = try await ledger.move(
                earlier.id, to: .claimed, detail: "it came back from the quarantine"
            ) {
                $0.original = original
                $0.inputs = inputs
                $0.attempts = 0
                $0.interruptions = 0
                $0.retryAt = nil
            }
            return (job, arriving)
        }
        var former: JobID?
        for document in documents { former = try await giveUp(document) ?? former }
        let now = Moment.now()
        let id = JobID(milliseconds: UInt64(now), random: Random.number())
        let original =
            batch.map { Original(batch: $0, of: documents.map(\.original)) } ?? documents[0].original
        var job = Job(id: id, folder: folder.name, original: original, state: .claimed, createdAt: now)
        job.inputs = files.filter { $0.number > 0 }
        job.batch = former
        let (new, detail) = (job, former.map { "it came back from the quarantine of \($0)" } ?? "")
        try await ledger.transaction { ledger throws(LedgerError) in try ledger.insert(new, detail: detail) }
        return (job, Set(files.map(\.number)))
    }

    // MARK: Taking

    /// Moves files from the inbox to a claim, the first document before all others.
    /// - Returns: The numbers of those that the claim holds now.
    func take(_ arriving: Set<Int>, of job: Job) throws(SystemError) -> Set<Int> {
        let claims = try folder.openClaims()
        let inbox = try Directory(folder.inbox)
        let claim = try claims.makeDirectoryFromSpare(Path(job.id.rawValue))
        try Sidecar(job).write(in: claims)
        var taken: Set<Int> = []
        for file in job.files where arriving.contains(file.number) {
            let place =
                file.number == 0
                ? claim
                : try claim.makeVolatileDirectory(FolderSettings.furtherFile(file.number), mode: 0o700)
            if try take(file.original, from: inbox, to: place) {
                taken.insert(file.number)
                try place.sync()
                Failpoint.claimBegun.reach()
            } else if taken.isEmpty {
                break
            }
        }
        // The new names are durable now; that the old ones are gone follows with them or is found by recovery.
        if job.files.count > 1 { try claim.sync() }
        try claims.sync()
        if job.isBatch { removeEmptied(job, in: inbox) }
        return taken
    }

    /// - Returns: Whether the place holds the file that was seen.
    private func take(
        _ original: Original, from inbox: Directory, to place: Directory
    ) throws(SystemError) -> Bool {
        let entry = Path(bytes: original.name.last.bytes)
        do {
            let parent = try parent(of: original.name, in: inbox)
            try parent.rename(entry, to: place, as: entry)
            let taken = try place.status(entry)
            if taken.kind == .regular, taken.device == original.device, taken.inode == original.inode {
                return true
            }
            // Somebody put another file under the name in the last moment: it goes back and settles anew.
            try place.rename(entry, to: parent, as: entry)
            return false
        } catch  where error.isMissing {
            return false
        }
    }

    /// Removes the folders of a batch whose files have all been taken.
    private func removeEmptied(_ job: Job, in inbox: Directory) {
        guard folder.batch == .directory else { return }
        var folders = Set<RawName>()
        for file in job.files {
            var parent = file.original.name.parent
            while !parent.isEmpty {
                folders.insert(parent)
                parent = parent.parent
            }
        }
        for name in folders.sorted(by: { $0.bytes.count > $1.bytes.count }) {
            // One that has got new files stays.
            guard let parent = try? parent(of: name, in: inbox) else { continue }
            try? parent.removeDirectoryIfPresent(Path(bytes: name.last.bytes))
        }
    }

    /// The job without the files that stayed in the inbox.
    private func confirm(_ job: Job, left numbers: Set<Int>) async throws -> Job? {
        guard !job.documents.allSatisfy({ numbers.contains($0.number) }) else {
            try await withdraw(job)
            return nil
        }
        let left = job.files.filter { numbers.contains($0.number) }
        if left.isEmpty { return job }
        let names = left.map { $0.original.name.display }.joined(separator: ", ")
        return try await ledger.amend(job.id, event: "left", detail: "these were changed meanwhile: \(names)")
        {
            $0.inputs.removeAll { left.contains($0) }
        }
    }

    /// Finishes a claim of several files that a crash interrupted.
    /// - Parameter taken: The numbers of the files that the claim holds.
    func finish(_ job: Job, _ taken: Set<Int>) async throws -> Job? {
        let folder = folder
        let now = try await onBlockingThread { () throws(SystemError) in
            let claim = try Directory(folder.claim(of: job.id))
            let inbox = try Directory(folder.inbox)
            var taken = taken
            for file in job.files where !taken.contains(file.number) && file.number > 0 {
                let place = try claim.makeDirectory(FolderSettings.furtherFile(file.number), mode: 0o700)
                if try take(file.original, from: inbox, to: place) {
                    try place.sync()
                    taken.insert(file.number)
                }
            }
            return taken
        }
        return try await confirm(job, left: Set(job.files.map(\.number)).subtracting(now))
    }

    // MARK: Undoing

    /// Undoes a claim whose document never came.
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

    /// Removes the empty claim of a job whose files have their last places, and the sidecar.
    package func removeClaim(of job: Job) async throws(SystemError) {
        let folder = folder
        try await onBlockingThread { () throws(SystemError) in try ClaimRemoval.remove(job.id, in: folder) }
    }
}

extension Original {
    init(name: RawName, _ status: FileStatus) {
        self.init(
            name: name, device: status.device, inode: status.inode, bytes: status.bytes, owner: status.owner,
            group: status.group, mode: status.mode, modified: status.modified)
    }

    /// What stands for a batch: its name, and the owner of its first document.
    init(batch: RawName, of documents: [Original]) {
        let first = documents[0]
        self.init(
            name: batch, device: first.device, inode: 0, bytes: documents.map(\.bytes).reduce(0, +),
            owner: first.owner, group: first.group, mode: first.mode,
            modified: documents.map(\.modified).max() ?? first.modified)
    }

    func isSameFile(as other: Original) -> Bool {
        device == other.device && inode == other.inode && bytes == other.bytes && modified == other.modified
    }
}
