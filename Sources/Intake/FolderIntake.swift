// One inbox: what is heard and what is seen become candidates, candidates settle, and what makes a job together is
// handed on, small jobs past large ones. The directory is the queue: only a bounded number of candidates is held, the
// rest is found by a later look. Nothing here changes a file.

package import Documents
package import Ledger
package import Platform
package import Settings
internal import Synchronization

package actor FolderIntake {
    /// Large deposits that wait for a place at a time.
    private static let largeLimit = 16

    /// What `status` shows of an inbox.
    package struct Snapshot: Sendable {
        package var mode = WatchMode.events
        /// `active`, or why nothing can be taken.
        package var state = "active"
        package var waiting = 0
        /// Files that a look found before any event told of them.
        package var foundByLooking = 0
    }

    package nonisolated let folder: FolderSettings
    /// Read by others while the actor may be waiting for a share that does not answer.
    package private(set) nonisolated var snapshot: Snapshot {
        get { board.withLock { $0 } }
        set { board.withLock { $0 = newValue } }
    }
    private let board = Mutex(Snapshot())
    private let rescan: Duration
    private let watcher: InotifyWatcher
    private let ledger: Ledger
    private let log: Log
    private let accept: @Sendable (Deposit) async -> Bool
    private let gate: Gate
    private let gathering: Gathering
    private let thread: SerialThread
    private let wake: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    private var candidates: Candidates
    /// Large deposits on their way; the names are neither looked at nor offered again.
    private var large: [Deposit] = []
    private var largeNames: Set<RawName> = []
    private var largeLane: Task<Void, Never>?
    private var heard: [RawName: Bool] = [:]
    private var told: Set<InboxContents.Ignored> = []
    private var nextScan = ContinuousClock.now
    /// When the gate is asked again, where it is shut.
    private var nextTry: ContinuousClock.Instant?
    private var unreadable: String?
    /// The last look left files in the directory.
    private var hasMore = false
    /// The operator has been told that the inbox cannot be watched.
    private var isDeafnessTold = false
    private var alarm: Task<Void, Never>?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - thread: Where the looking happens; folders on local disks may share one.
    ///   - gate: Whether anything may be taken.
    ///   - accept: Takes a deposit, waiting until there is room for it; `false` where it could not be taken.
    package init(
        _ folder: FolderSettings, rescan: Duration, watcher: InotifyWatcher, ledger: Ledger, log: Log,
        thread: SerialThread, gate: Gate, accept: @escaping @Sendable (Deposit) async -> Bool
    ) {
        self.folder = folder
        self.rescan = rescan
        self.watcher = watcher
        self.ledger = ledger
        self.log = log
        self.thread = thread
        self.gate = gate
        self.accept = accept
        candidates = Candidates(settle: folder.settle)
        gathering = Gathering(
            batch: folder.batch, doneFile: folder.doneFile, patience: patience(for: folder.settle))
        (wake, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Watches until the task is cancelled.
    package func run() async {
        var wakes = wake.makeAsyncIterator()
        while !Task.isCancelled {
            if ContinuousClock.now >= nextScan { await scan() }
            await examine()
            await handOn()
            if hasMore && candidates.count < Candidates.limit / 4 { nextScan = .now }
            setAlarm()
            _ = await wakes.next(isolation: self)
        }
        largeLane?.cancel()
    }

    /// Says why the folder cannot be used at all, or that it can.
    package func setObstacle(_ failure: Failure?) {
        snapshot.state = failure.map { "\($0.code.rawValue): \($0.message())" } ?? "active"
    }

    // MARK: Handing on

    private func handOn() async {
        guard candidates.hasReady || nextTry != nil else { return }
        if let obstacle = gate.obstacle(at: Moment.localFields(Moment.now())) {
            if nextTry == nil {
                log.warning("folder pauses", [.folder: folder.name, .reason: obstacle.state])
            }
            snapshot.state = obstacle.state
            nextTry = .now + obstacle.askAgainIn
            return
        }
        if nextTry != nil {
            nextTry = nil
            snapshot.state = "active"
            log.info("folder goes on", [.folder: folder.name])
        }
        for deposit in gathering.deposits(from: candidates.seen, at: .now) where !Task.isCancelled {
            guard isWhole(deposit) else { continue }
            if !deposit.isLarge {
                await give(deposit)
            } else if large.count < Self.largeLimit {
                handOnLarge(deposit)
            }
        }
    }

    /// What could not be taken settles anew, all of it: half a batch must not go on by itself.
    private func give(_ deposit: Deposit) async {
        for name in deposit.names { candidates.remove(name) }
        if await accept(deposit) {
            snapshot.waiting = max(0, snapshot.waiting - deposit.names.count)
        } else {
            for file in deposit.files where !candidates.holds(file.name) {
                candidates.putBack(file, at: .now)
            }
        }
    }

    /// A large deposit waits for its place beside the small ones.
    private func handOnLarge(_ deposit: Deposit) {
        for name in deposit.names { candidates.remove(name) }
        large.append(deposit)
        largeNames.formUnion(deposit.names)
        largeLane = largeLane ?? Task(executorPreference: blockingThreads) { await self.giveLarge() }
    }

    private func giveLarge() async {
        while let deposit = large.first, !Task.isCancelled {
            await give(deposit)
            large.removeFirst()
            largeNames.subtract(deposit.names)
        }
        largeLane = nil
        waker.yield()
    }

    /// Whether a batch's folder holds nothing that has not been seen, and nothing that is still in progress.
    private func isWhole(_ deposit: Deposit) -> Bool {
        guard folder.batch == .directory, let name = deposit.batch else { return true }
        let names = Set(deposit.names)
        do {
            let directory = try Directory(folder.inbox).directory(Path(bytes: name.bytes))
            let contents = try InboxWalk(isRecursive: true, limit: Candidates.limit) { _ in true }
                .look(at: directory)
            let isComplete =
                contents.files.allSatisfy { names.contains(name.appending($0.name)) }
                && !contents.ignored.contains { IgnoredNames.isInProgress($0.name.last) }
            if !isComplete { nextScan = min(nextScan, .now + max(folder.settle, .seconds(1))) }
            return isComplete
        } catch {
            return false
        }
    }

    // MARK: Hearing

    /// Takes a hint about a path.
    package func hear(directory: Path, name: Path, arrivedWhole: Bool) {
        let below = RawName(
            directory.bytes.dropFirst(folder.inbox.bytes.count).drop { $0 == UInt8(ascii: "/") })
        heard[below.appending(RawName(name.bytes))] = arrivedWhole
        waker.yield()
    }

    /// Looks at everything as soon as possible.
    package func lookAgain() {
        nextScan = ContinuousClock.now
        waker.yield()
    }

    private func setAlarm() {
        let moment = min(candidates.soonest ?? nextScan, nextTry ?? nextScan, nextScan)
        alarm?.cancel()
        if moment <= ContinuousClock.now || !heard.isEmpty {
            waker.yield()
            return
        }
        alarm = Task { [waker] in
            do { try await Task.sleep(until: moment) } catch { return }
            waker.yield()
        }
    }

    // MARK: Looking

    private func chooseMode() {
        switch folder.watch {
        case .events: snapshot.mode = .events
        case .poll(let interval): snapshot.mode = .poll(interval)
        case .auto:
            do { snapshot.mode = try WatchMode.suited(to: Directory(folder.inbox)) } catch {
                snapshot.mode = .events
            }
        }
    }

    private var scanInterval: Duration {
        if case .poll(let interval) = snapshot.mode { return interval }
        return rescan
    }

    private func scan() async {
        // Anew each time: a share may be mounted or a limit raised at any time.
        chooseMode()
        nextScan = ContinuousClock.now + scanInterval
        let contents: InboxContents
        do {
            contents = try look()
            change(unreadable: nil)
        } catch {
            // A share that is away for a while comes back with its files.
            candidates.removeAll()
            let code = error.isDenied ? FailureCode.permissionDenied : .fileUnavailable
            change(unreadable: "\(code.rawValue): \(error)")
            nextScan = ContinuousClock.now + min(scanInterval, .seconds(5))
            return
        }
        watch(contents.directories)
        nextScan = ContinuousClock.now + scanInterval
        let now = ContinuousClock.now
        candidates.keep(Set(contents.files.map(\.name)))
        for file in contents.files where !candidates.holds(file.name) && !largeNames.contains(file.name) {
            if heard[file.name] == nil { snapshot.foundByLooking += 1 }
            candidates.add(file.name, Sample(file.status), arrivedWhole: false, at: now)
        }
        snapshot.waiting = contents.count
        hasMore = contents.isTruncated
        await tell(contents.ignored)
    }

    private func look() throws(SystemError) -> InboxContents {
        let known = candidates
        return try InboxWalk(isRecursive: folder.recursive, limit: Candidates.limit) { known.holds($0) }
            .look(at: Directory(folder.inbox))
    }

    private func change(unreadable reason: String?) {
        if unreadable == reason { return }
        unreadable = reason
        snapshot.state = reason ?? "active"
        if let reason {
            log.error("inbox cannot be read", [.folder: folder.name, .reason: reason])
        } else {
            log.info("inbox is back", [.folder: folder.name])
        }
    }

    private func watch(_ directories: [Path]) {
        guard snapshot.mode == .events else { return }
        do throws(SystemError) {
            for directory in directories { try watcher.watch(directory) }
            isDeafnessTold = false
        } catch {
            snapshot.mode = .poll(min(.seconds(10), rescan))
            if isDeafnessTold { return }
            isDeafnessTold = true
            log.warning(
                "inbox cannot be watched",
                [.folder: folder.name, .reason: "\(error); \(InotifyWatcher.advice(for: error))"])
        }
    }

    // MARK: Settling

    /// Looks at every candidate that something was heard of or whose time has come.
    private func examine() async {
        let hints = heard
        heard = [:]
        let now = ContinuousClock.now
        let due = candidates.due(at: now).filter { hints[$0] == nil }.map { ($0, nil as Bool?) }
        let names = hints.map { ($0.key, $0.value as Bool?) } + due
        guard !names.isEmpty else { return }
        let inbox: Directory
        do { inbox = try Directory(folder.inbox) } catch {
            nextScan = now
            return
        }
        for (name, arrivedWhole) in names.sorted(by: { $0.0 < $1.0 }) where !largeNames.contains(name) {
            await examine(name, arrivedWhole, in: inbox, at: now)
        }
    }

    private func examine(
        _ name: RawName, _ arrivedWhole: Bool?, in inbox: Directory, at now: ContinuousClock.Instant
    ) async {
        if let reason = ignoredReason(name) {
            return await tell([InboxContents.Ignored(name: name, reason: reason)])
        }
        do {
            let parent = name.parent.isEmpty ? inbox : try inbox.directory(Path(bytes: name.parent.bytes))
            let entry = Path(bytes: name.last.bytes)
            let status = try parent.status(entry)
            guard status.kind == .regular else {
                // Folders, links and the rest are for the walk, which knows what to say of them.
                nextScan = now
                return
            }
            let peek = try openIfAllowed(entry, name, in: parent)
            if arrivedWhole != nil { addCompanions(of: name, in: parent, at: now) }
            examine(name, Sample(status), arrivedWhole, peek, at: now)
        } catch {
            // It has gone again, or its folder has.
            if candidates.holds(name) { snapshot.waiting = max(0, snapshot.waiting - 1) }
            candidates.remove(name)
        }
    }

    private func ignoredReason(_ name: RawName) -> String? {
        for component in name.components {
            if let reason = IgnoredNames.reason(for: component) { return reason }
        }
        return nil
    }

    /// What the inside of the file says; a file that may not be read says nothing, and freezing it will tell.
    private func openIfAllowed(
        _ entry: Path, _ name: RawName, in parent: Directory
    ) throws(SystemError) -> Peek {
        let isAccessory = gathering.isAccessory(name)
        do {
            let file = try parent.open(entry)
            return Peek(
                hasWriter: file.hasWriter() ?? false,
                completeness: isAccessory ? .complete : try Completeness.check(file))
        } catch  where error.isDenied {
            return Peek()
        }
    }

    private func examine(
        _ name: RawName, _ sample: Sample, _ arrivedWhole: Bool?, _ peek: Peek,
        at now: ContinuousClock.Instant
    ) {
        // The others of a batch may still be on their way.
        let isWhole = (arrivedWhole ?? false) && !peek.hasWriter && folder.batch == .file
        if !candidates.holds(name) {
            guard candidates.count < Candidates.limit else {
                hasMore = true
                return
            }
            candidates.add(name, sample, arrivedWhole: isWhole, at: now)
            snapshot.waiting += 1
        } else if arrivedWhole != nil {
            candidates.touch(name, arrivedWhole: isWhole, at: now)
        }
        candidates.look(name, sample, peek, at: now)
    }

    /// A companion that came before its document may not have been looked at yet.
    private func addCompanions(of name: RawName, in parent: Directory, at now: ContinuousClock.Instant) {
        for companion in CompanionNames.usual(for: name) where !candidates.holds(companion) {
            guard let status = try? parent.status(Path(bytes: companion.last.bytes)), status.kind == .regular
            else { continue }
            candidates.add(companion, Sample(status), arrivedWhole: false, at: now)
            snapshot.waiting += 1
        }
    }

    // MARK: Telling

    /// Records each ignored name once, so that `trace` can explain it.
    private func tell(_ ignored: [InboxContents.Ignored]) async {
        for entry in ignored where told.count < 10_000 && told.insert(entry).inserted {
            do {
                try await ledger.record(
                    TraceEvent(
                        at: Moment.now(), folder: folder.name, name: entry.name, job: nil, event: "ignored",
                        detail: entry.reason))
            } catch {
                log.error("ledger", [.folder: folder.name, .reason: error.description])
            }
        }
    }
}
