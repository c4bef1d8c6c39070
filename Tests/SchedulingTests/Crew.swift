// A pool of fake workers and a spool in a scratch folder.

internal import Documents
internal import Glibc
internal import Platform
internal import Scheduling
internal import Synchronization
internal import TestSupport

final class Crew: Sendable {
    let scratch: ScratchFolder
    let pool: WorkerPool
    private let ended = Mutex<[String]>([])

    init(_ count: Int, program: Path = Crew.program) throws {
        // As every program that uses a pool does: a worker may die while it is written to.
        signal(SIGPIPE, SIG_IGN)
        scratch = try ScratchFolder()
        pool = WorkerPool(launch: WorkerLaunch(program: program, jobs: scratch.path), count: count)
    }

    static var program: Path { ThisProcess.directory().map { $0 / "FakeWorker" } ?? "FakeWorker" }

    /// Whose tasks have ended, in order.
    var order: [String] { ended.withLock { $0 } }

    func job(_ name: String, key: String? = nil, _ change: (inout Limits) -> Void = { _ in }) throws
        -> JobContext
    {
        var limits = Limits()
        change(&limits)
        let key = key ?? name
        return JobContext(
            key: key, directory: try scratch.makeDirectory(Path(key)), name: name, limits: limits)
    }

    /// One task of a job; it reaches the worker behaviour that the job's name says.
    func run(
        _ job: JobContext, _ work: Work = Crew.question,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async -> Result<TaskResult, Failure> {
        let result: Result<TaskResult, Failure>
        do throws(Failure) {
            result = .success(try await pool.run(work, of: job, progress: progress))
        } catch {
            result = .failure(error)
        }
        ended.withLock { $0.append(job.key) }
        return result
    }

    /// Lets the `wait` tasks of a job go on.
    func go(_ job: JobContext) throws { try scratch.write("", Path(job.key) / "go") }

    func isWorking(_ key: String) async -> Bool {
        await pool.workers().contains { $0.job == key && $0.state == "working" }
    }

    static let question = Work.identify(path: "source", wantsText: false, wantsDetails: true)
    static let page = Work.perform(
        StepWork(step: PlannedStep("ocr"), inputs: [], directory: "."),
        Part(index: 0, firstPage: 1, lastPage: 1))
}

extension Result<TaskResult, Failure> {
    var isSuccess: Bool { if case .success = self { true } else { false } }
    var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
    var facts: Facts? { if case .success(.facts(let facts)) = self { facts } else { nil } }
}
