// The last way of a document: results to the outbox, the original to the archive; or the original to the quarantine
// with its reason. The order is law: planned places recorded, files durable, rows updated, original moved. Everything
// here may run again after a crash at any instruction and comes to the same end.

package import Documents
package import Ledger
package import Platform
internal import Rules
package import Settings

/// A result on its way out.
package struct Deliverable: Sendable {
    package let revision: Revision
    /// The path below the outbox for the first, second, … try to find a free name.
    package let name: @Sendable (Int) -> RawName

    package init(revision: Revision, name: @escaping @Sendable (Int) -> RawName) {
        self.revision = revision
        self.name = name
    }
}

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

    // MARK: Outbox

    /// Reveals the results of a job one after another, each durable before the next.
    /// - Parameter directory: The job's directory in the spool.
    package func publish(
        _ results: [Deliverable], of job: Job, from directory: Path
    ) async throws(Failure) {
        let name = job.original.name.display
        do {
            let planned = try await ledger.outputs(of: job.id).filter { $0.kind == .result }
            for (number, result) in results.enumerated() {
                let earlier = planned.first { $0.number == number }
                if earlier?.isPlaced == true { continue }
                let target = earlier?.path ?? folder.outbox / Path(bytes: result.name(1).bytes)
                try await publish(result, number, at: target, of: job, from: directory)
            }
        } catch {
            throw Self.failure(error, name)
        }
    }

    private func publish(
        _ result: Deliverable, _ number: Int, at first: Path, of job: Job, from directory: Path
    ) async throws {
        let revision = result.revision
        let isUnchanged = revision.step == "source"
        let attributes = FileAttributes(
            like: job.original, modified: isUnchanged ? job.original.modified : nil)
        var target = first
        var attempt = 1
        while true {
            let planned = Output(
                kind: .result, number: number, path: target, bytes: revision.bytes, sha256: revision.sha256)
            try await ledger.intend([planned], of: job.id)
            let place = target
            let isFree = try await onBlockingThread { () throws(SystemError) in
                try reveal(revision, of: job.id, from: directory, at: place, attributes)
            }
            if isFree {
                Failpoint.outputLinked.reach()
                var placed = planned
                placed.isPlaced = true
                return try await ledger.intend([placed], of: job.id)
            }
            if folder.onConflict == .fail { throw Failure(.nameTaken, RawName(target.last.bytes).display) }
            attempt += 1
            target = folder.outbox / Path(bytes: result.name(attempt).bytes)
        }
    }

    /// - Returns: Whether the place holds the result now; `false` where another file has the name.
    private func reveal(
        _ revision: Revision, of job: JobID, from directory: Path, at target: Path,
        _ attributes: FileAttributes
    ) throws(SystemError) -> Bool {
        let source = try Directory(directory).open(Path(revision.path))
        let parent = try parentDirectory(of: target, below: folder.outbox)
        do {
            try Placing.reveal(
                source, sha256: revision.sha256, in: parent, as: target.last, attributes,
                by: Placing.temporaryName(for: job))
            return true
        } catch  where error.isTaken {
            return try holds(parent, target.last, sha256: revision.sha256, bytes: revision.bytes)
        }
    }

    // MARK: Original

    /// Moves the original out of the claim to its last place, or removes it, as the folder says.
    package func settleOriginal(of job: Job) async throws(Failure) {
        do {
            switch folder.originals {
            case .archive:
                try await moveOriginal(of: job, to: folder.archive, name: job.original.name, as: .original)
            case .keep:
                let beside = marked(job.original.name, ".original")
                try await moveOriginal(of: job, to: folder.outbox, name: beside, as: .original)
            case .delete: try await removeClaim(of: job)
            }
        } catch {
            throw Self.failure(error, job.original.name.display)
        }
    }

    /// Puts the original into the quarantine and its reason beside it.
    package func quarantine(_ job: Job, because failure: Failure) async throws(Failure) {
        do {
            try await moveOriginal(of: job, to: folder.quarantine, name: job.original.name, as: .quarantine)
            guard let output = try await ledger.outputs(of: job.id).first(where: { $0.kind == .quarantine })
            else { return }
            let report = QuarantineReport(
                job: job, failure: failure, language: language, at: Moment.rfc3339(Moment.now()))
            try await onBlockingThread { () throws(SystemError) in
                let parent = try parentDirectory(of: output.path, below: folder.quarantine)
                try ReasonFiles(name: output.path.last, report: report, language: language).write(in: parent)
            }
            Failpoint.quarantinePlaced.reach()
        } catch {
            throw Self.failure(error, job.original.name.display)
        }
    }

    /// Takes the reason files of a job away, when its original has left the quarantine.
    package func clearReason(of job: JobID) async throws(Failure) {
        do {
            for output in try await ledger.outputs(of: job) where output.kind == .quarantine {
                try await onBlockingThread { () throws(SystemError) in
                    let parent = try parentDirectory(of: output.path, below: folder.quarantine)
                    try ReasonFiles.remove(beside: output.path.last, of: job, in: parent)
                }
            }
            try await ledger.forgetOutputs(.quarantine, of: job)
        } catch {
            throw Self.failure(error, job.rawValue)
        }
    }

    /// Moves the claimed original to a free name at or near `name` and records where it is.
    func moveOriginal(of job: Job, to place: Path, name: RawName, as kind: Output.Kind) async throws {
        let earlier = try await ledger.outputs(of: job.id).first { $0.kind == kind }
        if earlier?.isPlaced == true { return }
        // A document named like a reason must not lie where a reason may be written and removed.
        var attempt = kind == .quarantine && ReasonFiles.isName(Path(bytes: name.bytes)) ? 2 : 1
        var target =
            earlier?.path ?? place / Path(bytes: (attempt == 1 ? name : numbered(name, attempt)).bytes)
        while true {
            var output = Output(
                kind: kind, number: 0, path: target, bytes: job.original.bytes, sha256: job.sha256 ?? "")
            try await ledger.intend([output], of: job.id)
            let goal = target
            let isThere = try await onBlockingThread { () throws(SystemError) in
                try move(job, below: place, to: goal)
            }
            if isThere {
                output.isPlaced = true
                return try await ledger.intend([output], of: job.id)
            }
            attempt += 1
            target = place / Path(bytes: numbered(name, attempt).bytes)
        }
    }

    /// - Returns: Whether the original is at its target now; `false` where another file has the name.
    private func move(_ job: Job, below place: Path, to target: Path) throws(SystemError) -> Bool {
        let parent = try parentDirectory(of: target, below: place)
        let claimed = job.original.name.last
        do {
            let claim = try Directory(folder.claim(of: job.id))
            try Placing.move(
                Path(bytes: claimed.bytes), from: claim, to: parent, as: target.last, sha256: job.sha256,
                FileAttributes(like: job.original, modified: job.original.modified),
                by: Placing.temporaryName(for: job.id))
            return true
        } catch  where error.isTaken && error.call == "rename" {
            return false
        } catch  where error.isTaken {
            // Over the edge of a mount: a copy that is there already is ours, and a crash kept the first from going.
            guard let sha256 = job.sha256,
                try holds(parent, target.last, sha256: sha256, bytes: job.original.bytes)
            else { return false }
            try Directory(folder.claim(of: job.id)).remove(Path(bytes: claimed.bytes))
            return true
        } catch  where error.isMissing {
            // A crash came after the rename: the file at the target is this one, or the original is lost.
            let status = try parent.status(target.last)
            if status.inode == job.original.inode && status.device == job.original.device { return true }
            guard let sha256 = job.sha256,
                try holds(parent, target.last, sha256: sha256, bytes: job.original.bytes)
            else { throw error }
            return true
        }
    }

    private func removeClaim(of job: Job) async throws {
        try await onBlockingThread { () throws(SystemError) in
            let claim = try Directory(folder.claim(of: job.id))
            try claim.removeIfPresent(Path(bytes: job.original.name.last.bytes))
            try claim.sync()
        }
    }

    // MARK: Directories

    private func parentDirectory(of target: Path, below place: Path) throws(SystemError) -> Directory {
        let below = Path(
            bytes: target.parent.bytes.dropFirst(place.bytes.count).drop { $0 == UInt8(ascii: "/") })
        let directory = try Directory(place)
        return below.isEmpty ? directory : try directory.makeDirectory(below)
    }

    private func holds(_ directory: Directory, _ name: Path, sha256: String, bytes: Int) throws(SystemError)
        -> Bool
    {
        let status = try directory.status(name)
        guard status.kind == .regular, status.bytes == bytes else { return false }
        return try SHA256.digest(of: try directory.open(name)) == sha256
    }

    private static func failure(_ error: any Error, _ name: String) -> Failure {
        if let error = error as? SystemError, error.isMissing {
            return Failure(.targetUnreachable, name, error.description)
        }
        return Failure(error, name)
    }
}
