// One worker process and the stream of what it says. A thread of its own reads the channel; rubbish on the channel
// kills the worker, and the stream always ends with how the process ended.

internal import Documents
internal import FoundationEssentials
internal import Glibc
package import Platform

/// How workers are started.
package struct WorkerLaunch: Sendable, Hashable {
    /// The worker's executable.
    package let program: Path
    /// The jobs spool, the only place a worker may write.
    package let jobs: Path
    /// The directory with OCR data, `nil` for the system's own.
    package let tessdata: Path?

    /// - Parameter tessdata: By default what `$TESSDATA_PREFIX` says, as other programs with Tesseract have it.
    package init(
        program: Path, jobs: Path,
        tessdata: Path? = getenv("TESSDATA_PREFIX").map { Path(String(cString: $0)) }
    ) {
        self.program = program
        self.jobs = jobs
        self.tessdata = tessdata
    }

    var arguments: [String] { ["--jobs", jobs.string] + (tessdata.map { [$0.string] } ?? []) }

    /// The environment of a worker, complete. `OMP_THREAD_LIMIT` has an effect only here, before the program starts:
    /// without it two recognisers side by side are four times slower.
    var environment: [String] {
        var variables = [
            "OMP_THREAD_LIMIT=1", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "HOME=/nonexistent", "PATH=/nonexistent",
            "MALLOC_ARENA_MAX=2", "SWIFT_BACKTRACE=enable=no", "TMPDIR=/nonexistent",
        ]
        // Where the Swift runtime is not in the linker's own places, it is where it was for us.
        for name in ["LD_LIBRARY_PATH", "TZ"] {
            if let value = getenv(name) { variables.append("\(name)=\(String(cString: value))") }
        }
        return variables
    }
}

/// What comes from a worker.
enum WorkerEvent: Sendable {
    case reply(TaskReply)
    /// The last event.
    case ended(ExitStatus)
}

final class WorkerProcess: Sendable {
    let events: AsyncStream<WorkerEvent>
    private let child: ChildProcess
    private let channel: FrameChannel

    var pid: Int32 { child.pid }

    init(_ launch: WorkerLaunch) throws(SystemError) {
        let (child, channel) = try ChildProcess.start(
            launch.program, arguments: launch.arguments, environment: launch.environment)
        self.child = child
        self.channel = channel
        let (stream, continuation) = AsyncStream.makeStream(of: WorkerEvent.self)
        events = stream
        startThread {
            Self.read(channel) { continuation.yield(.reply($0)) }
            child.kill()
            continuation.yield(.ended(child.wait()))
            continuation.finish()
        }
    }

    /// Reads replies until the channel ends or speaks rubbish.
    private static func read(_ channel: FrameChannel, _ handle: (TaskReply) -> Void) {
        let decoder = JSONDecoder()
        do {
            while let message = try channel.receive() {
                handle(try decoder.decode(TaskReply.self, from: Data(message)))
            }
        } catch {
            // Whatever it was, this worker cannot be trusted any further; the caller kills it.
        }
    }

    func send(_ request: TaskRequest) throws {
        try channel.send(try JSONEncoder().encode(request))
    }

    /// Lets an idle worker end by itself; the reader kills it if its channel ends without it.
    func dismiss() {
        channel.shutDown()
    }

    func kill() {
        child.kill()
    }

    func processorSeconds() -> Double {
        child.processorSeconds()
    }

    func residentBytes() -> Int {
        child.residentBytes()
    }
}
