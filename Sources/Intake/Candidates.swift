// The files that are seen in one inbox, each on its way to being complete. Pure: samples, what the inside of a file
// says, events and the time come in. The directory is the queue, so only a bounded number is held.

internal import Documents

/// What the inside of a file, and whoever has it open, say about whether it is complete.
struct Peek {
    var hasWriter = false
    var completeness = Completeness.complete
}

struct Candidates {
    static let limit = 4096

    private struct Candidate {
        var settling: Settling
        var sample: Sample
        var unfinishedSince: ContinuousClock.Instant?
        var lookAt: ContinuousClock.Instant
        var readySince: ContinuousClock.Instant?
        var problem: Failure?
    }

    private var held: [RawName: Candidate] = [:]
    private let settle: Duration

    init(settle: Duration) {
        self.settle = settle
    }

    var count: Int { held.count }
    func holds(_ name: RawName) -> Bool { held[name] != nil }

    /// What the gathering of deposits needs to know.
    var seen: [RawName: SeenFile] {
        held.reduce(into: [:]) { seen, entry in
            let (name, candidate) = entry
            seen[name] = SeenFile(
                file: ReadyFile(name: name, sample: candidate.sample, problem: candidate.problem),
                readySince: candidate.readySince)
        }
    }

    var hasReady: Bool { held.values.contains { $0.readySince != nil } }

    /// The names whose time to be looked at has come.
    func due(at now: ContinuousClock.Instant) -> [RawName] {
        held.filter { $0.value.lookAt <= now }.map(\.key)
    }

    /// When the next one is to be looked at.
    var soonest: ContinuousClock.Instant? { held.values.map(\.lookAt).min() }

    mutating func add(
        _ name: RawName, _ sample: Sample, arrivedWhole: Bool, at now: ContinuousClock.Instant
    ) {
        let settling = Settling(sample, settle: settle, arrivedWhole: arrivedWhole, at: now)
        held[name] = Candidate(settling: settling, sample: sample, lookAt: arrivedWhole ? now : now + settle)
    }

    /// Takes a file up again that was ready and could not be taken, after a while.
    mutating func putBack(_ file: ReadyFile, at now: ContinuousClock.Instant) {
        add(file.name, file.sample, arrivedWhole: false, at: now)
        held[file.name]?.lookAt = now + max(settle, .seconds(1))
    }

    mutating func remove(_ name: RawName) { held[name] = nil }

    /// Forgets what is no longer there.
    mutating func keep(_ present: Set<RawName>) {
        held = held.filter { present.contains($0.key) }
    }

    mutating func removeAll() { held = [:] }

    /// Something was heard of a file.
    mutating func touch(_ name: RawName, arrivedWhole: Bool, at now: ContinuousClock.Instant) {
        held[name]?.settling.touch(arrivedWhole: arrivedWhole, at: now)
    }

    /// Looks at a file again. When it is complete, or has been unfinished for too long, it is ready.
    mutating func look(_ name: RawName, _ sample: Sample, _ peek: Peek, at now: ContinuousClock.Instant) {
        guard var candidate = held[name] else { return }
        defer { held[name] = candidate }
        candidate.sample = sample
        let wasReadySince = candidate.readySince
        candidate.readySince = nil
        candidate.problem = nil
        if case .wait(let moment) = candidate.settling.observe(sample, at: now) {
            candidate.lookAt = moment
            return
        }
        if peek.hasWriter {
            candidate.settling.touch(arrivedWhole: false, at: now)
            candidate.lookAt = now + max(settle, .milliseconds(100))
            return
        }
        if let problem = Self.problem(name, peek.completeness) {
            let since = candidate.unfinishedSince ?? now
            candidate.unfinishedSince = since
            let end = since + patience(for: settle)
            candidate.lookAt = min(end, now + max(settle, .seconds(1)))
            if now < end { return }
            candidate.problem = problem
        }
        candidate.readySince = wasReadySince ?? now
        // It may have to wait for others; what is heard of it meanwhile is looked at at once.
        candidate.lookAt = now + max(settle, .seconds(5))
    }

    private static func problem(_ name: RawName, _ completeness: Completeness) -> Failure? {
        switch completeness {
        case .complete: nil
        case .empty: Failure(.emptyFile, name.display)
        case .unfinished(let what): Failure(.incomplete, name.display, what)
        }
    }
}
