// What the service tells a person who helps from afar: numbers, states and codes. No name of a file, no text, no
// detail and no path, since any of them may come from a document.

package struct DiagnosticsReport: Codable, Sendable, Hashable {
    package struct Folder: Codable, Sendable, Hashable {
        package let name: String
        package let watch: String
        /// `active`, or the code of why nothing is taken.
        package let state: String
        package let waiting: Int
        package let jobs: [String: Int]

        package init(name: String, watch: String, state: String, waiting: Int, jobs: [String: Int]) {
            self.name = name
            self.watch = watch
            self.state = state
            self.waiting = waiting
            self.jobs = jobs
        }
    }

    package struct Worker: Codable, Sendable, Hashable {
        package let state: String
        package let task: String?
        package let tasks: Int
        package let memory: Int

        package init(_ worker: StatusReport.Worker) {
            state = worker.state
            task = worker.task
            tasks = worker.tasks
            memory = worker.memory
        }
    }

    package struct Event: Codable, Sendable, Hashable {
        package let at: Int64
        package let folder: String
        package let job: JobID?
        package let event: String
        package let code: FailureCode?

        /// `nil` where the event's word is not one of the service's own.
        package init?(_ event: TraceEvent) {
            let isPlain = event.event.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
            guard isPlain, event.event.utf8.count <= 20 else { return nil }
            at = event.at
            folder = event.folder
            job = event.job
            self.event = event.event
            code = FailureCode(rawValue: event.detail)
        }
    }

    package let version: String
    package let ready: Bool
    package let reasons: [String]
    /// How many mistakes the newest configuration has; they are shown by `papertray check`.
    package let warnings: Int
    package let folders: [Folder]
    package let workers: [Worker]
    package let codes: [String: Int]
    package let notifications: [String: Int]
    package let ledgerBytes: Int
    package let freeBytes: Int
    package let events: [Event]

    package init(
        version: String, readiness: Readiness, warnings: Int, folders: [Folder], workers: [Worker],
        codes: [String: Int], notifications: [String: Int], ledgerBytes: Int, freeBytes: Int, events: [Event]
    ) {
        self.version = version
        ready = readiness.ready
        reasons = readiness.reasons
        self.warnings = warnings
        self.folders = folders
        self.workers = workers
        self.codes = codes
        self.notifications = notifications
        self.ledgerBytes = ledgerBytes
        self.freeBytes = freeBytes
        self.events = events
    }
}

/// Whether documents can be taken at the moment, and why not.
package struct Readiness: Codable, Sendable, Hashable {
    package let ready: Bool
    /// Without names of files.
    package let reasons: [String]

    package init(reasons: [String]) {
        self.reasons = reasons
        ready = reasons.isEmpty
    }
}
