// What the service tells the commands: the shapes behind `--json`, which other programs may rely on.

package struct StatusReport: Codable, Sendable, Hashable {
    package struct Folder: Codable, Sendable, Hashable {
        package var name: String
        package var inbox: String
        /// How the inbox is watched: `events` or `poll:30s`.
        package var watch: String
        /// `active`, or why nothing is taken at the moment.
        package var state: String
        package var waiting: Int
        package var queued: Int
        package var running: Int
        package var completed: Int
        package var quarantined: Int
        /// Finished documents that a person should look at.
        package var review: Int

        package init(
            name: String, inbox: String, watch: String, state: String, waiting: Int, queued: Int,
            running: Int, completed: Int, quarantined: Int, review: Int
        ) {
            self.review = review
            self.name = name
            self.inbox = inbox
            self.watch = watch
            self.state = state
            self.waiting = waiting
            self.queued = queued
            self.running = running
            self.completed = completed
            self.quarantined = quarantined
        }
    }

    package struct Worker: Codable, Sendable, Hashable {
        package var pid: Int32
        package var state: String
        package var job: String?
        package var task: String?
        package var tasks: Int
        package var memory: Int

        package init(pid: Int32, state: String, job: String?, task: String?, tasks: Int, memory: Int) {
            self.pid = pid
            self.state = state
            self.job = job
            self.task = task
            self.tasks = tasks
            self.memory = memory
        }
    }

    package var version: String
    package var pid: Int32
    /// Configuration mistakes of the last reload, empty while the newest configuration is in force.
    package var warnings: [String]
    package var folders: [Folder]
    package var workers: [Worker]

    package init(version: String, pid: Int32, warnings: [String], folders: [Folder], workers: [Worker]) {
        self.version = version
        self.pid = pid
        self.warnings = warnings
        self.folders = folders
        self.workers = workers
    }
}

package struct FailureReport: Codable, Sendable, Hashable {
    package let code: FailureCode
    package let message: String
    package let action: String

    package init(_ failure: Failure, in language: Language) {
        code = failure.code
        message = failure.message(in: language)
        action = failure.action(in: language)
    }
}

package struct JobReport: Codable, Sendable, Hashable {
    package var id: JobID
    package var folder: String
    package var name: String
    package var state: JobState
    package var rule: String?
    /// 0 to 1.
    package var progress: Double
    package var attempts: Int
    package var outputs: [String]
    package var failure: FailureReport?
    /// The names of all files, where there is more than one.
    package var files: [String]?
    /// The batch that the document belonged to until it failed.
    package var batch: JobID?
    /// Why a person should look at the finished document.
    package var attention: Attention?
    /// Milliseconds since 1970.
    package var createdAt: Int64
    package var updatedAt: Int64
    /// The lineage; only in the answer to `show`.
    package var revisions: [Revision]?
    /// What happened; only in the answer to `show`.
    package var events: [TraceEvent]?

    package init(_ job: Job, progress: Double, outputs: [String], language: Language) {
        id = job.id
        folder = job.folder
        name = job.original.name.display
        state = job.state
        rule = job.plan?.rule
        self.progress = progress
        attempts = job.attempts
        self.outputs = outputs
        failure = job.failure.map { FailureReport($0, in: language) }
        files = job.files.count > 1 ? job.files.map(\.original.name.display) : nil
        batch = job.batch
        attention = job.attention
        createdAt = job.createdAt
        updatedAt = job.updatedAt
    }
}

/// One thing that happened to a dropped name or to a job.
package struct TraceEvent: Codable, Sendable, Hashable {
    /// Milliseconds since 1970.
    package let at: Int64
    package let folder: String
    package let name: RawName
    package let job: JobID?
    /// A job state, or `seen`, `ignored`, `waiting`, `interrupted`, `retried`, `published`, `archived`.
    package let event: String
    package let detail: String

    package init(at: Int64, folder: String, name: RawName, job: JobID?, event: String, detail: String) {
        self.at = at
        self.folder = folder
        self.name = name
        self.job = job
        self.event = event
        self.detail = detail
    }
}

package struct AuditReport: Codable, Sendable, Hashable {
    package struct Finding: Codable, Sendable, Hashable {
        package let job: JobID?
        package let place: String
        package let problem: String

        package init(job: JobID?, place: String, problem: String) {
            self.job = job
            self.place = place
            self.problem = problem
        }
    }

    package var jobs = 0
    package var completed = 0
    package var quarantined = 0
    package var inFlight = 0
    /// What is wrong.
    package var findings: [Finding] = []
    /// What is as people may have made it: results that were taken out of an outbox.
    package var notes: [Finding] = []

    package init() {}
}

/// An answer that only confirms, in words for the operator.
package struct Confirmation: Codable, Sendable, Hashable {
    package let message: String

    package init(_ message: String) { self.message = message }
}

/// Why the service did not do what a command asked.
package struct ControlRefusal: Error, Codable, Sendable, Hashable {
    /// The exit code of the command, after sysexits.h.
    package let exit: Int32
    /// A failure code, or a word such as `no-job`.
    package let code: String
    package let message: String
    package let action: String

    package init(_ exit: ExitCode, code: String, _ message: String, _ action: String) {
        self.exit = exit.rawValue
        self.code = code
        self.message = message
        self.action = action
    }

    package init(_ failure: Failure, in language: Language) {
        self.init(
            failure.code.exitCode, code: failure.code.rawValue, failure.message(in: language),
            failure.action(in: language))
    }
}

/// What lies beside a quarantined document as `NAME.reason.json`.
package struct QuarantineReport: Codable, Sendable, Hashable {
    package let code: FailureCode
    package let message: String
    package let action: String
    package let job: JobID
    package let folder: String
    package let name: RawName
    package let attempts: Int
    /// RFC 3339, UTC.
    package let at: String

    package init(job: Job, document: Input, failure: Failure, language: Language, at: String) {
        code = failure.code
        message = failure.message(in: language)
        action = failure.action(in: language)
        self.job = job.id
        folder = job.folder
        name = document.original.name
        attempts = job.attempts
        self.at = at
    }
}
