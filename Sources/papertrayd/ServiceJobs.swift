// Jobs in hand: claimed when there is a place for them, set going, tried again when their time comes.

import Delivery
import Documents
import Intake
import Ledger
import Platform
import Scheduling
import Settings
import Synchronization

/// The size of the place that a running job has.
private final class Place: Sendable {
    private let held: Mutex<JobSize>

    init(_ size: JobSize) { held = Mutex(size) }

    var size: JobSize {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }
}

extension Service {
    /// Claims what makes a job when there is a place for it, and sets it going.
    func accept(_ deposit: Deposit, in settings: FolderSettings) async -> Bool {
        let size = JobSize(isLarge: deposit.isLarge)
        await active.enter(size, settings.priority)
        do {
            if !isStopping, !Task.isCancelled,
                let job = try await Claimant(folder: settings, ledger: ledger).claim(deposit)
            {
                try await clearReasonsOfGivenUp(by: job, in: settings)
                launch(job, in: settings, size, problems: problems(of: deposit, job))
                return true
            }
        } catch {
            workshop.log.error("claim", [.folder: settings.name, .reason: "\(error)"])
        }
        await active.leave(size)
        return false
    }

    /// Why documents of the deposit cannot be worked on, by the numbers of the files.
    private func problems(of deposit: Deposit, _ job: Job) -> [Int: Failure] {
        deposit.documents.reduce(into: [:]) { problems, document in
            guard let problem = document.problem,
                let file = job.documents.first(where: { $0.original.name == document.name })
            else { return }
            problems[file.number] = problem
        }
    }

    /// The batch that a document left to go on by itself keeps no reason for it.
    private func clearReasonsOfGivenUp(by job: Job, in settings: FolderSettings) async throws {
        guard let id = job.batch, let batch = try await ledger.job(id) else { return }
        let kept = Set(batch.files.map(\.number))
        try await Delivery(folder: settings, ledger: ledger, language: language)
            .clearReasons(of: id) { kept.contains($0) }
    }

    /// Takes up what an earlier life of the service left in a folder.
    func resume(_ settings: FolderSettings) async throws {
        let unfinished = try await ledger.unfinishedJobs().filter {
            $0.folder == settings.name && runs[$0.id] == nil
        }
        Task(executorPreference: blockingThreads) {
            for job in unfinished { await self.begin(job.id, in: settings, notBefore: job.retryAt) }
        }
    }

    /// Runs a job as soon as there is a place for it, and not before a moment (milliseconds since 1970).
    func begin(_ id: JobID, in settings: FolderSettings, notBefore: Int64?, problem: Failure? = nil)
        async
    {
        let wait = (notBefore ?? 0) - Moment.now()
        if wait > 0 {
            timers[id] = Task(executorPreference: blockingThreads) {
                do { try await Task.sleep(for: .milliseconds(wait)) } catch { return }
                await self.begin(id, in: settings, notBefore: nil)
            }
            return
        }
        timers.removeValue(forKey: id)?.cancel()
        var size = JobSize.small
        do {
            if let job = try await ledger.job(id) { size = JobSize(of: job) }
            await active.enter(size, settings.priority)
            if !isStopping, runs[id] == nil, let job = try await ledger.job(id), !job.state.isFinal {
                return launch(job, in: settings, size, problem: problem)
            }
        } catch {
            workshop.log.error("ledger", [.job: id.rawValue, .reason: error.description])
        }
        await active.leave(size)
    }

    /// Sets a job going that has a place in the active set.
    private func launch(
        _ job: Job, in settings: FolderSettings, _ size: JobSize, problem: Failure? = nil,
        problems: [Int: Failure] = [:]
    ) {
        let place = Place(size)
        let active = active
        let run = JobRun(workshop, folder: settings, language: language) { planned in
            if place.size == .small, JobSize(of: planned) == .large {
                place.size = await active.exchange(settings.priority)
            }
        } handOver: { [weak self] id, failure in
            Task(executorPreference: blockingThreads) {
                await self?.begin(id, in: settings, notBefore: nil, problem: failure)
            }
        }
        runs[job.id] = Task(executorPreference: blockingThreads) {
            let outcome = await run.run(job, problem: problem, problems: problems)
            await self.ended(job.id, in: settings, outcome, place.size)
        }
    }

    private func ended(
        _ id: JobID, in settings: FolderSettings, _ outcome: JobRun.Outcome, _ size: JobSize
    ) async {
        runs[id] = nil
        await active.leave(size)
        if case .later(let moment) = outcome { await begin(id, in: settings, notBefore: moment) }
    }
}
