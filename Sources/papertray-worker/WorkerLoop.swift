// One task at a time, each on a fresh thread that is confined to its job's directory: a Landlock domain belongs to a
// thread and can only be narrowed. The main thread keeps reading, so that the process ends with its channel, whatever
// a task is doing.

import Documents
import Engine
import FoundationEssentials
import Glibc
import Platform

/// The worker's life.
final class WorkerLoop: Sendable {
    private let channel: FrameChannel
    private let confinement: Confinement
    private let engine: Tasks

    /// The engine, lent to one task thread at a time. `@unchecked`: the main thread joins each task's thread before
    /// the next begins, as the protocol has one request under way at a time.
    private final class Tasks: @unchecked Sendable {
        let engine: Engine
        init(_ engine: Engine) { self.engine = engine }
    }

    init(channel: FrameChannel, confinement: Confinement, resources: EngineResources) {
        self.channel = channel
        self.confinement = confinement
        engine = Tasks(Engine(resources: resources))
    }

    /// Serves until the channel ends, then ends the process.
    func run() -> Never {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        reply(.ready(missing: confinement.enter()))
        var previous: RunningThread?
        while let request = nextRequest() {
            previous?.join()
            previous = spawnThread(stackBytes: 64 << 20) { self.perform(request) }
        }
        // The other end is gone: nobody wants the result of a task that is still running.
        _exit(0)
    }

    private func nextRequest() -> TaskRequest? {
        do {
            guard let message = try channel.receive() else { return nil }
            return try JSONDecoder().decode(TaskRequest.self, from: Data(message))
        } catch {
            return nil
        }
    }

    private func perform(_ request: TaskRequest) {
        confinement.narrow(to: Path(request.directory))
        confinement.limitAddressSpace(to: request.limits.memory + addressSpaceReserve)
        do throws(Failure) {
            let result = try engine.engine.run(request) { self.reply(.progress(request.id, $0)) }
            reply(.result(request.id, result))
        } catch {
            reply(.failed(request.id, error))
        }
    }

    /// Libraries, fonts and mapped models take address space without taking memory.
    private var addressSpaceReserve: Int { 2 << 30 }

    private func reply(_ reply: TaskReply) {
        do {
            try channel.send(try JSONEncoder().encode(reply))
        } catch {
            _exit(0)
        }
    }
}
