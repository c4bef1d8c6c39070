// What is done with each document of a job: freeze, identify, admit, work. A batch does it for several documents side by
// side; one that fails for good is set apart as a job of its own and goes to the quarantine, and the others go on.

import Documents
import Intake
import Ledger
import Platform
import Rules
import Scheduling
import Settings

extension JobRun {
    /// Documents of one batch that are in hand at a time.
    private static let documentsTogether = 4

    // MARK: Side by side

    /// Does the same for every document.
    /// - Returns: The job without the documents that were set apart, and what was found by the numbers of the files.
    /// - Throws: What ends the whole job: the failure of its only document, or one that is not the document's fault.
    func eachDocument<Value: Sendable>(
        of job: Job, _ body: @escaping @Sendable (Input) async throws -> Value
    ) async throws -> (Job, [Int: Value]) {
        guard job.isBatch else {
            let document = job.documents[0]
            return (job, [document.number: try await body(document)])
        }
        let results = await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group in
            var results: [Int: Result<Value, Failure>] = [:]
            var waiting = job.documents.makeIterator()
            func startNext() {
                guard let document = waiting.next() else { return }
                group.addTask {
                    do { return (document.number, .success(try await body(document))) } catch {
                        return (document.number, .failure(Failure(error, document.original.name.display)))
                    }
                }
            }
            for _ in 0..<Self.documentsTogether { startNext() }
            while let (number, result) = await group.next() {
                results[number] = result
                startNext()
            }
            return results
        }
        var values: [Int: Value] = [:]
        var problems: [Int: Failure] = [:]
        for (number, result) in results {
            switch result {
            case .success(let value): values[number] = value
            case .failure(let failure): problems[number] = failure
            }
        }
        if let failure = problems.values.first(where: \.endsWholeJob) { throw failure }
        return (try await setApart(problems, from: job), values)
    }

    /// Makes a job of its own of each document that failed, for the quarantine.
    /// - Throws: The last failure, where no document is left; it is the job's own.
    func setApart(_ problems: [Int: Failure], from job: Job) async throws -> Job {
        var rest = job
        for (number, failure) in problems.sorted(by: { $0.key < $1.key }) {
            guard rest.isBatch, rest.documents.count > 1,
                let document = rest.documents.first(where: { $0.number == number })
            else { throw failure }
            let apart = try await separate(document, from: rest)
            rest = try await ledger.amend(
                job.id, event: "set-apart",
                detail: "\(document.original.name.display): \(failure.code.rawValue)"
            ) { $0.inputs.removeAll { $0.number == number || $0.document == number } }
            handOver(apart.id, failure)
        }
        return rest
    }

    /// Moves a document with its companions to a claim of its own: the sidecar first, then the files, then the row, so
    /// that a crash in between leaves a claim that recovery understands.
    private func separate(_ document: Input, from job: Job) async throws -> Job {
        let now = Moment.now()
        let id = JobID(milliseconds: UInt64(now), random: Random.number())
        var apart = Job(
            id: id, folder: folder.name, original: document.original, state: .claimed, createdAt: now)
        apart.batch = job.id
        let companions = job.companions(of: document.number)
        apart.inputs = companions.enumerated().map { index, companion in
            Input(number: index + 1, role: .companion, document: 0, original: companion.original)
        }
        let moves = [(document, apart.documents[0])] + zip(companions, apart.inputs)
        let (folder, sidecar) = (folder, Sidecar(apart))
        try await onBlockingThread { () throws(SystemError) in
            let claims = try Directory(folder.claims)
            try sidecar.write(in: claims)
            for (file, moved) in moves {
                let place = try claims.makeDirectory(
                    FolderSettings.claimName(of: id, file: moved.number),
                    mode: 0o700)
                let name = Path(bytes: file.original.name.last.bytes)
                try Directory(folder.claim(of: job.id, file: file.number)).rename(name, to: place, as: name)
                try place.sync()
            }
        }
        Failpoint.setApart.reach()
        try await ledger.insert(
            apart, detail: "set apart from the batch \(job.original.name.display) (\(job.id))")
        return apart
    }

    /// The job without files that went on with another one when a crash came.
    func withoutLostFiles(_ job: Job) async throws -> Job {
        guard job.files.count > 1, job.state != .publishing else { return job }
        let claimed = try await claimedFiles(of: job)
        let lost = job.inputs.filter { file in !claimed.contains { $0.number == file.number } }
        if lost.isEmpty { return job }
        guard job.documents.contains(where: { !lost.contains($0) }) else {
            throw Failure(.fileUnavailable, job.original.name.display, "its files are no longer in its claim")
        }
        let names = lost.map { $0.original.name.display }.joined(separator: ", ")
        return try await ledger.amend(job.id, event: "left", detail: "no longer claimed: \(names)") {
            $0.inputs.removeAll { lost.contains($0) }
        }
    }

    func claimedFiles(of job: Job) async throws(SystemError) -> [Input] {
        try await onBlockingThread { [folder] () throws(SystemError) in try folder.claimedFiles(of: job) }
    }

    // MARK: Freezing

    /// Copies a claimed file into the spool; while somebody still writes to it, it settles again where it is now.
    func frozenCopy(of file: Input, _ job: Job) async throws -> FrozenCopy {
        if file.original.bytes > folder.limits.bytes {
            throw Failure(
                .tooManyBytes, file.original.name.display, String(file.original.bytes),
                String(folder.limits.bytes))
        }
        while true {
            if let frozen = try await copySource(of: file, job) { return frozen }
            try await Task.sleep(for: max(folder.settle, .milliseconds(200)))
        }
    }

    private func copySource(of file: Input, _ job: Job) async throws(SystemError) -> FrozenCopy? {
        let claim = folder.claim(of: job.id, file: file.number)
        let entry = Path(bytes: file.original.name.last.bytes)
        let (jobs, number) = (workshop.jobs, file.document ?? file.number)
        let name = file.role == .document ? Freezer.name : Freezer.name(ofCompanion: file)
        return try await onBlockingThread { () throws(SystemError) in
            let own = try Directory(jobs).makeDirectoryFromSpare(Path(job.id.rawValue))
            let directory = number == 0 ? own : try own.makeVolatileDirectory(Path("\(number)"), mode: 0o700)
            return try Freezer.freeze(entry, in: claim, to: directory, as: name)
        }
    }

    /// The frozen copy is trusted only while its size and hash are what the ledger says.
    private func ensureSource(of document: Input, _ job: Job) async throws {
        let directory = directory(of: job, document.number)
        let isThere = try await onBlockingThread { () throws(SystemError) in
            do throws(SystemError) {
                let file = try Directory(directory).open(Freezer.name)
                guard try file.status().bytes == document.original.bytes else { return false }
                return try SHA256.digest(of: file) == document.sha256
            } catch  where error.isMissing {
                return false
            }
        }
        if isThere { return }
        let frozen = try await copySource(of: document, job)
        guard frozen?.sha256 == document.sha256 else {
            throw Failure(
                .fileUnavailable, document.original.name.display,
                "the original is not what it was when it was taken")
        }
    }

    // MARK: Planning

    /// Identification, once more where its worker died, as the other tasks have it.
    func identify(_ document: Input, known job: Job) async throws -> Facts {
        try await ensureSource(of: document, job)
        let wantsText = folder.rules.contains { $0.match.asksForText }
        let question = Work.identify(path: Freezer.name.string, wantsText: wantsText, wantsDetails: false)
        let answer = try await planRun(on: document, job) { _ in }.dispatch(question)
        guard case .facts(let facts) = answer else {
            throw Failure(
                .crashed, document.original.name.display, "identify", "it answered another question")
        }
        return facts
    }

    /// The folder's plan for one document: with its ticket, without the steps that a person left out, and only where
    /// the folder's limits and policies admit it.
    func plan(
        for document: Input, _ facts: Facts?, under chosen: Plan, _ job: Job
    ) async throws -> Plan {
        let name = document.original.name.display
        guard let facts else { throw Failure(.crashed, name, "identify", "it gave no answer") }
        var plan = try await withTicket(chosen, for: document, job)
        if !job.skipped.isEmpty { plan = plan.with(plan.steps.filter { !job.skipped.contains($0.name) }) }
        switch admit(facts, name: name, under: plan, limits: folder.limits, signed: folder.signed) {
        case .process(let admitted): return admitted
        case .refuse(let failure): throw failure
        }
    }

    private func withTicket(_ plan: Plan, for document: Input, _ job: Job) async throws -> Plan {
        guard
            let file = job.companions(of: document.number)
                .first(where: { CompanionNames.isTicket($0.original.name) })
        else { return plan }
        let name = document.original.name.display
        guard folder.tickets else {
            throw Failure(.invalidTicket, name, "this folder takes no tickets; `tickets = true` changes that")
        }
        let place = directory(of: job, document.number) / Freezer.name(ofCompanion: file)
        let policy = folder.rules.first { $0.name == plan.rule }?.ticket ?? .options
        do {
            let bytes = try await onBlockingThread { () throws(SystemError) in
                try Directory(place.parent).open(place.last).readAll(limit: Ticket.limit)
            }
            return try plan.applying(Ticket(reading: bytes), policy)
        } catch let mistake as OptionMistake {
            throw Failure(.invalidTicket, name, mistake.message)
        }
    }

    /// What becomes of content that the folder has taken before.
    func planOfDuplicate(_ job: Job) async throws -> Plan? {
        guard folder.duplicates != .process, let earlier = try await ledger.earlier(than: job) else {
            return nil
        }
        if folder.duplicates == .quarantine {
            throw Failure(
                .duplicate, job.original.name.display, earlier.original.name.display, earlier.id.rawValue)
        }
        return Plan(
            rule: "the same content as \(earlier.id)", steps: [], output: nil, duplicateOf: earlier.id)
    }

    /// A batch as a whole is held to the limit of pages too.
    func checkPages(of job: Job, _ facts: [Int: Facts]) throws(Failure) {
        let pages = job.documents.reduce(0) { $0 + (facts[$1.number]?.pageCount ?? 0) }
        if pages > folder.limits.pages {
            throw Failure(
                .tooManyPages, job.original.name.display, String(pages), String(folder.limits.pages))
        }
    }

    // MARK: Working

    func work(on document: Input, by plan: Plan, _ job: Job) async throws {
        guard let facts = document.facts else {
            throw Failure(.noRule, document.original.name.display, folder.name)
        }
        try await ensureSource(of: document, job)
        let (progress, isBatch) = (workshop.progress, job.isBatch)
        let count = Double(job.documents.count)
        let run = planRun(on: document, job) { share in
            if !isBatch { progress[job.id] = share }
        }
        let source = source(of: document, facts, at: job.updatedAt, isInBatch: false)
        _ = try await run.run(plan.steps(for: document), on: source)
        if isBatch { progress.advance(job.id, by: 1 / count) }
    }

    private func planRun(
        on document: Input, _ job: Job, progress: @escaping @Sendable (Double) -> Void
    ) -> PlanRun {
        let name = document.original.name.display
        let context = JobContext(
            key: job.id.rawValue, directory: directory(of: job, document.number), name: name,
            limits: folder.limits, priority: folder.priority, password: workshop.vault[job.id])
        let checkpoints = LedgerCheckpoints(
            ledger: ledger, job: job.id, name: name, below: job.isBatch ? "\(document.number)" : nil)
        return PlanRun(
            of: context, dispatcher: workshop.dispatcher, checkpoints: checkpoints, progress: progress)
    }

    /// - Parameter isInBatch: Whether the path counts from the job's directory, and not from the document's own.
    func source(of document: Input, _ facts: Facts, at moment: Int64, isInBatch: Bool) -> Revision {
        Revision(
            number: document.number, parent: nil, step: "source", options: StepOptions(),
            path: (isInBatch ? "\(document.number)/" : "") + Freezer.name.string,
            type: facts.type, bytes: document.original.bytes, pages: facts.pageCount ?? 0,
            sha256: document.sha256 ?? "", at: moment)
    }

    /// The directory of a document: the job's own, or one in it for each document of a batch.
    func directory(of job: Job, _ document: Int = 0) -> Path {
        let directory = workshop.jobs / job.id.rawValue
        return document == 0 ? directory : directory / "\(document)"
    }
}

extension Failure {
    /// Whether it says something about the job, the machine or the service, and not about the document.
    fileprivate var endsWholeJob: Bool {
        isTransient || reason == .cancelled || reason == .jobTimedOut
    }
}
