// The words between a dispatcher and a worker. A frame is a length (32-bit little-endian byte count) and that many
// bytes of JSON. The worker answers every request with any number of `progress` frames and then exactly one result.
// Every path in a message is relative to the job's directory.

/// One task: one part of one step of one job, or one of the questions around it.
package struct TaskRequest: Codable, Sendable, Hashable {
    package let id: UInt64
    /// The job's directory, absolute. The worker reaches nothing else while it works on the task.
    package let directory: String
    package let work: Work
    package let limits: Limits
    /// What people call the document, for the sentences of failures.
    package let name: String
    /// Opens a locked document. It lives in this message and in memory only.
    package let password: String?

    package init(
        id: UInt64, directory: String, work: Work, limits: Limits, name: String, password: String? = nil
    ) {
        self.password = password
        self.id = id
        self.directory = directory
        self.work = work
        self.limits = limits
        self.name = name
    }
}

/// What a worker can be asked.
package enum Work: Codable, Sendable, Hashable {
    /// Find the facts of a file. Answered by `facts`.
    case identify(path: String, wantsText: Bool, wantsDetails: Bool)
    /// Divide a step into parts that can be done side by side. Answered by `parts`.
    case divide(StepWork)
    /// Do one part. Its files are named after the part, below the step's directory. Answered by `done`.
    case perform(StepWork, Part)
    /// Put the parts together into the step's results. Answered by `outputs`.
    case assemble(StepWork, partCount: Int)
    /// Reopen a result, count its pages and draw some of them. Answered by `done`.
    case verify(Verification)

    /// The word for logs and failures.
    package var label: String {
        switch self {
        case .identify: "identify"
        case .divide(let step), .perform(let step, _), .assemble(let step, _): step.step.name
        case .verify: "verify"
        }
    }
}

/// A step at work: its options, the files it reads and the directory it writes to.
package struct StepWork: Codable, Sendable, Hashable {
    package let step: PlannedStep
    package let inputs: [StepFile]
    /// Files of the job that the step needs beside its inputs, such as a corrected text.
    package let companions: [StepFile]
    /// Such as `01-ocr`.
    package let directory: String

    package init(step: PlannedStep, inputs: [StepFile], companions: [StepFile] = [], directory: String) {
        self.step = step
        self.inputs = inputs
        self.companions = companions
        self.directory = directory
    }
}

/// A file that a step reads or has made.
package struct StepFile: Codable, Sendable, Hashable {
    package let path: String
    package let type: FileType
    package let pages: Int
    package let role: FileRole
    /// How sure the text of a document is, where this step has read or corrected it.
    package let quality: TextQuality?

    package init(
        path: String, type: FileType, pages: Int, role: FileRole = .main, quality: TextQuality? = nil
    ) {
        self.path = path
        self.type = type
        self.pages = pages
        self.role = role
        self.quality = quality
    }
}

/// One part of a divided step.
package struct Part: Codable, Sendable, Hashable {
    /// From 0.
    package let index: Int
    /// 1-based and inclusive.
    package let firstPage: Int
    package let lastPage: Int

    package init(index: Int, firstPage: Int, lastPage: Int) {
        self.index = index
        self.firstPage = firstPage
        self.lastPage = lastPage
    }

    package var pageCount: Int { lastPage - firstPage + 1 }
}

/// What must be true of a result.
package struct Verification: Codable, Sendable, Hashable {
    package let file: StepFile
    /// 1-based pages to draw, inclusive; the page count is checked in any case.
    package let firstPage: Int
    package let lastPage: Int

    package init(file: StepFile, firstPage: Int, lastPage: Int) {
        self.file = file
        self.firstPage = firstPage
        self.lastPage = lastPage
    }
}

/// What a worker says.
package enum TaskReply: Codable, Sendable, Hashable {
    /// Once, when it is confined and ready: what the kernel could not give it, in words for the operator.
    case ready(missing: [String])
    /// How much of the task is done, 0 to 1.
    case progress(UInt64, Double)
    case result(UInt64, TaskResult)
    case failed(UInt64, Failure)
}

/// The answer to a task.
package enum TaskResult: Codable, Sendable, Hashable {
    case facts(Facts)
    case parts([Part])
    /// Paths of the files that the part made.
    case done(files: [String])
    case outputs([StepFile])
}
