// A dispatcher that does the tasks itself, in the test's own process, and remembers which it was given.

internal import Documents
internal import Ledger
internal import Platform
internal import Scheduling
internal import Synchronization
internal import TestSupport

final class ScriptedDispatcher: Dispatcher {
    typealias Script = @Sendable (Work) throws(Failure) -> TaskResult?

    private let log = Mutex<[Work]>([])
    private let script: Script

    /// - Parameter script: The answer to a task, or `nil` for the ordinary one.
    init(_ script: @escaping Script = { _ in nil }) { self.script = script }

    /// Every task, as `divide ocr`, `perform 2`, `verify 1-16`, in a stable order.
    var tasks: [String] {
        log.withLock { $0 }.map { work in
            switch work {
            case .identify: "identify"
            case .divide(let step): "divide \(step.directory)"
            case .perform(let step, let part): "perform \(step.directory) \(part.index)"
            case .assemble(let step, _): "assemble \(step.directory)"
            case .verify(let check): "verify \(check.file.path) \(check.firstPage)-\(check.lastPage)"
            }
        }
    }

    /// The inputs that a step was divided for.
    func inputs(of directory: String) -> [StepFile] {
        for case .divide(let step) in log.withLock({ $0 }) where step.directory == directory {
            return step.inputs
        }
        return []
    }

    func run(
        _ work: Work, of job: JobContext, progress: @escaping @Sendable (Double) -> Void
    ) async throws(Failure) -> TaskResult {
        log.withLock { $0.append(work) }
        if let answer = try script(work) { return answer }
        do { return try Self.answer(work, in: job.directory) } catch { throw Failure(error, job.name) }
    }

    func cancel(_ key: String) {}
    func release(_ key: String) {}

    /// One part for each page; every file holds its own name.
    private static func answer(_ work: Work, in job: Path) throws -> TaskResult {
        switch work {
        case .identify: return .facts(Facts(type: .pdf, bytes: 1))
        case .divide(let step):
            return .parts((1...pages(of: step)).map { Part(index: $0 - 1, firstPage: $0, lastPage: $0) })
        case .perform(let step, let part):
            return .done(files: [try write("\(step.directory)/part-\(part.index)", in: job)])
        case .assemble(let step, _):
            let path = try write("\(step.directory)/result.pdf", in: job)
            return .outputs([StepFile(path: path, type: .pdf, pages: pages(of: step))])
        case .verify: return .done(files: [])
        }
    }

    static func pages(of step: StepWork) -> Int { step.inputs.map(\.pages).reduce(0, +) }

    static func write(_ path: String, in job: Path) throws -> String {
        let directory = try Directory(job)
        try directory.removeIfPresent(Path(path))
        try directory.create(Path(path)).write(path.utf8)
        return path
    }
}

/// A job in a ledger, with its directory and its frozen copy.
struct ScratchJob {
    static let id = JobID(rawValue: "00000000000001")
    static let ocr = PlannedStep("ocr")
    static let convert = PlannedStep("convert", StepOptions(["dpi": .integer(300)]))

    let scratch: ScratchFolder
    let ledger: Ledger

    init() async throws {
        scratch = try ScratchFolder()
        try scratch.makeDirectory("state")
        ledger = try Ledger(directory: scratch.path / "state")
        let original = Original(
            name: "scan.pdf", device: 1, inode: 1, bytes: 6, owner: 0, group: 0, mode: 0o644, modified: 0)
        try await ledger.insert(
            Job(id: Self.id, folder: "f", original: original, state: .claimed, createdAt: 1))
        try scratch.write("source", "job/source")
    }
}

/// One run of steps over the job's frozen copy.
final class Trial: Sendable {
    let dispatcher: ScriptedDispatcher
    private let job: ScratchJob
    private let shares = Mutex<[Double]>([])

    init(_ job: ScratchJob, _ script: @escaping ScriptedDispatcher.Script = { _ in nil }) {
        dispatcher = ScriptedDispatcher(script)
        self.job = job
    }

    var progress: [Double] { shares.withLock { $0 } }

    /// The main files of the results.
    func run(_ steps: [PlannedStep], pages: Int = 3, attempts: Int = 3) async -> Result<[Revision], Failure> {
        await results(steps, pages: pages, attempts: attempts).map { $0.map(\.main) }
    }

    func results(
        _ steps: [PlannedStep], pages: Int = 3, attempts: Int = 3
    ) async -> Result<[PlannedResult], Failure> {
        var limits = Limits()
        limits.attempts = attempts
        let context = JobContext(
            key: "k", directory: job.scratch.path / "job", name: "scan.pdf", limits: limits)
        let checkpoints = LedgerCheckpoints(ledger: job.ledger, job: ScratchJob.id, name: "scan.pdf")
        let source = Revision(
            number: 0, parent: nil, step: "source", options: StepOptions(), path: "source", type: .pdf,
            bytes: 6,
            pages: pages, sha256: String(repeating: "a", count: 64), at: 0)
        let run = PlanRun(of: context, dispatcher: dispatcher, checkpoints: checkpoints) { share in
            self.shares.withLock { $0.append(share) }
        }
        do throws(Failure) { return .success(try await run.run(steps, on: source)) } catch {
            return .failure(error)
        }
    }
}
