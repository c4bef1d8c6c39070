// The proof that nothing is lost: every job's original is in exactly one place, with the size and hash that were
// recorded when it was taken, every result is what was published, and no claim or working file lies without a job. What
// people are meant to take away, the results in an outbox, is noted where it is gone and is no finding.

import Documents
import Intake
import Ledger
import Platform
import Settings

struct Audit: Sendable {
    private let workshop: Workshop
    private let folders: [FolderSettings]
    private var ledger: Ledger { workshop.ledger }

    init(_ workshop: Workshop, _ folders: [FolderSettings]) {
        self.workshop = workshop
        self.folders = folders
    }

    func run() async throws -> AuditReport {
        var report = AuditReport()
        var copies = AuditCopies(folders)
        var last = JobID(rawValue: "")
        while let page = try await nextPage(after: last) {
            for job in page {
                count(job, in: &report)
                report.add(try await look(at: job, &copies))
            }
            last = page.last?.id ?? last
        }
        for folder in folders { report.findings += try await strayClaims(in: folder) }
        report.findings += try await strayWork()
        report.findings += try await copies.secondCopies(unknownTo: ledger)
        return report
    }

    private func nextPage(after id: JobID) async throws -> [Job]? {
        let page = try await ledger.jobs(after: id, limit: 500)
        return page.isEmpty ? nil : page
    }

    private func count(_ job: Job, in report: inout AuditReport) {
        report.jobs += 1
        switch job.state {
        case .completed: report.completed += 1
        case .quarantined, .cancelled: report.quarantined += 1
        default: report.inFlight += 1
        }
    }

    // MARK: Jobs

    private func look(at job: Job, _ copies: inout AuditCopies) async throws -> AuditOpinion {
        let opinion = try await self.opinion(of: job, &copies)
        if opinion.isGood { return opinion }
        // It may have moved on while it was looked at; only what holds still counts.
        guard let now = try await ledger.job(job.id) else { return AuditOpinion(job) }
        return now.updatedAt == job.updatedAt ? opinion : try await self.opinion(of: now, &copies)
    }

    private func opinion(of job: Job, _ copies: inout AuditCopies) async throws -> AuditOpinion {
        var opinion = AuditOpinion(job)
        let outputs = try await ledger.outputs(of: job.id)
        let claimed = try await claimedFiles(of: job)
        switch job.state {
        case .completed, .quarantined, .cancelled:
            for file in job.files where claimed.contains(file.number) {
                opinion.find("claimed", "the original is still claimed", file)
            }
            for output in outputs { await compare(output, &opinion, &copies) }
            for file in job.files { checkPlaces(of: file, outputs, &opinion) }
        case .claimed, .staged, .queued, .running, .deferred, .held:
            for file in job.files {
                if claimed.contains(file.number) {
                    await compareClaim(of: file, &opinion)
                } else {
                    opinion.find("claimed", "the original is not in its claim", file)
                }
            }
        case .publishing:
            for file in job.files where !claimed.contains(file.number) {
                if outputs.contains(where: { $0.kind == .original && $0.number == file.number }) { continue }
                opinion.find("claimed", "the original is neither claimed nor in its last place", file)
            }
        }
        return opinion
    }

    private func checkPlaces(of file: Input, _ outputs: [Output], _ opinion: inout AuditOpinion) {
        let places = outputs.filter { $0.kind != .result && $0.isPlaced && $0.number == file.number }
        if places.count > 1 { opinion.find("original", "it has more than one recorded place", file) }
        // Deleted as the folder says, or discarded by a person.
        let job = opinion.job
        let mayBeGone =
            job.state == .cancelled
            || folder(of: job)?.originals == .delete && job.state == .completed
        if places.isEmpty && !mayBeGone { opinion.find("original", "it has no recorded place", file) }
    }

