// The last way of a document: results to the outbox, the original to the archive; or the original to the quarantine
// with its reason. The order is law: planned places recorded, files durable, rows updated, original moved. Everything
// here may run again after a crash at any instruction and comes to the same end.

package import Documents
package import Ledger
internal import Platform
internal import Rules
package import Settings

/// Delivers the documents of one folder.
package struct Delivery: Sendable {
    let folder: FolderSettings
    let ledger: Ledger
    private let language: Language

    package init(folder: FolderSettings, ledger: Ledger, language: Language) {
        self.folder = folder
        self.ledger = ledger
        self.language = language
    }

    // MARK: Originals

    /// Moves the originals out of the claim to their last place, or removes them, as the folder says.
    package func settleOriginals(of job: Job) async throws(Failure) {
        do {
            for file in job.files {
                switch folder.originals {
                case .archive:
                    try await moveOriginal(file, of: job, to: folder.archive, as: .original) { $0 }
                case .keep:
                    try await moveOriginal(file, of: job, to: folder.outbox, as: .original) {
                        marked($0, ".original")
                    }
                case .delete: try await removeClaimed(file, of: job)
                }
            }
        } catch {
            throw Self.failure(error, job.original.name.display)
        }
    }

    /// Puts the originals into the quarantine and the reason beside each document.
    package func quarantine(_ job: Job, because failure: Failure) async throws(Failure) {
        do {
            for file in job.files {
                try await moveOriginal(file, of: job, to: folder.quarantine, as: .quarantine) { $0 }
                Failpoint.quarantineBegun.reach()
            }
            let places = try await outputs(of: job, .quarantine)
            let at = Moment.rfc3339(Moment.now())
            for document in job.documents {
                guard let place = places.first(where: { $0.number == document.number }) else { continue }
                let report = QuarantineReport(
                    job: job, document: document, failure: failure, language: language, at: at)
                try await onBlockingThread { () throws(SystemError) in
                    let parent = try parentDirectory(of: place.path, below: folder.quarantine)
                    try ReasonFiles(name: place.path.last, report: report, language: language).write(
                        in: parent)
                }
            }
            Failpoint.quarantinePlaced.reach()
        } catch {
            throw Self.failure(error, job.original.name.display)
        }
    }

    /// Takes the reason files of a job away, when its originals have left the quarantine.
    /// - Parameter isKept: Tells the files, by their numbers, that are still in the quarantine.
    package func clearReasons(of job: JobID, except isKept: (Int) -> Bool = { _ in false })
        async throws(Failure)
    {
        do {
            for output in try await ledger.outputs(of: job)
            where output.kind == .quarantine && !isKept(output.number) {
                try await onBlockingThread { () throws(SystemError) in
                    let parent = try parentDirectory(of: output.path, below: folder.quarantine)
                    try ReasonFiles.remove(beside: output.path.last, of: job, in: parent)
                }
                try await ledger.forgetOutput(.quarantine, output.number, of: job)
            }
        } catch {
            throw Self.failure(error, job.rawValue)
        }
    }

    /// Moves a claimed original to a free name below `place` and records where it is. A companion gets the name that
    /// its document got, with its own suffix, so that both can be moved together.
    /// - Parameter rename: Makes the name below `place` from the one below the inbox.
    func moveOriginal(
        _ file: Input, of job: Job, to place: Path, as kind: Output.Kind, _ rename: (RawName) -> RawName
    ) async throws {
        let outputs = try await outputs(of: job, kind)
        let earlier = outputs.first { $0.number == file.number }
        if earlier?.isPlaced == true { return }
        let name = companionName(of: file, job, outputs, below: place) ?? rename(file.original.name)
        // A document named like a reason must not lie where a reason may be written and removed.
        var attempt = kind == .quarantine && ReasonFiles.isName(Path(bytes: name.bytes)) ? 2 : 1
        var target =
            earlier?.path ?? place / Path(bytes: (attempt == 1 ? name : numbered(name, attempt)).bytes)
        while true {
            var output = Output(
                kind: kind, number: file.number, path: target, bytes: file.original.bytes,
                sha256: file.sha256 ?? "")
            try await intend([output], of: job)
            let goal = target
            let isThere = try await onBlockingThread { () throws(SystemError) in
                try move(file, of: job.id, below: place, to: goal)
            }
            if isThere {
                output.isPlaced = true
                return try await intend([output], of: job)
            }
            attempt += 1
            target = place / Path(bytes: numbered(name, attempt).bytes)
        }
    }

    /// The name below `place` that goes with that of the companion's document; `nil` for any other file.
    private func companionName(
        of file: Input, _ job: Job, _ outputs: [Output], below place: Path
    ) -> RawName? {
        guard file.role == .companion, let number = file.document,
            let document = job.documents.first(where: { $0.number == number }),
            let output = outputs.first(where: { $0.number == number })
        else { return nil }
        let (own, its) = (file.original.name.bytes, document.original.name.bytes)
        guard own.starts(with: its), own.count > its.count else { return nil }
        let placed = output.path.bytes.dropFirst(place.bytes.count).drop { $0 == UInt8(ascii: "/") }
        let name = RawName(placed + own.dropFirst(its.count))
        return name.last.bytes.count <= 255 ? name : nil
    }

    /// - Returns: Whether the original is at its target now; `false` where another file has the name.
    private func move(
        _ file: Input, of job: JobID, below place: Path, to target: Path
    ) throws(SystemError) -> Bool {
        let parent = try parentDirectory(of: target, below: place)
        let claimed = Path(bytes: file.original.name.last.bytes)
        let claimPath = folder.claim(of: job, file: file.number)
        do {
            let claim = try Directory(claimPath)
            try Placing.move(
                claimed, from: claim, to: parent, as: target.last, sha256: file.sha256,
                FileAttributes(like: file.original, modified: file.original.modified),
                by: Placing.temporaryName(for: job))
            return true
        } catch  where error.isTaken && error.call == "rename" {
            return false
        } catch  where error.isTaken {
            // Over the edge of a mount: a copy that is there already is ours, and a crash kept the first from going.
            guard let sha256 = file.sha256,
                try holds(parent, target.last, sha256: sha256, bytes: file.original.bytes)
            else { return false }
            try Directory(claimPath).remove(claimed)
            return true
        } catch  where error.isMissing {
            // A crash came after the rename: the file at the target is this one, or the original is lost.
            let status = try parent.status(target.last)
            if status.inode == file.original.inode && status.device == file.original.device { return true }
            guard let sha256 = file.sha256,
                try holds(parent, target.last, sha256: sha256, bytes: file.original.bytes)
            else { throw error }
            return true
        }
    }

    private func removeClaimed(_ file: Input, of job: Job) async throws {
        try await onBlockingThread { () throws(SystemError) in
            let claim: Directory
            do throws(SystemError) {
                claim = try Directory(folder.claim(of: job.id, file: file.number))
            } catch
                where error.isMissing
            {
                return
            }
            try claim.removeIfPresent(Path(bytes: file.original.name.last.bytes))
            try claim.sync()
        }
    }

    // MARK: Records

    /// Records where files are going to be or are now. A result's row is on the disk when this returns: nothing may lie
    /// in an outbox that a restored ledger knows nothing of.
    /// - Parameter isRepeatable: Whether the same bytes would come to the same place if it were not.
    func intend(
        _ outputs: [Output], of job: Job, isRepeatable: Bool = false
    ) async throws(LedgerError) {
        let isDurable = !isRepeatable && outputs.contains { $0.kind == .result }
        try await ledger.transaction(durably: isDurable) { ledger throws(LedgerError) in
            try ledger.intend(outputs, of: job.id)
        }
    }

    func outputs(of job: Job, _ kind: Output.Kind) async throws(LedgerError) -> [Output] {
        try await ledger.transaction { ledger throws(LedgerError) in
            try ledger.outputs(of: job.id).filter { $0.kind == kind }
        }
    }

    // MARK: Directories

    func parentDirectory(of target: Path, below place: Path) throws(SystemError) -> Directory {
        let below = Path(
            bytes: target.parent.bytes.dropFirst(place.bytes.count).drop { $0 == UInt8(ascii: "/") })
        let directory = try Directory(place)
        return below.isEmpty ? directory : try directory.makeDirectory(below)
    }

    func holds(_ directory: Directory, _ name: Path, sha256: String, bytes: Int) throws(SystemError)
        -> Bool
    {
        let status = try directory.status(name)
        guard status.kind == .regular, status.bytes == bytes else { return false }
        return try SHA256.digest(of: try directory.open(name)) == sha256
    }

    static func failure(_ error: any Error, _ name: String) -> Failure {
        if let error = error as? SystemError, error.isMissing {
            return Failure(.targetUnreachable, name, error.description)
        }
        return Failure(error, name)
    }
}
