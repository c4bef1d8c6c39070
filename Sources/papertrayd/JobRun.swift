// The way of one document, state by state: freeze, plan, work, deliver. Every stage may be run again after a crash;
// each ends with one move in the ledger. What fails for good goes to the quarantine, what may pass is tried later, and
// what was merely interrupted counts as neither.

import Delivery
import Documents
import Intake
import Ledger
import Platform
import Rules
import Scheduling
import Settings

/// What every job needs.
struct Workshop: Sendable {
    let ledger: Ledger
    let dispatcher: any Dispatcher
    /// The spool: one directory for each job.
    let jobs: Path
    let progress: ProgressBoard
    let vault: Vault
    let log: Log
}

struct JobRun: Sendable {
    /// How a run ended.
    enum Outcome: Sendable {
        case final
        /// Milliseconds since 1970 when it goes on.
        case later(Int64)
        /// The service is being stopped.
        case stopped
    }

    private static let interruptionLimit = 3

    let workshop: Workshop
    let folder: FolderSettings
    let delivery: Delivery
    private let claimant: Claimant
    private var ledger: Ledger { workshop.ledger }

    init(_ workshop: Workshop, folder: FolderSettings, language: Language) {
        self.workshop = workshop
        self.folder = folder
        delivery = Delivery(folder: folder, ledger: workshop.ledger, language: folder.language ?? language)
        claimant = Claimant(folder: folder, ledger: workshop.ledger)
    }

    /// Takes a job as far as it goes.
    /// - Parameter problem: Why it is to be quarantined at once, found before it was claimed.
    func run(_ first: Job, problem: Failure? = nil) async -> Outcome {
        var job = first
        do {
            if let problem { throw problem }
            job = try await prepare(job)
            while !job.state.isFinal {
                let before = job.state
                let start = ContinuousClock.now
                job = try await advance(job)
                note(job, from: before, since: start)
            }
            Failpoint.completed.reach()
            try await cleanUp(job)
            return .final
        } catch {
            return await settle(first.id, Failure(error, first.original.name.display))
        }
    }

    private func advance(_ job: Job) async throws -> Job {
        switch job.state {
        case .claimed: try await freeze(job)
        case .staged: try await plan(job)
        case .queued: try await begin(job)
        case .running: try await work(job)
        case .publishing: try await deliver(job)
        case .deferred, .held: try await takeUp(job)
        case .completed, .quarantined, .cancelled: job
        }
    }

    // MARK: Stages

    /// Brings a job of an earlier life of the service to where it can go on.
    private func prepare(_ job: Job) async throws -> Job {
        if let place = try await ledger.outputs(of: job.id).first(where: { $0.kind == .quarantine }) {
            // A file in the claim has come back; without one the quarantine was not finished.
            guard try await isClaimed(job) || !place.isPlaced else {
                throw job.failure ?? Failure(.interrupted, job.original.name.display)
            }
            if place.isPlaced {
                try await delivery.clearReason(of: job.id)
            } else if let failure = job.failure {
                throw failure
            }
        }
        guard job.state == .running else { return job }
        guard job.interruptions < Self.interruptionLimit else {
            throw Failure(.repeatedlyInterrupted, job.original.name.display, String(job.interruptions))
        }
        try await ledger.endAttempts(of: job.id, outcome: "interrupted")
        return try await ledger.move(job.id, to: .queued, detail: "the service ended in the middle") {
            $0.interruptions += 1
        }
    }

    private func freeze(_ job: Job) async throws -> Job {
        let name = job.original.name
        if job.original.bytes > folder.limits.bytes {
            throw Failure(
                .tooManyBytes, name.display, String(job.original.bytes), String(folder.limits.bytes))
        }
        try await ledger.forgetParts(of: job.id)
        while true {
            if let frozen = try await copySource(of: job) {
                return try await ledger.move(job.id, to: .staged) {
                    $0.sha256 = frozen.sha256
                    $0.original.bytes = frozen.bytes
                    $0.failure = nil
                }
            }
            // Somebody still writes to the inode that was claimed: it settles again, where it is now.
            try await Task.sleep(for: max(folder.settle, .milliseconds(200)))
        }
    }

    private func copySource(of job: Job) async throws(SystemError) -> FrozenCopy? {
        let claim = folder.claim(of: job.id)
        let entry = Path(bytes: job.original.name.last.bytes)
        let directory = directory(of: job)
        return try await onBlockingThread { () throws(SystemError) in
            try Freezer.freeze(entry, in: claim, to: directory)
        }
    }

    private func plan(_ job: Job) async throws -> Job {
        try await ensureSource(of: job)
        let name = job.original.name
        let wantsText = folder.rules.contains { $0.match.asksForText }
        let question = Work.identify(path: Freezer.name.string, wantsText: wantsText, wantsDetails: false)
        guard case .facts(let facts) = try await identify(question, job) else {
            throw Failure(.crashed, name.display, "identify", "it answered another question")
        }
        guard case .plan(let chosen, _) = decide(folder.rules, for: Candidate(facts: facts, name: name))
        else {
            throw Failure(.noRule, name.display, folder.name)
        }
        let admission = admit(
            facts, name: name.display, under: chosen, limits: folder.limits, signed: folder.signed)
        guard case .process(let plan) = admission else {
            if case .refuse(let failure) = admission { throw failure }
            throw Failure(.noRule, name.display, folder.name)
        }
        try await ledger.add([source(of: job, facts)], to: job.id)
        return try await ledger.move(job.id, to: .queued, detail: "rule \(plan.rule)") {
            $0.facts = facts
            $0.plan = plan
        }
    }

