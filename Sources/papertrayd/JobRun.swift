// The way of one job, state by state: freeze, plan, work, deliver. Every stage may be run again after a crash; each
// ends with one move in the ledger. What fails for good goes to the quarantine, what may pass is tried later, and what
// was merely interrupted counts as neither. What is done with each document of a job stands in `JobDocuments.swift`.

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
    /// Called when a job has its plan, and its size is known.
    private let hasPlan: @Sendable (Job) async -> Void
    /// Takes over a document that was set apart from its batch, with why.
    let handOver: @Sendable (JobID, Failure) -> Void
    var ledger: Ledger { workshop.ledger }

    init(
        _ workshop: Workshop, folder: FolderSettings, language: Language,
        hasPlan: @escaping @Sendable (Job) async -> Void = { _ in },
        handOver: @escaping @Sendable (JobID, Failure) -> Void = { _, _ in }
    ) {
        self.hasPlan = hasPlan
        self.workshop = workshop
        self.folder = folder
        self.handOver = handOver
        delivery = Delivery(folder: folder, ledger: workshop.ledger, language: folder.language ?? language)
    }

    /// Takes a job as far as it goes.
    /// - Parameters:
    ///   - problem: Why it is to be quarantined at once.
    ///   - problems: Why documents of it are to be, found before they were claimed; by the numbers of the files.
    func run(_ first: Job, problem: Failure? = nil, problems: [Int: Failure] = [:]) async -> Outcome {
        var job = first
        do {
            if let problem { throw problem }
            if !problems.isEmpty { job = try await setApart(problems, from: job) }
            job = try await prepare(job)
            while !job.state.isFinal {
                let before = job.state
                let start = ContinuousClock.now
                job = try await advance(job)
                note(job, from: before, since: start)
            }
            Failpoint.completed.reach()
            await cleanUp(job)
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
        let job = try await returned(job)
        guard job.state == .running else { return job }
        guard job.interruptions < Self.interruptionLimit else {
            throw Failure(.repeatedlyInterrupted, job.original.name.display, String(job.interruptions))
        }
        try await ledger.endAttempts(of: job.id, outcome: "interrupted")
        return try await ledger.move(job.id, to: .queued, detail: "the service ended in the middle") {
            $0.interruptions += 1
        }
    }

    /// A job whose files come back from the quarantine has all of them in its claim again; one whose quarantine was not
    /// finished fails as before.
    private func returned(_ job: Job) async throws -> Job {
        let places = try await ledger.transaction { ledger throws(LedgerError) in
            try ledger.outputs(of: job.id).filter { $0.kind == .quarantine }
        }
        if places.isEmpty { return try await withoutLostFiles(job) }
        let failure = job.failure ?? Failure(.interrupted, job.original.name.display)
        let claimed = try await claimedFiles(of: job)
        let placed = Set(places.filter(\.isPlaced).map(\.number))
        // Placed and claimed means that a person moved it back.
        guard job.files.allSatisfy({ placed.contains($0.number) }), !claimed.isEmpty else {
            if placed.isEmpty, job.failure == nil { return job }
            throw failure
        }
        try await delivery.takeBack(job)
        return try await withoutLostFiles(job)
    }

    private func freeze(_ job: Job) async throws -> Job {
        let (rest, copies) = try await eachDocument(of: job) { document in
            try await frozenCopy(of: document, job)
        }
        var companions: [Int: FrozenCopy] = [:]
        for file in rest.files where file.role == .companion {
            companions[file.number] = try await frozenCopy(of: file, rest)
        }
        let frozen = copies.merging(companions) { first, _ in first }
        return try await ledger.transaction { ledger throws(LedgerError) in
            // What an earlier run made of another copy counts no longer.
            try ledger.forgetParts(of: rest.id)
            return try ledger.move(rest.id, to: .staged) { $0.take(frozen) }
        }
    }

    private func plan(_ job: Job) async throws -> Job {
        if let plan = try await planOfDuplicate(job) {
            return try await ledger.move(job.id, to: .queued, detail: plan.rule) { $0.plan = plan }
        }
        let (known, facts) = try await eachDocument(of: job) { document in
            try await identify(document, known: job)
        }
        let candidates = known.documents.compactMap { document in
            facts[document.number].map { Candidate(facts: $0, name: document.original.name) }
        }
        guard case .plan(let chosen, _) = decide(folder.rules, for: candidates) else {
            throw Failure(.noRule, job.original.name.display, folder.name)
        }
        let (admitted, plans) = try await eachDocument(of: known) { document in
            try await plan(for: document, facts[document.number], under: chosen, known)
        }
        try checkPages(of: admitted, facts)
        let sources = admitted.documents.compactMap { document in
            facts[document.number].map {
                source(of: document, $0, at: admitted.updatedAt, isInBatch: admitted.isBatch)
            }
        }
        let common = admitted.isBatch ? chosen : plans[0] ?? chosen
        return try await ledger.transaction { ledger throws(LedgerError) in
            try ledger.add(sources, to: job.id)
            return try ledger.move(job.id, to: .queued, detail: "rule \(chosen.rule)") { job in
                job.plan = common
                for document in job.documents {
                    job.amend(file: document.number) {
                        $0.facts = facts[document.number]
                        let steps = plans[document.number]?.steps
                        $0.steps = steps == common.steps ? nil : steps
                    }
                }
            }
        }
    }

    private func begin(_ job: Job) async throws -> Job {
        await hasPlan(job)
        return try await ledger.transaction { ledger throws(LedgerError) in
            let begun = try ledger.move(job.id, to: .running) { $0.attempts += 1 }
            try ledger.beginAttempt(begun.attempts, of: job.id)
            return begun
        }
    }

    private func work(_ job: Job) async throws -> Job {
        guard let plan = job.plan else { throw Failure(.noRule, job.original.name.display, folder.name) }
        if plan.duplicateOf != nil { return try await move(job.id, to: .publishing) }
        let (rest, _) = try await eachDocument(of: job) { document in
            try await work(on: document, by: plan, job)
        }
        return try await move(rest.id, to: .publishing)
    }

    private func deliver(_ job: Job) async throws -> Job {
        let results = try await results(of: job)
        try await delivery.publish(results, of: job, from: directory(of: job))
        Failpoint.published.reach()
        try await delivery.settleOriginals(of: job)
        Failpoint.originalMoved.reach()
        let attention = try await attention(of: job)
        return try await ledger.transaction { ledger throws(LedgerError) in
            try ledger.endAttempts(of: job.id, outcome: "completed")
            return try ledger.move(job.id, to: .completed) {
                $0.failure = nil
                $0.attention = attention
            }
        }
    }

    private func takeUp(_ job: Job) async throws -> Job {
        let next: JobState = job.sha256 == nil ? .claimed : job.plan == nil ? .staged : .queued
        return try await ledger.move(job.id, to: next, detail: "tried again")
    }

    private func move(_ id: JobID, to state: JobState) async throws -> Job {
        try await ledger.transaction { ledger throws(LedgerError) in try ledger.move(id, to: state) }
    }

    // MARK: Results

    private func results(of job: Job) async throws -> [Deliverable] {
        guard let plan = job.plan, plan.duplicateOf == nil else { return [] }
        let made = try await ledger.transaction { ledger throws(LedgerError) in
            try ledger.revisions(of: job.id)
        }
        return job.documents.flatMap { document -> [Deliverable] in
            guard let facts = document.facts else { return [] }
            let steps = plan.steps(for: document)
            let place = job.isBatch ? "\(document.number)/" : ""
            let found =
                steps.isEmpty
                ? made.filter { $0.number == document.number && $0.step == "source" }
                    .map { PlannedResult(main: $0) }
                : made.results(of: steps.enumerated().map { place + PlanRun.directory(of: $0 + 1, $1) })
            return found.enumerated().map { index, result in
                let revision = result.main
                let part = found.count > 1 ? index + 1 : nil
                let output = OutputName(
                    source: document.original.name, sourceType: facts.type, resultType: revision.type,
                    folder: folder.name, rule: plan.rule, localTime: Moment.localFields(job.createdAt),
                    pages: revision.pages, sha256: document.sha256 ?? "", title: facts.title, part: part)
                return Deliverable(revision: revision, sides: result.sides, original: document.original) {
                    output.name(plan.output, attempt: $0)
                }
            }
        }
    }
}

extension Job {
    /// Takes note of the frozen copies of its files, by their numbers.
    fileprivate mutating func take(_ frozen: [Int: FrozenCopy]) {
        for (number, copy) in frozen {
            amend(file: number) {
                $0.sha256 = copy.sha256
                $0.original.bytes = copy.bytes
            }
        }
        if isBatch {
            let hashes = documents.map { $0.sha256 ?? "" }.joined(separator: "\n")
            sha256 = SHA256.digest(of: Array(hashes.utf8))
        }
        failure = nil
    }
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
