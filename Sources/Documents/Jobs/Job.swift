// One job: one claimed document on its way from the inbox to the outbox or the quarantine.

/// A job's identifier: time-ordered, unique on one machine, safe as a file name.
package struct JobID: RawRepresentable, Codable, Sendable, Hashable, Comparable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// Nine digits of time and five of chance, in Crockford's base 32.
    package init(milliseconds: UInt64, random: UInt32) {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        func digits(_ value: UInt64, _ count: Int) -> String {
            String((0..<count).reversed().map { alphabet[Int((value >> (5 * UInt64($0))) & 31)] })
        }
        rawValue = digits(milliseconds, 9) + digits(UInt64(random), 5)
    }

    package var description: String { rawValue }
    package static func < (left: JobID, right: JobID) -> Bool { left.rawValue < right.rawValue }
}

/// Where a job stands. One word for the state, the log key and the command's filter.
package enum JobState: String, Codable, Sendable, CaseIterable {
    /// The row is written and the original is being moved out of the inbox, or has been.
    /// Ended by staging, or by recovery, which finishes or withdraws the move.
    case claimed
    /// The frozen copy exists and its hash is recorded. Ended by identification.
    case staged
    /// Identified and planned, waiting for its turn. Ended by the scheduler.
    case queued
    /// A step is under way. Ended by the last step, a failure, or recovery after an interruption.
    case running
    /// The results are verified and being revealed. Ended by delivery; recovery rolls it forward.
    case publishing
    /// The result is in the outbox and the original in its last place. Final.
    case completed
    /// The original lies in the quarantine with its reason. Ended only by a person: retry, release or discard.
    case quarantined
    /// A person stopped it, released it or discarded it; `show` says where the original went. Ended only by a person.
    case cancelled
    /// A transient failure; tried again at a recorded time. Ended by the scheduler when that time comes.
    case deferred
    /// Waits for a condition of its folder, such as room on the disk. Ended by the scheduler.
    case held

    /// Whether nobody but a person takes the job any further.
    package var isFinal: Bool {
        switch self {
        case .completed, .quarantined, .cancelled: true
        default: false
        }
    }

    /// The states that may follow this one.
    package var successors: Set<JobState> {
        switch self {
        case .claimed: [.staged, .quarantined, .cancelled, .deferred, .held]
        case .staged: [.queued, .quarantined, .cancelled, .deferred, .held]
        case .queued: [.running, .publishing, .quarantined, .cancelled, .deferred, .held]
        case .running: [.publishing, .queued, .quarantined, .cancelled, .deferred, .held]
        case .publishing: [.completed, .queued, .quarantined, .deferred, .held]
        case .deferred, .held: [.claimed, .staged, .queued, .quarantined, .cancelled]
        case .quarantined: [.claimed, .cancelled]
        case .cancelled: [.claimed]
        case .completed: []
        }
    }

    package func canBecome(_ next: JobState) -> Bool { successors.contains(next) }
}

/// The original as it was claimed: enough to recognise it after any crash.
package struct Original: Codable, Sendable, Hashable {
    /// Its place below the inbox, byte for byte.
    package let name: RawName
    package let device: UInt64
    package let inode: UInt64
    package var bytes: Int
    package let owner: UInt32
    package let group: UInt32
    package let mode: UInt32
    /// Nanoseconds since 1970.
    package let modified: Int64

    package init(
        name: RawName, device: UInt64, inode: UInt64, bytes: Int, owner: UInt32, group: UInt32, mode: UInt32,
        modified: Int64
    ) {
        self.name = name
        self.device = device
        self.inode = inode
        self.bytes = bytes
        self.owner = owner
        self.group = group
        self.mode = mode
        self.modified = modified
    }
}

/// The row of a job.
package struct Job: Codable, Sendable, Hashable {
    package let id: JobID
    package let folder: String
    package var original: Original
    package var state: JobState
    /// SHA-256 of the frozen copy in lower-case hexadecimal digits, once it is frozen.
    package var sha256: String?
    package var facts: Facts?
    package var plan: Plan?
    /// How often work on it was begun.
    package var attempts: Int
    /// How often it was cut off by the end of a worker or of the service.
    package var interruptions: Int
    package var failure: Failure?
    /// Milliseconds since 1970 when a deferred job is tried again.
    package var retryAt: Int64?
    /// Milliseconds since 1970.
    package let createdAt: Int64
    package var updatedAt: Int64
    /// The files beside the first one: the documents of a batch, and companions.
    package var inputs: [Input] = []
    /// The batch that this document belonged to until it failed.
    package var batch: JobID?
    /// Steps that a person left out, by name.
    package var skipped: [String] = []
    /// Why a person should look at the finished document.
    package var attention: Attention?

    package init(id: JobID, folder: String, original: Original, state: JobState, createdAt: Int64) {
        self.id = id
        self.folder = folder
        self.original = original
        self.state = state
        self.attempts = 0
        self.interruptions = 0
        self.createdAt = createdAt
        self.updatedAt = createdAt
    }
}
