// A program that is given some bytes and a time, and of which only the end is of interest. Whatever it has started is
// gone with it.

internal import Glibc
internal import PlatformShims

/// How the run of a program ended.
package enum CommandEnd: Sendable, Hashable {
    case ended(ExitStatus)
    /// It was still running when its time was over, or when nobody waited for it any longer.
    case stopped
}

package enum CommandRun {
    private static let pause: Int32 = 100

    /// Runs a program with an explicit environment and `input` on its standard input; its output is thrown away. Its
    /// whole process group is killed at the end. Blocks the calling thread.
    /// - Parameter isCancelled: Asked every now and then; `true` ends the program.
    /// - Throws: `SystemError` where it cannot be started.
    package static func run(
        _ command: [String], environment: [String], input: [UInt8], limit: Duration,
        isCancelled: () -> Bool = { false }
    ) throws(SystemError) -> CommandEnd {
        let pid = try start(command, environment, input)
        // The process is ours and not reaped, so its number is nobody else's.
        let pidfd = Descriptor(owning: try check("pidfd_open") { papertray_pidfd_open(pid) })
        let deadline = ContinuousClock.now + limit
        var hasEnded = false
        while !hasEnded, ContinuousClock.now < deadline, !isCancelled() {
            hasEnded = papertray_poll_pidfd(pidfd.number, pause) == 1
        }
        // Fails only where the group is empty.
        _ = papertray_kill_group(pid)
        let status = reap(pidfd.number)
        return hasEnded ? .ended(status) : .stopped
    }

    private static func start(
        _ command: [String], _ environment: [String], _ input: [UInt8]
    ) throws(SystemError) -> Int32 {
        guard let program = command.first else { throw SystemError("start", "", number: EINVAL) }
        var argv: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var pid: Int32 = 0
        let number = papertray_spawn_reading(&pid, program, &argv, &envp, input, input.count)
        if number != 0 { throw SystemError("start", program, number: number) }
        return pid
    }

    private static func reap(_ pidfd: Int32) -> ExitStatus {
        var status: Int32 = 0
        var bySignal: Int32 = 0
        while papertray_wait_pidfd(pidfd, &status, &bySignal) != 0 {
            if errno != EINTR { return .killed(signal: SIGKILL) }
        }
        return bySignal != 0 ? .killed(signal: status) : .exited(status)
    }
}
