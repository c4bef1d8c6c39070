// Before watching starts: claims, rows and sidecars are compared. A row whose file never left the inbox is withdrawn, a
// claim without a row gets its row back from the sidecar, and a file that nobody knows is never deleted.

internal import Documents
package import Ledger
package import Platform
package import Settings

package struct ClaimRecovery: Sendable {
    private let folder: FolderSettings
    private let ledger: Ledger
    private let log: Log

    package init(folder: FolderSettings, ledger: Ledger, log: Log) {
        self.folder = folder
        self.ledger = ledger
        self.log = log
    }

    /// Makes rows and claims agree.
    package func run() async throws {
        let claimant = Claimant(folder: folder, ledger: ledger)
        var claimed = try await claims()
        for job in try await ledger.unfinishedJobs() where job.folder == folder.name {
            let files = claimed.removeValue(forKey: job.id)
            // Later states have moved their originals on, or find out themselves that one is gone.
            guard job.state == .claimed else { continue }
            if files != nil { try await removeTwins(of: job) }
            if let files, job.files.count > files.count, try await !hasPlaces(job) {
                _ = try await claimant.finish(job, Set(files.keys))
            } else if files == nil, try await !isInQuarantine(job) {
                try await claimant.withdraw(job)
            }
        }
        for id in try await announced() where claimed[id] == nil {
            if try await ledger.job(id) == nil { try await removeAnnounced(id) }
        }
        for (id, files) in claimed { try await adopt(id, files) }
    }

    /// Jobs that a sidecar of ours speaks of.
    private func announced() async throws(SystemError) -> [JobID] {
        let path = folder.claims
        return try await onBlockingThread { () throws(SystemError) in
            let claims = try Directory(path)
            return try claims.entries().compactMap { name in
                guard let sidecar = Sidecar(reading: name, in: claims),
                    name == FolderSettings.sidecar(of: sidecar.job)
                else { return nil }
                return sidecar.job
            }
        }
    }

    /// A sidecar is written before anything is taken; where nothing was, nobody misses it.
    private func removeAnnounced(_ id: JobID) async throws(SystemError) {
        let folder = folder
        try await onBlockingThread { () throws(SystemError) in try ClaimRemoval.remove(id, in: folder) }
    }

    private func hasPlaces(_ job: Job) async throws -> Bool {
        try await ledger.outputs(of: job.id).contains { $0.kind == .quarantine }
    }

    /// Where a file system renames in two steps, a crash may have left the claimed file its name in the inbox too; it
    /// must not be claimed a second time.
    private func removeTwins(of job: Job) async throws(SystemError) {
        let folder = folder
        try await onBlockingThread { () throws(SystemError) in
            for file in try folder.claimedFiles(of: job) {
                let name = Path(bytes: file.original.name.last.bytes)
                let claimed = try Directory(folder.claim(of: job.id, file: file.number)).status(name)
                guard claimed.links > 1 else { continue }
                do throws(SystemError) {
                    let parent = Path(bytes: file.original.name.parent.bytes)
                    let inbox = try Directory(folder.inbox)
                    let directory = parent.isEmpty ? inbox : try inbox.directory(parent)
                    let twin = try directory.status(name)
                    guard twin.inode == claimed.inode, twin.device == claimed.device else { continue }
                    try directory.remove(name)
                } catch {
                    if !error.isMissing { throw error }
                }
            }
        }
    }

    /// Whether a crash came in the middle of putting the original into the quarantine; resuming the job finishes that.
    private func isInQuarantine(_ job: Job) async throws -> Bool {
        let places = try await ledger.outputs(of: job.id).filter { $0.kind == .quarantine }
        return try await onBlockingThread { () throws(SystemError) in
            for place in places {
                let directory: Directory
                do throws(SystemError) { directory = try Directory(place.path.parent) } catch
                    where error.isMissing
                {
                    continue
                }
                if try directory.exists(place.path.last) { return true }
            }
            return false
        }
    }

    /// Jobs whose claim holds files, with each file's number and name.
    private func claims() async throws(SystemError) -> [JobID: [Int: Path]] {
        let path = folder.claims
        return try await onBlockingThread { () throws(SystemError) in
            var found: [JobID: [Int: Path]] = [:]
            let claims = try Directory(path)
            for entry in try claims.entries() where try claims.status(entry).kind == .directory {
                let files = try files(in: claims.directory(entry))
                if !files.isEmpty { found[JobID(rawValue: entry.string)] = files }
            }
            return found
        }
    }

    private func files(in claim: Directory) throws(SystemError) -> [Int: Path] {
        var files: [Int: Path] = [:]
        for entry in try claim.entries() {
            if entry.bytes.first != UInt8(ascii: ".") {
                files[0] = entry
            } else if let number = Int(entry.string.dropFirst()),
                let file = try claim.directory(entry).entries().first
            {
                files[number] = file
            }
        }
        return files
    }

    /// Gives claimed files their row back.
    private func adopt(_ id: JobID, _ files: [Int: Path]) async throws {
        if let job = try await ledger.job(id) {
            log.warning("claim of a finished job", [.job: id.rawValue])
            // It had just been taken back from the quarantine when the service ended.
            if job.state.canBecome(.claimed) {
                try await ledger.move(id, to: .claimed, detail: "its original is claimed again")
            }
            return
        }
        let folder = folder
        let job = try await onBlockingThread { () throws(SystemError) in
            let claims = try Directory(folder.claims)
            if let sidecar = Sidecar(reading: FolderSettings.sidecar(of: id), in: claims) {
                return sidecar.restored(for: folder.name, having: Set(files.keys))
            }
            return try rebuilt(id, files, in: claims.directory(Path(id.rawValue)))
        }
        try await ledger.insert(job, detail: "rebuilt from its claim")
        log.warning("claim without a row", [.job: id.rawValue])
    }

    /// A row made from the files alone: their names tell what they are.
    private func rebuilt(_ id: JobID, _ files: [Int: Path], in claim: Directory) throws(SystemError) -> Job {
        var inputs: [Input] = []
        for (number, name) in files.sorted(by: { $0.key < $1.key }) {
            let place = number == 0 ? claim : try claim.directory(FolderSettings.furtherFile(number))
            let original = Original(name: RawName(name.bytes), try place.status(name))
            let isCompanion = files[0] != nil && number > 0
            inputs.append(
                Input(
                    number: number, role: isCompanion ? .companion : .document,
                    document: isCompanion ? 0 : nil, original: original))
        }
        let original =
            files[0] != nil
            ? inputs[0].original
            : Original(batch: RawName("batch-\(id)"), of: inputs.map(\.original))
        var job = Job(
            id: id, folder: folder.name, original: original, state: .claimed, createdAt: Moment.now())
        job.inputs = inputs.filter { $0.number > 0 }
        return job
    }
}
