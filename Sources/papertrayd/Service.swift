// The service: one ledger, one pool of workers, one watcher, and a folder service for each folder. It starts by taking
// up what an earlier life left, answers on the control socket, and ends with every job where the next life finds it.

import Console
import Delivery
import Documents
import Intake
import Ledger
import Platform
import Scheduling
import Settings

actor Service {
    /// Jobs in hand for each worker: enough that small ones go on beside large ones.
    private static let jobsPerWorker = 8
    private static let grace = Duration.seconds(10)
    private static let firstTryTime = Duration.seconds(5)

    private let arguments: DaemonArguments
    private let lock: FileLock
    private let watcher: InotifyWatcher
    let active: ActiveSet
    private let localThread = SerialThread()
    private var folders: [String: (service: FolderService, task: Task<Void, Never>)] = [:]
    var runs: [JobID: Task<Void, Never>] = [:]
    var timers: [JobID: Task<Void, Never>] = [:]
    private(set) var isStopping = false

    let pool: WorkerPool
    let workshop: Workshop
    let notifier: Notifier
    let outcomes = OutcomeBoard()
    private(set) var configuration: Configuration
    private(set) var warnings: [String] = []

    var language: Language { configuration.service.language }
    var ledger: Ledger { workshop.ledger }

    init(_ configuration: Configuration, _ arguments: DaemonArguments) async throws(StartFailure) {
        let settings = configuration.service
        self.configuration = configuration
        self.arguments = arguments
        let log = Log(settings.log == .json ? .json : .text)
        do {
            // Its group may pass through to the control socket; everything else in it is the service's alone.
            _ = try Directory.make(settings.state, mode: 0o710)
            lock = try FileLock(settings.state / "lock")
            _ = try Directory.make(settings.state / "jobs", mode: 0o700)
            watcher = InotifyWatcher()
            let ledger = try Ledger(directory: settings.state)
            let launch = WorkerLaunch(program: try WorkerProgram.find(), jobs: settings.state / "jobs")
            pool = WorkerPool(launch: launch, count: settings.workers) { gaps in
                for gap in gaps { log.warning("workers are not fully confined", [.reason: gap]) }
            }
            workshop = Workshop(
                ledger: ledger, dispatcher: pool, jobs: settings.state / "jobs", progress: ProgressBoard(),
                vault: Vault(),
                log: log)
        } catch let error as SystemError where error.isLocked {
            throw StartFailure(
                .tryAgain,
                "another papertrayd works on \(settings.state) already\nStop it first, or give this one its own `state`."
            )
        } catch {
            throw StartFailure(Failure(error, settings.state.string))
        }
        notifier = Notifier(ledger: workshop.ledger, log: log)
        active = ActiveSet(limit: settings.workers * Self.jobsPerWorker)
    }

    // MARK: Life

    /// Runs until a signal to stop has been answered.
    /// - Throws: `StartFailure` where nobody could reach it.
    func run(until signals: AsyncStream<ServiceSignal>) async throws(StartFailure) {
        let log = workshop.log
        let server = try openControlSocket()
        do { try await pool.warmUp() } catch { log.error("no worker", [.reason: error.description]) }
        await notifier.begin(configuration)
        await ledger.observe { [outcomes] job in outcomes.add(job) }
        let notifying = Task(executorPreference: blockingThreads) { [notifier] in await notifier.run() }
        let monitoring = openMetricsAddress()
        await clearLeftovers()
        for folder in configuration.folders { start(folder) }
        let hearing = Task { await self.hear() }
        await waitForFirstTries()
        log.info(
            "ready",
            [
                .version: papertrayVersion, .pid: String(currentProcess()),
                .path: socketPath.string, .count: String(configuration.folders.count),
            ])
        let manager = ServiceManager(log: log)
        manager.report(.ready(status: summary))
        let heartbeat = Task { await self.beat(for: manager) }
        let housekeeping = Task(executorPreference: blockingThreads) { [workshop] in
            await Housekeeping(ledger: workshop.ledger, log: workshop.log).run()
        }
        for await signal in signals {
            if signal == .terminate { break }
            manager.report(.reloading)
            _ = reload()
            manager.report(.ready(status: summary))
        }
        log.info("stopping")
        manager.report(.stopping)
        await stop()
        await notifier.stop()
        await notifying.value
        withExtendedLifetime(monitoring) {}
        hearing.cancel()
        heartbeat.cancel()
        housekeeping.cancel()
        withExtendedLifetime(server) {}
        removeControlSocket()
        log.info("stopped")
    }

    /// Every folder has been tried out once, or has had its time for that.
    private func waitForFirstTries() async {
        let services = folderServices()
        let alarm = Task {
            try await Task.sleep(for: Self.firstTryTime)
            for service in services { service.giveUpWaiting() }
        }
        for service in services { await service.hasBeenTried() }
        alarm.cancel()
    }

    private func clearLeftovers() async {
        do { try await Leftovers(ledger: ledger, log: workshop.log).clear(jobs: workshop.jobs) } catch {
            workshop.log.error("leftovers", [.reason: "\(error)"])
        }
    }

    private var socketPath: Path { configuration.service.state / "control.sock" }

    private func openControlSocket() throws(StartFailure) -> ControlServer {
        // A socket from an earlier life; the lock says that nobody uses it.
        removeControlSocket()
        do {
            return try ControlServer(path: socketPath) { [weak self] request in
                await self?.respond(to: request) ?? ControlResponse(status: 503, body: [])
            }
        } catch {
            throw StartFailure(
                .cannotCreate,
                "target-unreachable: the control socket \(socketPath) cannot be made: \(error.reason).\n"
                    + "Give the service a `state` directory of its own with a path of less than 95 bytes.")
        }
    }

    private func removeControlSocket() {
        do { try Directory(configuration.service.state).removeIfPresent("control.sock") } catch {
            workshop.log.warning("control socket", [.reason: error.description])
        }
    }

    private func stop() async {
        isStopping = true
        for folder in folders.values { folder.task.cancel() }
        for timer in timers.values { timer.cancel() }
        await pool.stop(grace: Self.grace)
        for run in runs.values { await run.value }
        await onBlockingThread { Spares.removeAll() }
    }

    private func hear() async {
        for await event in watcher.events {
            switch event {
            case .changed(let directory, let name, let arrivedWhole):
                await folder(holding: directory)?.hear(
                    directory: directory, name: name, arrivedWhole: arrivedWhole)
            case .directoryLost(let directory): await folder(holding: directory)?.lookAgain()
            case .overflow:
                workshop.log.warning(
                    "events lost", [.reason: "raise the sysctl fs.inotify.max_queued_events"])
                for folder in folders.values {
                    Task(executorPreference: blockingThreads) { await folder.service.intake.lookAgain() }
                }
            }
        }
    }

    private func folder(holding path: Path) -> FolderIntake? {
        folders.values.first { path.isWithin($0.service.settings.inbox) }?.service.intake
    }

    // MARK: Folders

    private func start(_ settings: FolderSettings) {
        // A share that hangs must not hold up the others, so such folders look on threads of their own.
        let isLocal = !MountTable().isDistant(settings.inbox)
        let intake = FolderIntake(
            settings, rescan: configuration.service.rescan, watcher: watcher, ledger: ledger,
            log: workshop.log,
            thread: isLocal ? localThread : SerialThread(),
            gate: Gate(for: settings, spool: workshop.jobs, minFree: configuration.service.minFree)
        ) { [weak self] deposit in
            await self?.accept(deposit, in: settings) ?? false
        }
        let service = FolderService(settings, intake: intake, workshop: workshop) { [weak self] in
            try await self?.resume($0)
        }
        folders[settings.name] = (service, Task(executorPreference: blockingThreads) { await service.run() })
    }

    /// Reads the configuration again; with a mistake in it the one in force stays.
    /// - Returns: The mistakes.
    func reload() -> [String] {
        do {
            let newer = try Configuration.load(from: arguments.configuration)
            apply(newer)
            warnings = restartNotes(newer)
            workshop.log.info("reloaded", [.count: String(newer.folders.count)])
            return []
        } catch {
            warnings = error.all.map(\.description)
            for mistake in warnings { workshop.log.error("configuration not taken", [.reason: mistake]) }
            return warnings
        }
    }

    private func apply(_ newer: Configuration) {
        for (name, folder) in folders
        where newer.folder(named: name) != folder.service.settings
            || newer.service.minFree != configuration.service.minFree
        {
            folder.task.cancel()
            folders[name] = nil
            Task(executorPreference: blockingThreads) { await folder.service.intake.lookAgain() }
        }
        let service = configuration.service
        configuration = newer
        // Root, state and workers belong to the whole life of the process.
        configuration.service.state = service.state
        configuration.service.workers = service.workers
        configuration.service.metrics = service.metrics
        notifier.adopt(configuration)
        for folder in newer.folders where folders[folder.name] == nil { start(folder) }
    }

    private func restartNotes(_ newer: Configuration) -> [String] {
        var notes: [String] = []
        if newer.service.state != configuration.service.state {
            notes.append("a new `state` is used after a restart")
        }
        if newer.service.workers != configuration.service.workers {
            notes.append("a new number of `workers` is used after a restart")
        }
        if newer.service.metrics != configuration.service.metrics {
            notes.append("a new `metrics` address is used after a restart")
        }
        return notes
    }

    /// The folders in the order of the configuration, each with its intake.
    func folderServices() -> [FolderService] {
        configuration.folders.compactMap { folders[$0.name]?.service }
    }
}
