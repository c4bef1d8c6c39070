// The validated settings of the whole service, from `papertray.toml`.

package import Documents
package import Platform

package struct ServiceSettings: Sendable, Hashable {
    /// Parent of the folders' roots; absolute and normalized.
    package var root: Path
    /// Ledger, jobs spool and control socket; absolute and normalized.
    package var state: Path
    /// Workers at a time; what "auto" stood for is already put in.
    package var workers: Int
    /// The time between two scans of every inbox, beside the events.
    package var rescan: Duration
    /// Bytes that must be free where the service works, below which no document is taken; `nil` for 200 MB, or a
    /// twentieth of a smaller disk.
    package var minFree: Int?
    /// The language of reasons and messages.
    package var language: Language
    package var log: LogFormat
    /// Where metrics are answered beside the control socket.
    package var metrics: LoopbackAddress?

    package init(
        root: Path, state: Path, workers: Int, rescan: Duration, language: Language, log: LogFormat,
        metrics: LoopbackAddress? = nil
    ) {
        self.root = root
        self.state = state
        self.workers = workers
        self.rescan = rescan
        self.language = language
        self.log = log
        self.metrics = metrics
    }
}

/// How log lines are written.
package enum LogFormat: String, Sendable, CaseIterable {
    case text
    case json
}
