// A ledger that was lost, or that is an older copy, learns from the disk what it does not know: the reason beside a
// quarantined document is also its job's row, and an original that has its last place has been delivered. Nothing on
// the disk is changed.

package import Documents
internal import FoundationEssentials
package import Ledger
internal import Platform
internal import Settings

extension Delivery {
    // MARK: Quarantine

    /// Writes rows for the documents in the quarantine whose jobs the ledger does not know.
    /// - Returns: How many there were.
    package func rememberQuarantine() async throws -> Int {
        var count = 0
        let known = try await ledger.quarantinedPlaces(of: folder.name)
        for found in try await quarantined(besides: known)
        where try await ledger.job(found.report.job) == nil {
            var job = Job(
                id: found.report.job, folder: folder.name, original: found.original, state: .quarantined,
                createdAt: Moment.now())
            job.attempts = found.report.attempts
            job.failure = Self.failure(of: found.report)
            try await ledger.insert(job, detail: "rebuilt from its reason")
            try await ledger.intend([found.place], of: job.id)
            count += 1
        }
        return count
    }

    /// A document with its reason.
    private struct Quarantined: Sendable {
        let report: QuarantineReport
        let original: Original
        let place: Output
    }

    /// - Parameter known: Documents that are not looked at: a quarantine may be large.
    private func quarantined(besides known: Set<Path> = []) async throws(SystemError) -> [Quarantined] {
        let folder = folder
        return try await onBlockingThread { () throws(SystemError) in
            var found: [Quarantined] = []
            do throws(SystemError) { try look(in: Directory(folder.quarantine), known, &found) } catch {
                if !error.isMissing { throw error }
            }
            return found
        }
    }

    private func look(
        in directory: Directory, _ known: Set<Path>, _ found: inout [Quarantined]
    ) throws(SystemError) {
        let names = Set(try directory.entries())
        for name in names {
            do throws(SystemError) {
                if try directory.status(name).kind == .directory {
                    try look(in: directory.directory(name), known, &found)
                } else if ReasonFiles.isReport(name) {
                    try add(name, among: names, in: directory, known, &found)
                }
            } catch {
                // People work here: what went away or cannot be read has no row to get.
                if !(error.isMissing || error.isDenied || error.isLink || error.isAcrossMounts) {
                    throw error
                }
            }
        }
    }

    /// Adds the document that a reason file lies beside.
    private func add(
        _ name: Path, among names: Set<Path>, in directory: Directory, _ known: Set<Path>,
        _ found: inout [Quarantined]
    ) throws(SystemError) {
        let usual = ReasonFiles.document(of: name)
        if known.contains(directory.path / usual) { return }
        guard let report = Self.report(name, in: directory), report.folder == folder.name else { return }
        // A long name is shortened in that of its reason.
        let document =
            names.contains(usual)
            ? usual
            : names.first { !ReasonFiles.isName($0) && ReasonFiles.isReason(name, of: $0, report.job) }
        guard let document, !known.contains(directory.path / document) else { return }
        found.append(try quarantined(document, report, in: directory))
    }

    private func quarantined(
        _ name: Path, _ report: QuarantineReport, in directory: Directory
    ) throws(SystemError) -> Quarantined {
        let status = try directory.status(name)
        let original = Original(
            name: report.name, device: status.device, inode: status.inode, bytes: status.bytes,
            owner: status.owner, group: status.group, mode: status.mode, modified: status.modified)
        let place = Output(
            kind: .quarantine, number: 0, path: directory.path / name, bytes: status.bytes, sha256: "",
            isPlaced: true)
        return Quarantined(report: report, original: original, place: place)
    }

    /// What a reason file says; `nil` where the file is none.
    private static func report(_ name: Path, in directory: Directory) -> QuarantineReport? {
        do {
            let bytes = try directory.open(name).readAll(limit: 1 << 16)
            return try JSONDecoder().decode(QuarantineReport.self, from: Data(bytes))
        } catch {
            return nil
        }
    }

    private static func failure(of report: QuarantineReport) -> Failure {
        let reason = Reason.allCases.first { $0.code == report.code } ?? .inputOutput
        return Failure(reason, report.name.display, report.message, "")
    }

    // MARK: Originals

    /// Where the original of a job lies that is not claimed: in the quarantine, with its failure, or where originals of
    /// finished documents go; `nil` where it is in neither.
    package func findOriginal(of job: Job) async throws -> (place: Output, failure: Failure?)? {
        if let place = try await find(job, below: folder.quarantine, as: .quarantine) {
            let report = try await quarantined().first { $0.place.path == place.path }?.report
            return report.map { (place, Self.failure(of: $0)) }
        }
        let place = folder.originals == .keep ? folder.outbox : folder.archive
        return try await find(job, below: place, as: .original).map { ($0, nil) }
    }

    private func find(_ job: Job, below place: Path, as kind: Output.Kind) async throws -> Output? {
        let parent = place / Path(bytes: job.original.name.parent.bytes)
        let found = try await onBlockingThread { () throws(SystemError) in
            try candidates(for: job, in: parent)
        }
        for path in found where try await !ledger.hasOutput(at: path) {
            return Output(
                kind: kind, number: 0, path: path, bytes: job.original.bytes, sha256: job.sha256 ?? "",
                isPlaced: true)
        }
        return nil
    }

    /// The very file, or over the edge of a mount one of the same content.
    private func candidates(for job: Job, in parent: Path) throws(SystemError) -> [Path] {
        var found: [Path] = []
        do throws(SystemError) {
            let directory = try Directory(parent)
            for name in try directory.entries() {
                let status = try directory.status(name)
                guard status.kind == .regular, status.bytes == job.original.bytes else { continue }
                let isSame = status.inode == job.original.inode && status.device == job.original.device
                let isEqual = try isSame ? true : job.sha256 == SHA256.digest(of: directory.open(name))
                if isEqual { found.append(directory.path / name) }
            }
        } catch {
            if !error.isMissing { throw error }
        }
        return found.sorted { $0.string < $1.string }
    }
}
