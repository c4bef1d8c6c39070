// The local dispatcher: a fixed number of places for workers, filled when there is work and emptied when there has
// been none for a while. Every task has a deadline and a memory bound, kept by a watchdog that kills; whatever happens
// to a worker costs the task it was doing and nothing else.

package import Documents
internal import FoundationEssentials
package import Platform

/// A pool of confined worker processes on this machine.
package actor WorkerPool: Dispatcher {
    /// When a worker is replaced by a fresh one: after so many tasks, or when it holds more bytes while idle.
    private static let recycling = (tasks: 500, idleBytes: 600 << 20)
    private static let idleTime = Duration.seconds(60)
    private static let watchInterval = Duration.milliseconds(200)
    /// How long the next task of a job is waited for.
    private static let patience = Duration.milliseconds(30)

    struct Assignment {
        let id: UInt64
        let work: Work
        let job: JobContext
        let progress: @Sendable (Double) -> Void
        let finish: CheckedContinuation<Result<TaskResult, Failure>, Never>
        /// Why the pool itself ended the worker.
        var verdict: Failure?
    }

    struct Place {
        var worker: WorkerProcess?
        var current: Assignment?
        var watchdog: Task<Void, Never>?
        var retirement: Task<Void, Never>?
        var tasksDone = 0
        /// When the current task was given to the worker.
        var begun = ContinuousClock.now
        /// The job whose next task is waited for a moment, since it would be its turn.
        var keptFor: String?
        /// Tells a worker from the one that had the place before it.
        var generation = 0
    }

    private let launch: WorkerLaunch
    private var places: [Place]
    private var queue = TaskQueue<Assignment>()
    private var cancelledKeys: Set<String> = []
    private var busy: [String: BusyTime] = [:]
    private var nextID: UInt64 = 1
    private var isStopping = false
    package private(set) var measures = PoolMeasures()
    /// What the kernel could not give the workers, in words for the operator.
    package private(set) var confinementGaps: [String] = []

    private let reportGaps: @Sendable ([String]) -> Void

    /// - Parameter reportGaps: Called once with what this kernel could not give the workers, if anything.
    package init(
        launch: WorkerLaunch, count: Int, reportGaps: @escaping @Sendable ([String]) -> Void = { _ in }
    ) {
        self.launch = launch
        self.reportGaps = reportGaps
        places = Array(repeating: Place(), count: count)
    }

    // MARK: Dispatching

    package func run(
        _ work: Work, of job: JobContext, progress: @escaping @Sendable (Double) -> Void
    ) async throws(Failure) -> TaskResult {
        if isStopping { throw Failure(.interrupted, job.name) }
        if cancelledKeys.contains(job.key) { throw Failure(.cancelled, job.name) }
        if let timeout = timeout(of: job) { throw timeout }
        let result = await withCheckedContinuation { continuation in
            let assignment = Assignment(
                id: nextID, work: work, job: job, progress: progress, finish: continuation)
            nextID += 1
            queue.append(assignment, for: job.key, priority: job.priority)
            fillPlaces()
        }
        return try result.get()
    }

    /// The failure of a job whose time is used up.
    private func timeout(of job: JobContext) -> Failure? {
        guard let spent = busy[job.key]?.spent(at: .now), spent > .seconds(job.limits.time) else {
            return nil
        }
        return Failure(.jobTimedOut, job.name, String(Int(job.limits.time)))
    }

    package func release(_ key: String) {
        cancelledKeys.remove(key)
        busy[key] = nil
        queue.forget(key)
    }

    package func cancel(_ key: String) {
        cancelledKeys.insert(key)
        let verdict = { (assignment: Assignment) in Failure(.cancelled, assignment.job.name) }
        for assignment in queue.removeAll(for: key) {
            assignment.finish.resume(returning: .failure(verdict(assignment)))
        }
        for index in places.indices {
            if let current = places[index].current, current.job.key == key { end(index, verdict(current)) }
        }
    }

    /// Takes no more tasks, lets running ones finish for the grace time, then ends every worker.
    package func stop(grace: Duration) async {
        isStopping = true
        for assignment in queue.removeAll() {
            assignment.finish.resume(returning: .failure(Failure(.interrupted, assignment.job.name)))
        }
        let deadline = ContinuousClock.now + grace
        while places.contains(where: { $0.current != nil }), ContinuousClock.now < deadline {
            do { try await Task.sleep(for: .milliseconds(20)) } catch { break }
        }
        for index in places.indices {
            if let current = places[index].current {
                end(index, Failure(.interrupted, current.job.name))
            } else {
                places[index].worker?.dismiss()
            }
        }
        while places.contains(where: { $0.worker != nil }), ContinuousClock.now < deadline + .seconds(5) {
            do { try await Task.sleep(for: .milliseconds(10)) } catch { break }
        }
    }

    private func fillPlaces() {
        // A place that is kept for somebody first, then one with a warm worker.
        func rank(_ place: Place) -> Int { place.keptFor != nil ? 0 : place.worker != nil ? 1 : 2 }
        let order = places.indices.sorted { rank(places[$0]) < rank(places[$1]) }
        for index in order {
            // A place whose worker cannot be started is free again at once.
            while places[index].current == nil {
                let kept = places[index].keptFor
                guard let assignment = kept.map({ queue.next(for: $0) }) ?? queue.next() else { break }
                places[index].keptFor = nil
                // Many parts of one job wait at a time; its time may have run out since they were asked for.
                if let timeout = timeout(of: assignment.job) {
                    assignment.finish.resume(returning: .failure(timeout))
                } else {
                    assign(assignment, to: index)
                }
            }
        }
    }

    /// A job with one task at a time asks for the next one in a moment. Where it would be its turn, a book that waits
    /// must not take the worker for a whole page.
    private func keep(_ index: Int, for job: JobContext) {
        guard queue.isWorthWaiting(for: job.key, priority: job.priority) else { return }
        places[index].keptFor = job.key
        Task {
            try await Task.sleep(for: Self.patience)
            if places[index].keptFor == job.key {
                places[index].keptFor = nil
                fillPlaces()
            }
        }
    }

    private func assign(_ assignment: Assignment, to index: Int) {
        do {
            places[index].retirement?.cancel()
            places[index].current = assignment
            places[index].begun = .now
            busy[assignment.job.key, default: BusyTime()].begin(at: .now)
            let worker = try places[index].worker ?? startWorker(at: index)
            try worker.send(
                TaskRequest(
                    id: assignment.id, directory: assignment.job.directory.string, work: assignment.work,
                    limits: assignment.job.limits, name: assignment.job.name,
                    password: assignment.job.password))
            startWatchdog(at: index, for: assignment)
        } catch {
            places[index].current = nil
            busy[assignment.job.key]?.end(at: .now)
            // Its worker is dead or unheard; nobody else may be given to it.
            places[index].worker?.kill()
            places[index].worker = nil
            places[index].generation += 1
            let failure = Failure(.crashed, assignment.job.name, assignment.work.label, "\(error)")
            assignment.finish.resume(returning: .failure(failure))
        }
    }

    // MARK: Workers

    /// Starts one worker ahead of the first task, which shows at once whether workers can be started and confined.
    /// - Throws: `SystemError` where the worker cannot be started.
    package func warmUp() throws(SystemError) {
        guard let index = places.indices.first, places[index].worker == nil else { return }
        _ = try startWorker(at: index)
        scheduleRetirement(at: index)
    }

    private func startWorker(at index: Int) throws(SystemError) -> WorkerProcess {
        let worker: WorkerProcess
        do { worker = try WorkerProcess(launch) } catch {
            measures.startFailure = error
            throw error
        }
        measures.workerStarted()
        places[index].worker = worker
        places[index].tasksDone = 0
        places[index].generation += 1
        let generation = places[index].generation
        Task {
            for await event in worker.events { self.handle(event, from: index, generation: generation) }
        }
        return worker
    }

    private func handle(_ event: WorkerEvent, from index: Int, generation: Int) {
        guard places[index].generation == generation else { return }
        switch event {
        case .reply(.ready(let missing)):
            if confinementGaps.isEmpty && !missing.isEmpty { reportGaps(missing) }
            confinementGaps = missing
        case .reply(.progress(let id, let share)):
            if let current = places[index].current, current.id == id { current.progress(share) }
        case .reply(.result(let id, let result)): finish(index, id, .success(result))
        case .reply(.failed(let id, let failure)): finish(index, id, .failure(failure))
        case .ended(let status): workerEnded(at: index, status)
        }
    }

    private func finish(_ index: Int, _ id: UInt64, _ result: Result<TaskResult, Failure>) {
        guard let current = places[index].current, current.id == id, current.verdict == nil else { return }
        places[index].watchdog?.cancel()
        places[index].current = nil
        busy[current.job.key]?.end(at: .now)
        measures.add(current.work, since: places[index].begun)
        places[index].tasksDone += 1
        current.finish.resume(returning: result)
        let isWorn =
            places[index].tasksDone >= Self.recycling.tasks
            || (places[index].worker?.residentBytes() ?? 0) > Self.recycling.idleBytes
        if isWorn { retire(index) }
        keep(index, for: current.job)
        fillPlaces()
        if places[index].current == nil { scheduleRetirement(at: index) }
    }

    private func workerEnded(at index: Int, _ status: ExitStatus) {
        places[index].worker = nil
        places[index].watchdog?.cancel()
        if !isStopping { measures.workersLost += 1 }
        if let current = places[index].current {
            measures.add(current.work, since: places[index].begun)
            places[index].current = nil
            busy[current.job.key]?.end(at: .now)
            let failure = current.verdict ?? Self.failure(of: current, status)
            current.finish.resume(returning: .failure(failure))
        }
        fillPlaces()
    }

    private static func failure(of assignment: Assignment, _ status: ExitStatus) -> Failure {
        let job = assignment.job
        switch status {
        // The status that a worker's allocation failure ends it with, see Confinement.outOfMemoryStatus.
        case .exited(71): return Failure(.outOfMemory, job.name, formatted(bytes: job.limits.memory))
        case .exited(let code): return Failure(.crashed, job.name, assignment.work.label, "status \(code)")
        case .killed(let signal):
            return Failure(.crashed, job.name, assignment.work.label, "signal \(signal)")
        }
    }

    /// Lets the worker of a place go; the next task there gets a fresh one.
    private func retire(_ index: Int) {
        places[index].worker?.dismiss()
        places[index].worker = nil
        places[index].generation += 1
    }

    private func scheduleRetirement(at index: Int) {
        places[index].retirement?.cancel()
        places[index].retirement = Task {
            do { try await Task.sleep(for: Self.idleTime) } catch { return }
            if places[index].current == nil { retire(index) }
        }
    }

    // MARK: Watchdog

    private func startWatchdog(at index: Int, for assignment: Assignment) {
        let allowance = TaskAllowance(
            for: assignment.work, limits: assignment.job.limits,
            processorStart: places[index].worker?.processorSeconds() ?? 0)
        places[index].watchdog?.cancel()
        places[index].watchdog = Task {
            while !Task.isCancelled {
                do { try await Task.sleep(for: Self.watchInterval) } catch { return }
                watch(index, assignment, allowance)
            }
        }
    }

    private func watch(_ index: Int, _ assignment: Assignment, _ allowance: TaskAllowance) {
        guard let current = places[index].current, current.id == assignment.id,
            let worker = places[index].worker
        else { return }
        let job = assignment.job
        if worker.residentBytes() > job.limits.memory {
            end(index, Failure(.outOfMemory, job.name, formatted(bytes: job.limits.memory)))
        } else if allowance.isUsedUp(processorNow: worker.processorSeconds()) {
            end(
                index, Failure(.taskTimedOut, job.name, assignment.work.label, String(Int(allowance.seconds)))
            )
        } else if let timeout = timeout(of: job) {
            end(index, timeout)
        }
    }

    /// Kills the worker of a place; its end reports the verdict.
    private func end(_ index: Int, _ verdict: Failure) {
        if places[index].current?.verdict == nil { places[index].current?.verdict = verdict }
        places[index].worker?.kill()
    }

    // MARK: Status

    package func workers() -> [StatusReport.Worker] {
        places.compactMap { place in
            guard let worker = place.worker else { return nil }
            return StatusReport.Worker(
                pid: worker.pid, state: place.current == nil ? "idle" : "working",
                job: place.current?.job.key,
                task: place.current?.work.label, tasks: place.tasksDone, memory: worker.residentBytes())
        }
    }
}
