// The proof that nothing is lost: every job's original is in exactly one place, with the size and hash that were
// recorded when it was taken, every result is where the ledger says, and no claim or working file lies without a job.

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
        var report = AuditReport(jobs: 0, completed: 0, quarantined: 0, inFlight: 0, findings: [])
        var last = JobID(rawValue: "")
        while let page = try await nextPage(after: last) {
            for job in page {
                count(job, in: &report)
                report.findings += try await findings(of: job)
            }
            last = page.last?.id ?? last
        }
        for folder in folders { report.findings += try await strayClaims(in: folder) }
        report.findings += try await strayWork()
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

    private func findings(of job: Job) async throws -> [AuditReport.Finding] {
        let findings = try await look(at: job)
        if findings.isEmpty { return [] }
        // It may have moved on while it was looked at; only what holds still counts.
        guard let now = try await ledger.job(job.id) else { return [] }
        return now.updatedAt == job.updatedAt ? findings : try await look(at: now)
    }

    private func look(at job: Job) async throws -> [AuditReport.Finding] {
        var findings: [AuditReport.Finding] = []
        let outputs = try await ledger.outputs(of: job.id)
        let isClaimed = try await isClaimed(job)
        switch job.state {
        case .completed, .quarantined, .cancelled:
            if isClaimed { findings.append(finding(job, "claimed", "the original is still claimed")) }
            for output in outputs { findings += await compare(output, of: job) }
            let originals = outputs.filter { $0.kind != .result && $0.isPlaced }
            if Set(originals.map(\.number)).count < originals.count {
                findings.append(finding(job, "original", "it has more than one recorded place"))
            }
            // Deleted as the folder says, or discarded by a person.
            let mayBeGone =
                job.state == .cancelled
                || folders.first { $0.name == job.folder }?.originals == .delete && job.state == .completed
            if originals.isEmpty && !mayBeGone {
                findings.append(finding(job, "original", "it has no recorded place"))
            }
        case .claimed, .staged, .queued, .running, .deferred, .held:
            if !isClaimed { findings.append(finding(job, "claimed", "the original is not in its claim")) }
        case .publishing:
            if !isClaimed && !outputs.contains(where: { $0.kind == .original }) {
                findings.append(
                    finding(job, "claimed", "the original is neither claimed nor in its last place"))
            }
        }
        return findings
    }

    /// Whether a placed file is still what was placed.
    private func compare(_ output: Output, of job: Job) async -> [AuditReport.Finding] {
        let place = RawName(output.path.bytes).display
        guard output.isPlaced else { return [finding(job, place, "it was planned and never placed")] }
        do throws(SystemError) {
            let hash = try await onBlockingThread { () throws(SystemError) in
                try SHA256.digest(of: Directory(output.path.parent).open(output.path.last))
            }
            let expected = output.sha256.isEmpty ? job.sha256 : output.sha256
            return expected == nil || hash == expected ? [] : [finding(job, place, "its content has changed")]
        } catch {
            return [finding(job, place, error.isMissing ? "it is no longer there" : error.description)]
        }
    }

    private func isClaimed(_ job: Job) async throws -> Bool {
        guard let folder = folders.first(where: { $0.name == job.folder }) else { return false }
        return try await onBlockingThread { () throws(SystemError) in
            try folder.claimedFiles(of: job).count == job.files.count
        }
    }

    // MARK: Strays

    private func strayClaims(in folder: FolderSettings) async throws -> [AuditReport.Finding] {
        let names = try await entries(of: folder.claims)
        return try await strays(
            names.map { $0.string.split(separator: ".").first.map(String.init) ?? "" }, in: folder.claims)
    }

    private func strayWork() async throws -> [AuditReport.Finding] {
        try await strays(try await entries(of: workshop.jobs).map(\.string), in: workshop.jobs)
    }

    private func strays(_ names: [String], in place: Path) async throws -> [AuditReport.Finding] {
        var findings: [AuditReport.Finding] = []
        for name in names.sorted() {
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

    private func finding(_ job: Job, _ place: String, _ problem: String) -> AuditReport.Finding {
        AuditReport.Finding(job: job.id, place: place, problem: problem)
    }
}