    /// Whether a placed file is still what was placed.
    private func compare(_ output: Output, _ opinion: inout AuditOpinion, _ copies: inout AuditCopies) async {
        let place = RawName(output.path.bytes).display
        guard output.isPlaced else { return opinion.find(place, "it was planned and never placed") }
        let original = opinion.job.files.first { $0.number == output.number }
        let expected = output.sha256.isEmpty ? original?.sha256 : output.sha256
        do throws(SystemError) {
            let hash = try await digest(of: output.path)
            copies.add(output.path, bytes: output.bytes, sha256: hash)
            if let expected, hash != expected { opinion.find(place, "its content has changed") }
        } catch {
            guard error.isMissing else { return opinion.find(place, error.description) }
            copies.miss(sha256: expected)
            if let outbox = folder(of: opinion.job)?.outbox, output.path.isWithin(outbox) {
                opinion.note(place, "it is no longer there; somebody has taken it")
            } else {
                opinion.find(place, "it is no longer there")
            }
        }
    }

    /// Whether a claimed original is still what was frozen.
    private func compareClaim(of file: Input, _ opinion: inout AuditOpinion) async {
        guard let folder = folder(of: opinion.job), let expected = file.sha256 else { return }
        let path =
            folder.claim(of: opinion.job.id, file: file.number) / Path(bytes: file.original.name.last.bytes)
        do throws(SystemError) {
            if try await digest(of: path) != expected {
                opinion.find("claimed", "its content has changed", file)
            }
        } catch {
            opinion.find("claimed", error.description, file)
        }
    }

    private func digest(of path: Path) async throws(SystemError) -> String {
        try await onBlockingThread { () throws(SystemError) in
            try SHA256.digest(of: Directory(path.parent).open(path.last))
        }
    }

    private func folder(of job: Job) -> FolderSettings? { folders.first { $0.name == job.folder } }

    /// The numbers of the files in a job's claim.
    private func claimedFiles(of job: Job) async throws -> Set<Int> {
        guard let folder = folder(of: job) else { return [] }
        return try await onBlockingThread { () throws(SystemError) in
            Set(try folder.claimedFiles(of: job).map(\.number))
        }
    }

    // MARK: Strays

    private func strayClaims(in folder: FolderSettings) async throws -> [AuditReport.Finding] {
        let names = try await entries(of: folder.claims)
        return try await strays(
            names.map { $0.string.hasSuffix(".json") ? String($0.string.dropLast(5)) : $0.string },
            in: folder.claims)
    }

    private func strayWork() async throws -> [AuditReport.Finding] {
        try await strays(try await entries(of: workshop.jobs).map(\.string), in: workshop.jobs)
    }

    private func strays(_ names: [String], in place: Path) async throws -> [AuditReport.Finding] {
        var findings: [AuditReport.Finding] = []
        for name in names.sorted() where !Spares.isName(Path(name)) {
            let id = JobID(rawValue: name)
            let job = try await ledger.job(id)
            // A job that ended this moment removes its directory last.
            if let job, !job.state.isFinal || Moment.now() - job.updatedAt < 5000 { continue }
            findings.append(
                AuditReport.Finding(
                    job: job?.id, place: (place / name).string,
                    problem: job == nil ? "no job belongs to it" : "its job has ended"))
        }
        return findings
    }

    private func entries(of path: Path) async throws(SystemError) -> [Path] {
        try await onBlockingThread { () throws(SystemError) in
            do throws(SystemError) { return try Directory(path).entries() } catch  where error.isMissing {
                return []
            }
        }
    }
}

/// What is to be said of one job.
struct AuditOpinion {
    let job: Job
    private(set) var findings: [AuditReport.Finding] = []
    private(set) var notes: [AuditReport.Finding] = []
    var isGood: Bool { findings.isEmpty }

    init(_ job: Job) { self.job = job }

    /// - Parameter file: The file, where the job has more than one.
    mutating func find(_ place: String, _ problem: String, _ file: Input? = nil) {
        let name = job.files.count > 1 ? file.map { " (\($0.original.name.display))" } ?? "" : ""
        findings.append(AuditReport.Finding(job: job.id, place: place, problem: problem + name))
    }

    mutating func note(_ place: String, _ remark: String) {
        notes.append(AuditReport.Finding(job: job.id, place: place, problem: remark))
    }
}

extension AuditReport {
    fileprivate mutating func add(_ opinion: AuditOpinion) {
        findings += opinion.findings
        notes += opinion.notes
    }
}
