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
            if let name = claimed.removeValue(forKey: job.id) {
                if job.state == .claimed { try await removeTwin(name, of: job) }
                continue
            }
            // Later states have moved their original on, or find out themselves that it is gone.
            if job.state == .claimed, try await !isInQuarantine(job) { try await claimant.withdraw(job) }
        }
        for (id, name) in claimed { try await adopt(id, name) }
    }

    /// Where a file system renames in two steps, a crash may have left the claimed file its name in the inbox too; it
    /// must not be claimed a second time.
    private func removeTwin(_ name: Path, of job: Job) async throws(SystemError) {
        let folder = folder
        try await onBlockingThread { () throws(SystemError) in
            let claimed = try Directory(folder.claim(of: job.id)).status(name)
            guard claimed.links > 1 else { return }
            do throws(SystemError) {
                let parent = Path(bytes: job.original.name.parent.bytes)
                let inbox = try Directory(folder.inbox)
                let directory = parent.isEmpty ? inbox : try inbox.directory(parent)
                let twin = try directory.status(name)
                guard twin.inode == claimed.inode, twin.device == claimed.device else { return }
                try directory.remove(name)
            } catch {
                if !error.isMissing { throw error }
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

    /// Jobs whose claim holds a file, with the file's name.
    private func claims() async throws(SystemError) -> [JobID: Path] {
        let path = folder.claims
        return try await onBlockingThread { () throws(SystemError) in
            var found: [JobID: Path] = [:]
            let claims = try Directory(path)
            for entry in try claims.entries() where try claims.status(entry).kind == .directory {
                if let file = try claims.directory(entry).entries().first {
                    found[JobID(rawValue: entry.string)] = file
                }
            }
            return found
        }
    }

    /// Gives a claimed file its row back.
    private func adopt(_ id: JobID, _ name: Path) async throws {
        if let job = try await ledger.job(id) {
            log.warning("claim of a finished job", [.job: id.rawValue])
            // It had just been taken back from the quarantine when the service ended.
            if job.state.canBecome(.claimed) {
                try await ledger.move(id, to: .claimed, detail: "its original is claimed again")
            }
            return
        }
        let folder = folder
        let original = try await onBlockingThread { () throws(SystemError) in
            let claims = try Directory(folder.claims)
            if let sidecar = Sidecar(reading: FolderSettings.sidecar(of: id), in: claims) {
                return sidecar.original
            }
            let status = try claims.directory(Path(id.rawValue)).status(name)
            return Original(
                name: RawName(name.bytes), device: status.device, inode: status.inode, bytes: status.bytes,
                owner: status.owner, group: status.group, mode: status.mode, modified: status.modified)
        }
        let job = Job(
            id: id, folder: folder.name, original: original, state: .claimed, createdAt: Moment.now())
        try await ledger.insert(job, detail: "rebuilt from its claim")
        log.warning("claim without a row", [.job: id.rawValue])
    }
}
