// What the control socket answers. Each route gathers facts or passes an order on; the shapes are in `Documents`.

import Console
import Documents
import FoundationEssentials
import Intake
import Ledger
import Platform
import Scheduling
import Settings

extension Service {
    func respond(to request: ControlRequest) async -> ControlResponse {
        do {
            switch (request.method, request.path) {
            case ("GET", "/healthz"): return answer(Confirmation("ok"))
            case ("GET", "/readyz"): return await readinessAnswer()
            case ("GET", "/metrics"): return try await metricsAnswer()
            case ("GET", "/diagnostics"): return answer(try await diagnostics())
            case ("GET", "/status"): return answer(try await status())
            case ("GET", "/jobs"): return answer(try await jobs(request))
            case ("GET", "/show"): return answer(try await show(try await job(in: request)))
            case ("GET", "/history"): return answer(StepFigure.figures(of: try await ledger.stepSamples()))
            case ("GET", "/review"): return answer(try await reviews(folder: request.argument(.folder)))
            case ("GET", "/trace"): return answer(try await trace(request))
            case ("GET", "/audit"): return answer(try await Audit(workshop, configuration.folders).run())
            case ("POST", "/reload"): return try reloadAnswer()
            case ("POST", "/retry"):
                return try await order(request, "is tried again") { try await self.retry($0) }
            case ("POST", "/retry-failed"): return try await retryFailed(request)
            case ("POST", "/skip"):
                return try await order(request, "is tried again without the step that failed") {
                    try await self.skip($0)
                }
            case ("POST", "/cancel"):
                return try await order(request, "is being cancelled") { try await self.cancel($0) }
            case ("POST", "/review-done"):
                return try await order(request, "counts as looked at") { try await self.finishReview(of: $0) }
            case ("POST", "/review-later"):
                return try await order(request, "is put off for later") {
                    try await self.postponeReview(of: $0)
                }
            case ("POST", "/release"):
                return try await order(request, "is in the outbox, unchanged") { try await self.release($0) }
            case ("POST", "/discard"):
                return try await order(request, "is discarded") { try await self.discard($0) }
            case ("POST", "/unlock"):
                let password = String(decoding: request.body, as: UTF8.self)
                return try await order(request, "is tried again with the password") {
                    try await self.unlock($0, password: password)
                }
            default:
                throw ControlRefusal(
                    .usage, code: "unknown-request",
                    "The service does not know \(request.method) \(request.path).",
                    "Use commands of the same version as the service.")
            }
        } catch let refusal as ControlRefusal {
            return answer(refusal, status: 409)
        } catch {
            let refusal = ControlRefusal(
                .inputOutput, code: "ledger", "The ledger cannot be read: \(error).",
                "See the log of the service.")
            return answer(refusal, status: 500)
        }
    }

