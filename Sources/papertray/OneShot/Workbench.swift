// One document at once, without the service: a temporary spool, the same confined workers, the same checks, the same
// durable publishing. Nothing stays behind, whatever happens.

import Delivery
import Documents
import Glibc
import Platform
import Rules
import Scheduling

/// A temporary spool with workers for the time of one command.
final class Workbench: Sendable {
    private let spool: Path
    let pool: WorkerPool

    /// - Throws: `Failure` where there is no place for the spool or no worker.
    init() throws(Failure) {
        do {
            spool = try Workbench.makeSpool()
            pool = WorkerPool(
                launch: WorkerLaunch(program: try WorkerProgram.find(), jobs: spool), count: Workbench.cores)
        } catch {
            throw Failure(.fileUnavailable, error.operand, error.description)
        }
    }

    /// Runs `body` with a workbench and clears it away, also when the command is interrupted.
    static func use<Value: Sendable>(
        _ body: @Sendable @escaping (Workbench) async throws -> Value
    ) async throws -> Value {
        let signals = try Signals.receive()
        let bench = try Workbench()
        let work = Task { try await body(bench) }
        let watch = Task {
            for await signal in signals where signal == .terminate {
                await bench.pool.stop(grace: .zero)
                work.cancel()
            }
        }
        let result = await work.result
        watch.cancel()
        await bench.pool.stop(grace: .zero)
        bench.clear()
        return try result.get()
    }

    private func clear() {
        do { try Directory(spool.parent).removeTree(spool.last) } catch {
            Terminal.complain("papertray: \(spool) could not be removed: \(error)")
        }
    }

    private static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    private static func makeSpool() throws(SystemError) -> Path {
        let parent = getenv("TMPDIR").map { Path(String(cString: $0)) } ?? "/tmp"
        let name = Path("papertray-\(Random.hexadecimal(digits: 16))")
        return try Directory(parent).makeDirectory(name, mode: 0o700).path
    }

    // MARK: One document

    /// A frozen copy of an input and what identification found.
    struct Document: Sendable {
        let context: JobContext
        let source: Revision
        let facts: Facts
    }

    /// Freezes a copy of a file and identifies it.
    func take(_ file: Path, number: Int, wantsText: Bool = false, wantsDetails: Bool = false) async throws
        -> Document
    {
        let name = RawName(file.last.bytes).display
        let limits = Limits()
        let directory = spool / "job-\(number)"
        let frozen = try await freeze(file, in: directory, limits: limits)
        let context = JobContext(key: "job-\(number)", directory: directory, name: name, limits: limits)
        let question = Work.identify(path: "source", wantsText: wantsText, wantsDetails: wantsDetails)
        guard case .facts(let facts) = try await pool.run(question, of: context, progress: { _ in }) else {
            throw Failure(.crashed, name, "identify", "it answered another question")
        }
        let source = Revision(
            number: 0, parent: nil, step: "source", options: StepOptions(), path: "source", type: facts.type,
            bytes: frozen.bytes, pages: facts.pageCount ?? 0, sha256: frozen.sha256, at: Moment.now())
        return Document(context: context, source: source, facts: facts)
    }

    /// Freezes a copy of a file that belongs to a document.
    func add(_ file: Path, to document: Document, as type: FileType) async throws -> StepFile {
        let name = "companion.\(type.fileExtension)"
        _ = try await freeze(
            file, in: document.context.directory, as: Path(name), limits: document.context.limits)
        return StepFile(path: name, type: type, pages: 0, role: .side)
    }

    /// Runs steps on a document.
    /// - Parameter companions: Files in the document's directory that the steps look into.
    /// - Returns: The results, as revisions in the document's directory.
    func run(
        _ steps: [PlannedStep], on document: Document, signed: SignedPolicy,
        with companions: [StepFile] = []
    ) async throws -> [PlannedResult] {
        let plan = Plan(rule: "command line", steps: steps, output: nil)
        let name = document.context.name
        switch admit(document.facts, name: name, under: plan, limits: document.context.limits, signed: signed)
        {
        case .refuse(let failure): throw failure
        case .process(let admitted):
            let bar = ProgressBar(name)
            defer { bar.clear() }
            let run = PlanRun(
                of: document.context, dispatcher: pool, checkpoints: NoCheckpoints(),
                progress: { bar.show($0) })
            return try await run.run(
                admitted.steps(for: document.facts.type), on: document.source, with: companions)
        }
    }

    /// Reveals a result and, before it, the files beside it, under names that must be free; where one of them is not,
    /// nothing is left.
    func publish(_ result: PlannedResult, of document: Document, as output: Path) async throws {
        let name = RawName(output.last.bytes)
        let names = namesOfSides(of: result.sides.map(\.type), beside: name)
        var placed: [Path] = []
        do {
            for (side, name) in zip(result.sides, names) {
                let place = output.parent / Path(bytes: name.bytes)
                try await publish(side, of: document, as: place)
                placed.append(place)
            }
            try await publish(result.main, of: document, as: output)
        } catch {
            for place in placed { try Directory(place.parent).removeIfPresent(place.last) }
            throw error
        }
    }

    private func publish(_ revision: Revision, of document: Document, as output: Path) async throws {
        let directory = document.context.directory
        let attributes = FileAttributes(mode: 0o666 & ~Workbench.umask)
        do {
            try await onBlockingThread { () throws(SystemError) in
                let source = try Directory(directory).open(Path(revision.path))
                try Placing.reveal(
                    source, sha256: revision.sha256, in: Directory(output.parent), as: output.last, attributes
                )
            }
        } catch  where error.isTaken {
            throw CommandFailure(
                .cannotCreate, code: "target-unreachable", "\(output) exists already.",
                "Choose another name, or move that file away; nothing is ever overwritten.")
        } catch {
            throw CommandFailure(
                .cannotCreate, code: "target-unreachable", "\(output) cannot be made: \(error.reason).",
                "Check that its folder exists and may be written.")
        }
    }

    private static var umask: UInt32 {
        let mask = Glibc.umask(0)
        Glibc.umask(mask)
        return mask
    }

    private struct Frozen {
        let sha256: String
        let bytes: Int
    }

    private func freeze(
        _ file: Path, in directory: Path, as copyName: Path = "source", limits: Limits
    ) async throws -> Frozen {
        let name = RawName(file.last.bytes).display
        do {
            return try await onBlockingThread { () throws(Failure) in
                do throws(SystemError) {
                    let original = try Directory(file.parent).openFollowingLinks(file.last)
                    let status = try original.status()
                    guard status.kind == .regular else {
                        throw SystemError("open", file.string, number: EISDIR)
                    }
                    if status.bytes > limits.bytes { throw SystemError("open", file.string, number: EFBIG) }
                    let copy = try Directory.make(directory, mode: 0o700).create(copyName)
                    let filled = try copy.fill(from: original)
                    return Frozen(sha256: filled.sha256, bytes: filled.bytes)
                } catch  where error.number == EFBIG {
                    throw Failure(.tooManyBytes, name, "more", String(limits.bytes))
                } catch {
                    if error.isDenied { throw Failure(.permissionDenied, file.string, "read") }
                    if error.isOutOfSpace { throw Failure(.insufficientStorage, name) }
                    throw Failure(.fileUnavailable, file.string, error.reason)
                }
            }
        }
    }
}