    private func begin(_ job: Job) async throws -> Job {
        let begun = try await ledger.move(job.id, to: .running) { $0.attempts += 1 }
        try await ledger.beginAttempt(begun.attempts, of: job.id)
        return begun
    }

    private func work(_ job: Job) async throws -> Job {
        guard let plan = job.plan, let facts = job.facts else {
            throw Failure(.noRule, job.original.name.display, folder.name)
        }
        try await ensureSource(of: job)
        let progress = workshop.progress
        let run = PlanRun(
            of: context(of: job), dispatcher: workshop.dispatcher,
            checkpoints: LedgerCheckpoints(ledger: ledger, job: job.id, name: job.original.name.display)
        ) { progress[job.id] = $0 }
        _ = try await run.run(plan.steps(for: facts.type), on: source(of: job, facts))
        return try await ledger.move(job.id, to: .publishing)
    }

    private func deliver(_ job: Job) async throws -> Job {
        let results = try await results(of: job)
        try await delivery.publish(results, of: job, from: directory(of: job))
        Failpoint.published.reach()
        try await delivery.settleOriginal(of: job)
        Failpoint.originalMoved.reach()
        try await ledger.endAttempts(of: job.id, outcome: "completed")
        return try await ledger.move(job.id, to: .completed) { $0.failure = nil }
    }

    private func takeUp(_ job: Job) async throws -> Job {
        let next: JobState = job.sha256 == nil ? .claimed : job.plan == nil ? .staged : .queued
        return try await ledger.move(job.id, to: next, detail: "tried again")
    }

    // MARK: Parts of stages

    /// Identification, once more where its worker died, as the other tasks have it.
    private func identify(_ question: Work, _ job: Job) async throws(Failure) -> TaskResult {
        let checkpoints = LedgerCheckpoints(ledger: ledger, job: job.id, name: job.original.name.display)
        return try await PlanRun(
            of: context(of: job), dispatcher: workshop.dispatcher, checkpoints: checkpoints,
            progress: { _ in }
        ).dispatch(question)
    }

    /// The frozen copy is trusted only while its size and hash are what the ledger says.
    private func ensureSource(of job: Job) async throws {
        let directory = directory(of: job)
        let isThere = try await onBlockingThread { () throws(SystemError) in
            do throws(SystemError) {
                let file = try Directory(directory).open(Freezer.name)
                guard try file.status().bytes == job.original.bytes else { return false }
                return try SHA256.digest(of: file) == job.sha256
            } catch  where error.isMissing {
                return false
            }
        }
        if isThere { return }
        let frozen = try await copySource(of: job)
        guard frozen?.sha256 == job.sha256 else {
            throw Failure(
                .fileUnavailable, job.original.name.display,
                "the original is not what it was when it was taken")
        }
    }

    private func results(of job: Job) async throws -> [Deliverable] {
        guard let plan = job.plan, let facts = job.facts else { return [] }
        let steps = plan.steps(for: facts.type)
        let made = try await ledger.revisions(of: job.id)
        let revisions =
            steps.isEmpty
            ? made.filter { $0.number == 0 }
            : made.newest(in: PlanRun.directory(of: steps.count, steps[steps.count - 1]))
        return revisions.enumerated().map { index, revision in
            let part = revisions.count > 1 ? index + 1 : nil
            let output = OutputName(
                source: job.original.name, sourceType: facts.type, resultType: revision.type,
                folder: folder.name,
                rule: plan.rule, localTime: Moment.localFields(job.createdAt), pages: revision.pages,
                sha256: job.sha256 ?? "", title: facts.title, part: part)
            return Deliverable(revision: revision) { output.name(plan.output, attempt: $0) }
        }
    }

    private func source(of job: Job, _ facts: Facts) -> Revision {
        Revision(
            number: 0, parent: nil, step: "source", options: StepOptions(), path: Freezer.name.string,
            type: facts.type, bytes: job.original.bytes, pages: facts.pageCount ?? 0,
            sha256: job.sha256 ?? "",
            at: job.updatedAt)
    }

    private func isClaimed(_ job: Job) async throws(SystemError) -> Bool {
        try await onBlockingThread { [folder] () throws(SystemError) in try folder.holdsOriginal(of: job) }
    }

    private func context(of job: Job) -> JobContext {
        JobContext(
            key: job.id.rawValue, directory: directory(of: job), name: job.original.name.display,
            limits: folder.limits, password: workshop.vault[job.id])
    }

    private func directory(of job: Job) -> Path { workshop.jobs / job.id.rawValue }
}

extension OutputName {
    /// The name for the n-th try: the template's own counter where it has one, else a number in brackets.
    func name(_ template: String?, attempt: Int) -> RawName {
        var counted = self
        counted.counter = attempt
        let name = counted.expanded(template)
        guard attempt > 1 else { return name }
        counted.counter = 1
        let first = counted.expanded(template)
        return first == name ? numbered(first, attempt) : name
    }
}
