// A child process with one channel to it. Its end is seen through a pidfd, so no signal handler and no other child is
// involved, and stopping it always ends in SIGKILL.

internal import Glibc
internal import PlatformShims

/// How a process ended.
package enum ExitStatus: Sendable, Hashable {
    case exited(Int32)
    case killed(signal: Int32)
}

/// A running program.
package final class ChildProcess: Sendable {
    package let pid: Int32
    private let pidfd: Descriptor

    /// Starts a program with an explicit environment. Descriptor 3 of the child is the other end of the channel; its
    /// standard input, output and error are `/dev/null` unless `log` is given.
    package static func start(
        _ program: Path, arguments: [String], environment: [String], log: Int32? = nil
    ) throws(SystemError) -> (process: ChildProcess, channel: FrameChannel) {
        var pair: [Int32] = [0, 0]
        try check("socketpair") { papertray_socket_pair(&pair) }
        let ours = Descriptor(owning: pair[0])
        let theirs = Descriptor(owning: pair[1])
        let null = Descriptor(
            owning: try check("open", "/dev/null") { papertray_open_at(AT_FDCWD, "/dev/null", O_WRONLY, 0) })
        let pid = try spawn(
            program, arguments: arguments, environment: environment, channel: theirs.number,
            log: log ?? null.number)
        return (try ChildProcess(pid: pid), FrameChannel(ours))
    }

    private static func spawn(
        _ program: Path, arguments: [String], environment: [String], channel: Int32, log: Int32
    ) throws(SystemError) -> Int32 {
        var argv: [UnsafeMutablePointer<CChar>?] = ([program.string] + arguments).map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var pid: pid_t = 0
        let number = program.withCString { papertray_spawn(&pid, $0, &argv, &envp, channel, log) }
        if number != 0 { throw SystemError("start", program.string, number: number) }
        return pid
    }

    private init(pid: Int32) throws(SystemError) {
        self.pid = pid
        pidfd = Descriptor(owning: try check("pidfd_open") { papertray_pidfd_open(pid) })
    }

    package func kill() {
        // The only failure is that it has ended already.
        _ = papertray_kill_pidfd(pidfd.number)
    }

    /// Waits for the end; blocks the calling thread.
    package func wait() -> ExitStatus {
        var status: Int32 = 0
        var bySignal: Int32 = 0
        while papertray_wait_pidfd(pidfd.number, &status, &bySignal) != 0 {
            // Only a signal can interrupt a wait for a child that is ours and not yet reaped.
            if errno != EINTR { return .killed(signal: SIGKILL) }
        }
        return bySignal != 0 ? .killed(signal: status) : .exited(status)
    }

    /// Resident memory in bytes, 0 once the process has ended.
    package func residentBytes() -> Int {
        let fields = facts("statm")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// Processor time used so far in seconds, 0 once the process has ended.
    package func processorSeconds() -> Double {
        // Fields 14 and 15 of proc(5)'s stat; the name in field 2 is ours and holds no space.
        let fields = facts("stat")
        guard fields.count > 14, let user = Int(fields[13]), let system = Int(fields[14]) else { return 0 }
        return Double(user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The words of a file about this process.
    private func facts(_ name: String) -> [Substring] {
        do {
            let number = try check("open") {
                papertray_open_at(AT_FDCWD, "/proc/\(pid)/\(name)", O_RDONLY, 0)
            }
            let text = try Descriptor(owning: number).readAll(limit: 1024)
            return String(decoding: text, as: UTF8.self).split(separator: " ")
        } catch {
            return []
        }
    }
}
