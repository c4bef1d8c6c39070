// Where people read: standard output for facts, standard error for what went wrong and for progress. Colour and bars
// only where a terminal is on the other end.

import Documents
import Glibc
import Synchronization

enum Terminal {
    static let showsColour = isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
    static let showsProgress = isatty(STDERR_FILENO) == 1

    static func complain(_ line: String) {
        write(line + "\n", to: STDERR_FILENO)
    }

    static func write(_ text: String, to descriptor: Int32) {
        text.withCString { _ = Glibc.write(descriptor, $0, strlen($0)) }
    }

    /// A state in its colour.
    static func coloured(_ text: String, for state: JobState) -> String {
        guard showsColour else { return text }
        let code =
            switch state {
            case .completed: 32
            case .quarantined: 31
            case .deferred, .held, .cancelled: 33
            default: 36
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}

/// A bar on one line of the terminal.
final class ProgressBar: Sendable {
    private static let width = 30
    private let label: String
    private let shown = Mutex(-1)

    init(_ label: String) {
        self.label = label
    }

    /// Draws the bar anew when a whole percent has been added.
    func show(_ share: Double) {
        guard Terminal.showsProgress else { return }
        let percent = Int(share * 100)
        let isNewer = shown.withLock { last in
            defer { last = max(last, percent) }
            return percent > last
        }
        guard isNewer else { return }
        let full = percent * Self.width / 100
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.width - full)
        Terminal.write("\r\(label) \(bar) \(percent) %", to: STDERR_FILENO)
    }

    func clear() {
        if Terminal.showsProgress { Terminal.write("\r\u{1B}[K", to: STDERR_FILENO) }
    }
}
