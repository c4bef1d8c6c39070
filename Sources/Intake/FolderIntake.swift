// One inbox: what is heard and what is seen become candidates, candidates settle, and complete files are handed on one
// after another. The directory is the queue: only a bounded number of candidates is held, the rest is found by a
// later look. Nothing here changes a file.

package import Documents
package import Ledger
package import Platform
package import Settings
internal import Synchronization

/// A file in an inbox that is complete, or that has been waited for long enough.
package struct ReadyFile: Sendable {
    /// Path below the inbox.
    package let name: RawName
    package let sample: Sample
    /// Why the file must go to the quarantine although nobody is writing it any more.
    package let problem: Failure?
}

package actor FolderIntake {
    private static let candidateLimit = 512

    private struct Candidate {
        var settling: Settling
        var unfinishedSince: ContinuousClock.Instant?
        var lookAt: ContinuousClock.Instant
    }

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
    private let accept: @Sendable (ReadyFile) async -> Bool
    private let thread: SerialThread
    private let wake: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    private var candidates: [RawName: Candidate] = [:]
    private var heard: [RawName: Bool] = [:]
    private var told: Set<InboxContents.Ignored> = []
    private var nextScan = ContinuousClock.now
    /// The last look left files in the directory.
    private var hasMore = false
    /// The operator has been told that the inbox cannot be watched.
    private var isDeafnessTold = false
    private var alarm: Task<Void, Never>?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - thread: Where the looking happens; folders on local disks may share one.
    ///   - accept: Takes a file, waiting until there is room for it; `false` where it could not be taken.
    package init(
        _ folder: FolderSettings, rescan: Duration, watcher: InotifyWatcher, ledger: Ledger, log: Log,
        thread: SerialThread, accept: @escaping @Sendable (ReadyFile) async -> Bool
    ) {
        self.folder = folder
        self.rescan = rescan
        self.watcher = watcher
        self.ledger = ledger
        self.log = log
        self.thread = thread
        self.accept = accept
        (wake, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Watches until the task is cancelled.
    package func run() async {
        var wakes = wake.makeAsyncIterator()
        while !Task.isCancelled {
            if ContinuousClock.now >= nextScan { await scan() }
            for file in await examine() where !Task.isCancelled {
                let isTaken = await accept(file)
                if isTaken { snapshot.waiting = max(0, snapshot.waiting - 1) }
                // One that could not be taken is seen again by the next look.
            }
            if hasMore && candidates.count < Self.candidateLimit / 4 { nextScan = .now }
            setAlarm()
            _ = await wakes.next(isolation: self)
        }
    }

    /// Says why the folder cannot be used at all, or that it can.
    package func setObstacle(_ failure: Failure?) {
        snapshot.state = failure.map { "\($0.code.rawValue): \($0.message())" } ?? "active"
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
        let soonest = candidates.values.map(\.lookAt).min() ?? nextScan
        let moment = min(soonest, nextScan)
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
            change(state: "active")
        } catch {
            // A share that is away for a while comes back with its files.
            candidates = [:]
            change(
                state:
                    "\((error.isDenied ? FailureCode.permissionDenied : .fileUnavailable).rawValue): \(error)"
            )
            nextScan = ContinuousClock.now + min(scanInterval, .seconds(5))
            return
        }
        watch(contents.directories)
        nextScan = ContinuousClock.now + scanInterval
        let now = ContinuousClock.now
        let present = Set(contents.files.map(\.name))
        candidates = candidates.filter { present.contains($0.key) }
        for file in contents.files where candidates[file.name] == nil {
            if heard[file.name] == nil { snapshot.foundByLooking += 1 }
            add(file.name, Sample(file.status), arrivedWhole: false, at: now)
        }
        snapshot.waiting = contents.count
        hasMore = contents.isTruncated
        await tell(contents.ignored)
    }

    private func look() throws(SystemError) -> InboxContents {
        let known = candidates
        return try InboxWalk(isRecursive: folder.recursive, limit: Self.candidateLimit) { known[$0] != nil }
            .look(at: Directory(folder.inbox))
    }

    private func change(state: String) {
        if snapshot.state == state { return }
        snapshot.state = state
        if state == "active" {
            log.info("inbox is back", [.folder: folder.name])
        } else {
            log.error("inbox cannot be read", [.folder: folder.name, .reason: state])
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

    private func add(_ name: RawName, _ sample: Sample, arrivedWhole: Bool, at now: ContinuousClock.Instant) {
        let settling = Settling(sample, settle: folder.settle, arrivedWhole: arrivedWhole, at: now)
        candidates[name] = Candidate(settling: settling, lookAt: arrivedWhole ? now : now + folder.settle)
    }

    // MARK: Settling

    /// Looks at every candidate that something was heard of or whose time has come.
    private func examine() async -> [ReadyFile] {
        let hints = heard
        heard = [:]
        let now = ContinuousClock.now
        let due = candidates.filter { $0.value.lookAt <= now && hints[$0.key] == nil }.map {
            ($0.key, nil as Bool?)
        }
        let names = hints.map { ($0.key, $0.value as Bool?) } + due
        guard !names.isEmpty else { return [] }
        let inbox: Directory
        do { inbox = try Directory(folder.inbox) } catch {
            nextScan = now
            return []
        }
        var ready: [ReadyFile] = []
        for (name, arrivedWhole) in names.sorted(by: { $0.0 < $1.0 }) {
            if let file = await examine(name, arrivedWhole, in: inbox, at: now) { ready.append(file) }
        }
        return ready
    }

    private func examine(
        _ name: RawName, _ arrivedWhole: Bool?, in inbox: Directory, at now: ContinuousClock.Instant
    ) async -> ReadyFile? {
        if let reason = ignoredReason(name) {
            await tell([InboxContents.Ignored(name: name, reason: reason)])
            return nil
        }
        do {
            let parent = name.parent.isEmpty ? inbox : try inbox.directory(Path(bytes: name.parent.bytes))
            let entry = Path(bytes: name.last.bytes)
            let status = try parent.status(entry)
            guard status.kind == .regular else {
                // Folders, links and the rest are for the walk, which knows what to say of them.
                nextScan = now
                return nil
            }
            return examine(name, Sample(status), arrivedWhole, try openIfAllowed(entry, in: parent), at: now)
        } catch {
            // It has gone again, or its folder has.
            if candidates.removeValue(forKey: name) != nil {
                snapshot.waiting = max(0, snapshot.waiting - 1)
            }
            return nil
        }
    }

    private func ignoredReason(_ name: RawName) -> String? {
        for component in name.components {
            if let reason = IgnoredNames.reason(for: component) { return reason }
        }
        return nil
    }

    private struct Peek {
        var hasWriter = false
        var completeness = Completeness.complete
    }

    /// What the inside of the file says; a file that may not be read says nothing, and freezing it will tell.
    private func openIfAllowed(_ entry: Path, in parent: Directory) throws(SystemError) -> Peek {
        do {
            let file = try parent.open(entry)
            return Peek(hasWriter: file.hasWriter() ?? false, completeness: try Completeness.check(file))
        } catch  where error.isDenied {
            return Peek()
        }
    }

    private func examine(
        _ name: RawName, _ sample: Sample, _ arrivedWhole: Bool?, _ peek: Peek,
        at now: ContinuousClock.Instant
    ) -> ReadyFile? {
        let isWhole = (arrivedWhole ?? false) && !peek.hasWriter
        if candidates[name] == nil {
            guard candidates.count < Self.candidateLimit else {
                hasMore = true
                return nil
            }
            add(name, sample, arrivedWhole: isWhole, at: now)
            snapshot.waiting += 1
        } else if arrivedWhole != nil {
            candidates[name]?.settling.touch(arrivedWhole: isWhole, at: now)
        }
        guard var candidate = candidates[name] else { return nil }
        defer { if candidates[name] != nil { candidates[name] = candidate } }
        if case .wait(let moment) = candidate.settling.observe(sample, at: now) {
            candidate.lookAt = moment
            return nil
        }
        if peek.hasWriter {
            candidate.settling.touch(arrivedWhole: false, at: now)
            candidate.lookAt = now + max(folder.settle, .milliseconds(100))
            return nil
        }
        if let problem = problem(name, peek.completeness) {
            let since = candidate.unfinishedSince ?? now
            candidate.unfinishedSince = since
            let end = since + patience(for: folder.settle)
            candidate.lookAt = min(end, now + max(folder.settle, .seconds(1)))
            if now < end { return nil }
            candidates[name] = nil
            return ReadyFile(name: name, sample: sample, problem: problem)
        }
        candidates[name] = nil
        return ReadyFile(name: name, sample: sample, problem: nil)
    }

    private func problem(_ name: RawName, _ completeness: Completeness) -> Failure? {
        switch completeness {
        case .complete: nil
        case .empty: Failure(.emptyFile, name.display)
        case .unfinished(let what): Failure(.incomplete, name.display, what)
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
