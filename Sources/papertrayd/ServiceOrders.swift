// What people order of a job: cancel, retry, skip, unlock, and out of the quarantine release or discard.

import Delivery
import Documents
import Ledger
import Platform
import Scheduling
import Settings

extension Service {
    /// Stops a job; its original goes to the quarantine.
    func cancel(_ job: Job) async throws(ControlRefusal) {
        guard !job.state.isFinal, let settings = configuration.folder(named: job.folder) else {
            throw ControlRefusal(
                .inputRefused, code: "not-running", "Job \(job.id) has ended already.",
                "See `papertray show \(job.id)`.")
        }
        await pool.cancel(job.id.rawValue)
        if runs[job.id] == nil {
            timers.removeValue(forKey: job.id)?.cancel()
            await begin(
                job.id, in: settings, notBefore: nil, problem: Failure(.cancelled, job.original.name.display))
        }
    }

    /// Runs a job again: one that waits at once, one from the quarantine with its original taken back.
    func retry(_ job: Job) async throws(ControlRefusal) {
        guard let settings = configuration.folder(named: job.folder), job.state != .completed,
            runs[job.id] == nil
        else {
            throw ControlRefusal(
                .inputRefused, code: "not-retryable", "Job \(job.id) is \(job.state.rawValue).",
                "Only jobs that wait, or that lie in the quarantine, can be tried again.")
        }
        do {
            if job.state.isFinal {
                try await JobRun(workshop, folder: settings, language: language).delivery.takeBack(job)
                try await ledger.move(job.id, to: .claimed, detail: "a person asked for another try") {
                    $0.attempts = 0
                    $0.interruptions = 0
                }
            }
            // Whoever asks does not wait until there is a place for it.
            Task(executorPreference: blockingThreads) {
                await self.begin(job.id, in: settings, notBefore: nil)
            }
        } catch {
            throw ControlRefusal(Failure(error, job.original.name.display), in: language)
        }
    }

    /// Runs a quarantined job again without the step at which it failed.
    func skip(_ job: Job) async throws(ControlRefusal) {
        do {
            guard job.state == .quarantined, let step = try await failedStep(of: job) else {
                throw ControlRefusal(
                    .inputRefused, code: "not-skippable",
                    "Job \(job.id) is \(job.state.rawValue) and has not failed at a step.",
                    "Only a step that failed can be left out; see `papertray show \(job.id)`.")
            }
            guard StepCatalogue.step(named: step)?.mayBeLeftOut ?? true else {
                throw ControlRefusal(
                    .inputRefused, code: "not-skippable", "The step \(step) cannot be left out.",
                    "Without it the result would show what it is to hide. Correct the rule and retry.")
            }
            try await ledger.amend(job.id, event: "skipped", detail: "without the step \(step)") {
                $0.skipped.append(step)
            }
        } catch let refusal as ControlRefusal {
            throw refusal
        } catch {
            throw ControlRefusal(Failure(error, job.original.name.display), in: language)
        }
        try await retry(job)
    }

    /// The first step of the plan that the job has no result of, where work on it was begun.
    private func failedStep(of job: Job) async throws -> String? {
        guard let plan = job.plan, job.attempts > 0 else { return nil }
        let made = try await ledger.revisions(of: job.id)
        for document in job.documents {
            let place = job.isBatch ? "\(document.number)/" : ""
            for (index, step) in plan.steps(for: document).enumerated()
            where made.newest(in: place + PlanRun.directory(of: index + 1, step)).isEmpty {
                return step.name
            }
        }
        return nil
    }

    /// Keeps a password in memory and tries the job again with it.
    func unlock(_ job: Job, password: String) async throws(ControlRefusal) {
        guard !password.isEmpty else {
            throw ControlRefusal(
                .usage, code: "usage", "The password is empty.", "Give the password of the document.")
        }
        workshop.vault[job.id] = password
        do {
            try await retry(job)
        } catch {
            workshop.vault[job.id] = nil
            throw error
        }
    }

    /// Lets a quarantined document go to the outbox as it is.
    func release(_ job: Job) async throws(ControlRefusal) {
        try await end(job, "released") { delivery throws(Failure) in try await delivery.release(job) }
    }

    /// Deletes a quarantined document.
    func discard(_ job: Job) async throws(ControlRefusal) {
        try await end(job, "discarded") { delivery throws(Failure) in try await delivery.discard(job) }
    }

    private func end(
        _ job: Job, _ word: String, _ carryOut: (Delivery) async throws(Failure) -> Void
    ) async throws(ControlRefusal) {
        guard let settings = configuration.folder(named: job.folder),
            job.state == .quarantined || job.state == .cancelled
        else {
            throw ControlRefusal(
                .inputRefused, code: "not-quarantined", "Job \(job.id) is \(job.state.rawValue).",
                "Only documents in the quarantine can be \(word).")
        }
        let run = JobRun(workshop, folder: settings, language: language)
        do {
            guard try await ledger.outputs(of: job.id).contains(where: { $0.kind == .quarantine }) else {
                throw Failure(.fileUnavailable, job.original.name.display, "it has left the quarantine")
            }
            try await carryOut(run.delivery)
            if job.state == .quarantined {
                try await ledger.move(job.id, to: .cancelled, detail: "\(word) by a person")
            } else {
                try await ledger.amend(job.id, event: word, detail: "by a person") { _ in }
            }
            await run.cleanUp(job)
        } catch {
            throw ControlRefusal(Failure(error, job.original.name.display), in: language)
        }
    }
}
