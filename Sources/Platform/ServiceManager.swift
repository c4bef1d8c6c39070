// What the service says to the service manager that started it: datagrams to `$NOTIFY_SOCKET`, as sd_notify(3)
// describes them. Without a manager nothing is sent. A manager that cannot be reached is logged and never stops the
// work; it will say itself what it thinks of the silence.

internal import Glibc
internal import PlatformShims

package struct ServiceManager: Sendable {
    package enum Report: Sendable, Hashable {
        /// The service has begun, or has finished a reload; with a line for `systemctl status`.
        case ready(status: String)
        case reloading
        case stopping
        /// The watchdog's heartbeat.
        case alive
    }

    /// Half of the time after which the manager takes a silent service for a hanging one; `nil` where it does not watch.
    package let heartbeat: Duration?
    private let socket: String?
    private let log: Log

    /// - Parameter environment: Looks up a variable, of this process where nobody says otherwise.
    package init(
        log: Log,
        environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
    ) {
        self.log = log
        socket = environment("NOTIFY_SOCKET")
        let isForUs = environment("WATCHDOG_PID").map { $0 == String(currentProcess()) } ?? true
        let limit = isForUs ? environment("WATCHDOG_USEC").flatMap(Int64.init) : nil
        heartbeat = limit.flatMap { $0 > 1 ? .microseconds($0 / 2) : nil }
    }

    package func report(_ report: Report) {
        guard let socket else { return }
        let text = report.assignments.joined(separator: "\n")
        do throws(SystemError) {
            try check("notify", socket) {
                text.withCString { papertray_send_datagram(socket, $0, UInt(strlen($0))) }
            }
        } catch {
            log.warning("the service manager does not hear", [.reason: error.description])
        }
    }
}

extension ServiceManager.Report {
    fileprivate var assignments: [String] {
        switch self {
        case .ready(let status):
            ["READY=1", "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })]
        case .reloading:
            // The moment tells an answer to this reload from one to an earlier reload.
            ["RELOADING=1", "MONOTONIC_USEC=\(Moment.sinceBootInMicroseconds())", "STATUS=Reloading"]
        case .stopping: ["STOPPING=1", "STATUS=Stopping"]
        case .alive: ["WATCHDOG=1"]
        }
    }
}
