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
        for (id, found) in Dictionary(grouping: try await quarantined(besides: known), by: \.report.job)
        where try await ledger.job(id) == nil {
            let documents = found.sorted { $0.original.name < $1.original.name }
            try await ledger.insert(Self.job(id, folder.name, documents), detail: "rebuilt from its reason")
            for (index, document) in documents.enumerated() {
                let number = documents.count == 1 ? 0 : index + 1
                try await ledger.intend([document.place(number)], of: id)
            }
            count += 1
        }
        return count
    }

    /// The row of a document, or of a batch, whose name is lost and becomes that of its first document.
    private static func job(_ id: JobID, _ folder: String, _ documents: [Quarantined]) -> Job {
        let first = documents[0]
        var job = Job(
            id: id, folder: folder, original: first.original, state: .quarantined, createdAt: Moment.now())
        if documents.count > 1 {
            job.inputs = documents.enumerated().map { index, document in
                Input(number: index + 1, role: .document, original: document.original)
            }
        }
        job.attempts = first.report.attempts
        job.failure = failure(of: first.report)
        return job
    }

    /// A document with its reason.
    private struct Quarantined: Sendable {
        let report: QuarantineReport
        let original: Original
        let path: Path

        func place(_ number: Int) -> Output {
            Output(
                kind: .quarantine, number: number, path: path, bytes: original.bytes, sha256: "",
                isPlaced: true)
        }
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
        return Quarantined(report: report, original: original, path: directory.path / name)
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

    /// Where the originals of a job lie that are not claimed: in the quarantine, with its failure, or where originals of
    /// finished documents go; `nil` where one of them is in neither.
    package func findOriginals(of job: Job) async throws -> (places: [Output], failure: Failure?)? {
        var places: [Output] = []
        for file in job.files {
            let last = folder.originals == .keep ? folder.outbox : folder.archive
            if let place = try await find(file, below: folder.quarantine, as: .quarantine) {
                places.append(place)
            } else if let place = try await find(file, below: last, as: .original) {
                places.append(place)
            } else {
                return nil
            }
        }
        guard let quarantined = places.first(where: { $0.kind == .quarantine }) else { return (places, nil) }
        let report = try await self.quarantined().first { $0.path == quarantined.path }?.report
        return report.map { (places, Self.failure(of: $0)) }
    }

    private func find(_ file: Input, below place: Path, as kind: Output.Kind) async throws -> Output? {
        let parent = place / Path(bytes: file.original.name.parent.bytes)
        let found = try await onBlockingThread { () throws(SystemError) in
            try candidates(for: file, in: parent)
        }
        for path in found where try await !ledger.hasOutput(at: path) {
            return Output(
                kind: kind, number: file.number, path: path, bytes: file.original.bytes,
                sha256: file.sha256 ?? "", isPlaced: true)
        }
        return nil
    }

    /// The very file, or over the edge of a mount one of the same content.
    private func candidates(for file: Input, in parent: Path) throws(SystemError) -> [Path] {
        var found: [Path] = []
        do throws(SystemError) {
            let directory = try Directory(parent)
            for name in try directory.entries() {
                let status = try directory.status(name)
                guard status.kind == .regular, status.bytes == file.original.bytes else { continue }
                let isSame = status.inode == file.original.inode && status.device == file.original.device
                let isEqual = try isSame ? true : file.sha256 == SHA256.digest(of: directory.open(name))
                if isEqual { found.append(directory.path / name) }
            }
        } catch {
            if !error.isMissing { throw error }
        }
        return found.sorted { $0.string < $1.string }
    }
}
