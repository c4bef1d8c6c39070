// How a run of a job ends when it does not simply complete: later, in the quarantine, or stopped with the service.

import Delivery
import Documents
import Intake
import Ledger
import Platform
import Scheduling
import Settings

extension JobRun {
    /// Waiting times before another try, in seconds; the last one is kept.
    private static let backoff = [5.0, 30, 120, 600]
    /// How often a folder that ran out of room looks again, in seconds.
    private static let roomInterval = 15.0

    /// Decides what a failure means for the job and carries it out.
    func settle(_ id: JobID, _ failure: Failure) async -> Outcome {
        do {
            guard let job = try await workshop.ledger.job(id), !job.state.isFinal else { return .final }
            switch failure.reason {
            case .interrupted: return try await putBack(job)
            case .insufficientStorage:
                return try await wait(job, as: .held, failure, seconds: Self.roomInterval)
            case _ where failure.isTransient && job.attempts < folder.limits.attempts:
                let seconds = Self.backoff[min(job.attempts, Self.backoff.count - 1)]
                return try await wait(job, as: .deferred, failure, seconds: seconds * .random(in: 0.8...1.2))
            default: return try await quarantine(job, failure)
            }
        } catch {
            // The ledger or the quarantine itself cannot be written; the job is where it is and is tried again.
            workshop.log.error("job is stuck", [.job: id.rawValue, .reason: "\(error)"])
            return .later(Moment.now() + 5000)
        }
    }

    /// The service is stopping: the job waits for its next life without a mark against it.
    private func putBack(_ job: Job) async throws -> Outcome {
        try await workshop.ledger.endAttempts(of: job.id, outcome: "interrupted")
        if job.state == .running {
            try await workshop.ledger.move(job.id, to: .queued, detail: "the service was stopped") {
                $0.attempts = max(0, $0.attempts - 1)
            }
        }
        return .stopped
    }

    private func wait(_ job: Job, as state: JobState, _ failure: Failure, seconds: Double) async throws
        -> Outcome
    {
        let moment = Moment.now() + Int64(seconds * 1000)
        try await workshop.ledger.endAttempts(of: job.id, outcome: failure.code.rawValue)
        if job.state == state {
            try await workshop.ledger.amend(job.id, event: state.rawValue, detail: failure.message()) {
                $0.retryAt = moment
            }
        } else {
            try await workshop.ledger.move(job.id, to: state, detail: failure.message()) {
                $0.failure = failure
                $0.retryAt = moment
            }
        }
        workshop.log.warning(
            "job",
            [
                .folder: folder.name, .job: job.id.rawValue, .from: job.state.rawValue, .to: state.rawValue,
                .code: failure.code.rawValue, .seconds: String(Int(seconds)),
            ])
        return .later(moment)
    }

    private func quarantine(_ job: Job, _ failure: Failure) async throws -> Outcome {
        let judged = try await workshop.ledger.amend(job.id, event: "failed", detail: failure.message()) {
            $0.failure = failure
            $0.attempts = max(1, $0.attempts)
        }
        try await delivery.quarantine(judged, because: failure)
        try await workshop.ledger.endAttempts(of: job.id, outcome: failure.code.rawValue)
        let state: JobState =
            failure.reason == .cancelled && job.state.canBecome(.cancelled) ? .cancelled : .quarantined
        let ended = try await workshop.ledger.move(job.id, to: state, detail: failure.code.rawValue)
        workshop.log.warning(
            "job",
            [
                .folder: folder.name, .job: job.id.rawValue, .from: job.state.rawValue, .to: state.rawValue,
                .code: failure.code.rawValue,
            ])
        await cleanUp(ended)
        return .final
    }

    /// Removes the working files of a job that has ended.
    func cleanUp(_ job: Job) async {
        workshop.progress.remove(job.id)
        workshop.vault[job.id] = nil
        await workshop.dispatcher.release(job.id.rawValue)
        do {
            try await Claimant(folder: folder, ledger: ledger).removeClaim(of: job)
            try await removeWork(of: job.id)
        } catch {
            // The job is where it belongs; the next start clears up, and `audit` says so until then.
            workshop.log.error("clearing up", [.job: job.id.rawValue, .reason: "\(error)"])
        }
    }

    private func removeWork(of job: JobID) async throws(SystemError) {
        let jobs = workshop.jobs
        try await onBlockingThread { () throws(SystemError) in
            let (spool, name) = (try Directory(jobs), Path(job.rawValue))
            do throws(SystemError) {
                try Freezer.thaw(spool.directory(name))
                try spool.keepAsSpare(name, .directory)
            } catch {
                if !error.isMissing { throw error }
            }
        }
    }

    /// One line for each change of state.
    func note(_ job: Job, from before: JobState, since start: ContinuousClock.Instant) {
        let seconds = ((ContinuousClock.now - start) / .milliseconds(1)).rounded() / 1000
        workshop.log.info(
            "job",
            [
                .folder: folder.name, .job: job.id.rawValue, .from: before.rawValue, .to: job.state.rawValue,
                .seconds: String(seconds),
            ])
    }
}
