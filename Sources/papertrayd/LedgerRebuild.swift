// At start, before a folder is watched: a ledger that is older than the folder, or new, catches up with what lies there.
// Without it a job of the past would look for its original for ever, and the quarantine would have no history.

import Delivery
import Documents
import Ledger
import Platform
import Rules
import Settings

struct LedgerRebuild: Sendable {
    let folder: FolderSettings
    let workshop: Workshop
    let delivery: Delivery
    private var ledger: Ledger { workshop.ledger }

    init(_ folder: FolderSettings, _ workshop: Workshop) {
        self.folder = folder
        self.workshop = workshop
        delivery = Delivery(folder: folder, ledger: workshop.ledger, language: folder.language ?? .english)
    }

    func run() async throws {
        // A claim that is not there withdraws a claimed job, and delivery itself finds what it has moved.
        for job in try await ledger.unfinishedJobs()
        where job.folder == folder.name && job.state != .claimed && job.state != .publishing {
            try await close(job)
        }
        let count = try await delivery.rememberQuarantine()
        if count > 0 {
            workshop.log.warning(
                "quarantine remembered", [.folder: folder.name, .count: String(count)])
        }
    }

    /// Ends a job whose originals have their last places already.
    private func close(_ job: Job) async throws {
        let claimed = try await onBlockingThread { [folder] () throws(SystemError) in
            try folder.claimedFiles(of: job)
        }
        guard claimed.isEmpty, try await ledger.outputs(of: job.id).allSatisfy({ $0.kind == .result }),
            let found = try await delivery.findOriginals(of: job),
            // Where it is under way at this moment, it has moved on.
            try await ledger.job(job.id)?.updatedAt == job.updatedAt
        else { return }
        try await ledger.intend(found.places, of: job.id)
        let detail = "the ledger is older than the folder; its original was found in its last place"
        if let failure = found.failure {
            try await ledger.move(job.id, to: .quarantined, detail: detail) { $0.failure = failure }
        } else {
            try await complete(job, detail)
        }
        workshop.log.warning("job had ended", [.folder: folder.name, .job: job.id.rawValue])
    }

    private func complete(_ job: Job, _ detail: String) async throws {
        guard job.plan != nil, job.sha256 != nil else {
            // What was done with it nobody knows any more; that it is done is certain.
            try await ledger.move(job.id, to: .cancelled, detail: detail)
            return
        }
        var number = 0
        for document in job.documents {
            for place in placesOfResult(of: document, job) {
                let result = try await findResult(at: place, number: number)
                if let result { try await ledger.intend([result], of: job.id) }
                number += 1
            }
        }
        var state = job.state
        if state == .deferred || state == .held { state = try await ledger.move(job.id, to: .queued).state }
        if state != .publishing { try await ledger.move(job.id, to: .publishing) }
        try await ledger.move(job.id, to: .completed, detail: detail) { $0.failure = nil }
    }

    /// The first names of the document's result and of the files beside it.
    private func placesOfResult(of document: Input, _ job: Job) -> [Path] {
        guard let plan = job.plan, let facts = document.facts else { return [] }
        let steps = plan.steps(for: document)
        let name = OutputName(
            source: document.original.name, sourceType: facts.type,
            resultType: steps.isEmpty ? facts.type : .pdf,
            folder: folder.name, rule: plan.rule, localTime: Moment.localFields(job.createdAt),
            pages: facts.pageCount ?? 0, sha256: document.sha256 ?? "", title: facts.title, part: nil
        ).name(plan.output, attempt: 1)
        let names = [name] + namesOfSides(of: steps.compactMap(\.sideType), beside: name)
        return names.map { folder.outbox / Path(bytes: $0.bytes) }
    }

    /// The file at a place in the outbox, where no other job has put it there.
    private func findResult(at path: Path, number: Int) async throws -> Output? {
        guard try await !ledger.hasOutput(at: path) else { return nil }
        return try await onBlockingThread { () throws(SystemError) in
            do throws(SystemError) {
                let file = try Directory(path.parent).open(path.last)
                return Output(
                    kind: .result, number: number, path: path, bytes: try file.status().bytes,
                    sha256: try SHA256.digest(of: file), isPlaced: true)
            } catch {
                if error.isMissing || error.isLink { return nil }
                throw error
            }
        }
    }
}