    func answer(_ value: some Encodable, status: Int = 200) -> ControlResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // The shapes hold strings, numbers and lists, which always encode.
        let body = (try? encoder.encode(value)) ?? Data()
        return ControlResponse(status: status, body: Array(body))
    }

    // MARK: Facts

    private func status() async throws -> StatusReport {
        let counts = try await ledger.counts()
        let reviews = try await ledger.reviewCounts()
        var folders: [StatusReport.Folder] = []
        for service in folderServices() {
            let snapshot = service.intake.snapshot
            let count = counts[service.settings.name] ?? [:]
            func sum(_ states: JobState...) -> Int { states.reduce(0) { $0 + (count[$1] ?? 0) } }
            folders.append(
                StatusReport.Folder(
                    name: service.settings.name, inbox: service.settings.inbox.string,
                    watch: snapshot.mode.description, state: snapshot.state, waiting: snapshot.waiting,
                    queued: sum(.claimed, .staged, .queued, .deferred, .held),
                    running: sum(.running, .publishing),
                    completed: sum(.completed), quarantined: sum(.quarantined, .cancelled),
                    review: reviews[service.settings.name] ?? 0))
        }
        return StatusReport(
            version: papertrayVersion, pid: currentProcess(),
            warnings: warnings + (await pool.confinementGaps).map { "workers are not fully confined: \($0)" },
            folders: folders, workers: await pool.workers())
    }

    private func jobs(_ request: ControlRequest) async throws -> [JobReport] {
        let state = try request.argument(.state).map { text in
            guard let state = JobState(rawValue: text) else {
                let states = JobState.allCases.map(\.rawValue).joined(separator: ", ")
                throw ControlRefusal(
                    .usage, code: "unknown-state", "There is no state \(text).", "The states are: \(states).")
            }
            return state
        }
        let limit = request.argument(.limit).flatMap(Int.init) ?? 50
        var reports: [JobReport] = []
        for job in try await ledger.jobs(folder: request.argument(.folder), state: state, limit: limit) {
            reports.append(try await report(job))
        }
        return reports
    }

    func report(_ job: Job) async throws -> JobReport {
        let outputs = try await ledger.outputs(of: job.id).filter { $0.isPlaced && $0.kind == .result }
        let progress = job.state == .completed ? 1 : workshop.progress[job.id]
        return JobReport(
            job, progress: progress, outputs: outputs.map { RawName($0.path.bytes).display },
            language: language)
    }

    private func show(_ job: Job) async throws -> JobReport {
        var report = try await report(job)
        report.revisions = try await ledger.revisions(of: job.id)
        report.events = try await ledger.events(of: job.id)
        return report
    }

    private func trace(_ request: ControlRequest) async throws -> [TraceEvent] {
        guard let bytes = request.argument(.name).flatMap({ [UInt8](hexadecimal: $0) }) else {
            throw ControlRefusal(
                .usage, code: "usage", "trace needs a name.", "Give the name of the dropped file.")
        }
        return try await ledger.events(named: RawName(bytes))
    }

    // MARK: Orders

    private func job(in request: ControlRequest) async throws -> Job {
        let text = request.argument(.job) ?? ""
        let found = text.isEmpty ? [] : try await ledger.jobs(matching: text)
        guard let job = found.first else {
            throw ControlRefusal(
                .noInput, code: "no-job", "There is no job \(text).", "`papertray jobs` lists them.")
        }
        guard found.count == 1 else {
            throw ControlRefusal(
                .usage, code: "ambiguous", "\(text) may mean several jobs.", "Give more of the identifier.")
        }
        return job
    }

    private func order(
        _ request: ControlRequest, _ done: String, _ carryOut: (Job) async throws -> Void
    ) async throws -> ControlResponse {
        let job = try await job(in: request)
        try await carryOut(job)
        return answer(Confirmation("\(job.original.name.display) (\(job.id)) \(done)."))
    }

    /// Tries every quarantined job again: those of one batch, of one folder, or all.
    private func retryFailed(_ request: ControlRequest) async throws -> ControlResponse {
        var failed: [Job]
        if request.argument(.job) != nil {
            let batch = try await job(in: request)
            failed = try await ledger.setApart(from: batch.id) + [batch]
        } else {
            failed = try await ledger.jobs(
                folder: request.argument(.folder), state: .quarantined, limit: 100_000)
        }
        failed.removeAll { $0.state != .quarantined }
        var refusals: [String] = []
        for job in failed {
            do throws(ControlRefusal) { try await retry(job) } catch {
                refusals.append("\(job.original.name.display) (\(job.id)): \(error.message)")
            }
        }
        guard refusals.isEmpty else {
            throw ControlRefusal(
                .inputRefused, code: "not-retryable",
                "\(failed.count - refusals.count) of \(failed.count) jobs are tried again; these are not:\n"
                    + refusals.joined(separator: "\n"),
                "See `papertray show JOB`.")
        }
        return answer(Confirmation("\(failed.count) jobs are tried again."))
    }

    private func reloadAnswer() throws -> ControlResponse {
        let mistakes = reload()
        guard mistakes.isEmpty else {
            throw ControlRefusal(
                .configuration, code: "configuration", mistakes.joined(separator: "\n"),
                "The configuration before stays in force.")
        }
        return answer(Confirmation("The configuration is in force."))
    }
}
