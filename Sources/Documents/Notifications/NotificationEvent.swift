// What of a job's way is worth telling somebody outside. A notification follows the job and never leads it.

/// The kinds of events that an operator can ask to be told of.
package enum NotificationEvent: String, Codable, Sendable, CaseIterable {
    /// The result is in the outbox.
    case success
    /// The original lies in the quarantine.
    case failure
    /// Work waits for a person: the disk is full, the folder cannot be used, or a finished document should be looked at.
    case attention

    /// All that a job's newest move is to an operator: a document may be finished and want a person's eye too.
    /// - Parameter before: The state that it came from.
    package static func events(ofNewestMoveOf job: Job, from before: JobState) -> [NotificationEvent] {
        let first = [NotificationEvent(newestMoveOf: job, from: before)].compactMap(\.self)
        let needsReview = job.state == .completed && job.attention?.isOpen == true
        return needsReview ? first + [.attention] : first
    }

    /// What a job's newest move is in the first place; `nil` where it is everyday business.
    private init?(newestMoveOf job: Job, from before: JobState) {
        switch job.state {
        case .completed: self = .success
        // A person has dealt with what was told already.
        case .cancelled where before == .quarantined: return nil
        case .quarantined, .cancelled: self = .failure
        case .held: self = .attention
        case .deferred where job.failure?.needsAttention == true: self = .attention
        case .claimed, .staged, .queued, .running, .publishing, .deferred: return nil
        }
    }
}

extension Failure {
    /// Whether the folder and not the document is what keeps the work from going on.
    fileprivate var needsAttention: Bool {
        switch reason {
        case .insufficientStorage, .permissionDenied, .targetUnreachable: true
        default: false
        }
    }
}

/// Where notifications go, as far as the ledger must know to write their rows.
package struct NotificationRoute: Sendable, Hashable {
    /// Tells one target from another over restarts; holds nothing secret.
    package let target: String
    package let events: Set<NotificationEvent>
    /// The folders it is for; `nil` for every one.
    package let folders: Set<String>?
    /// Whether the name of the file may leave the machine.
    package let showsNames: Bool
    package let language: Language

    package init(
        target: String, events: Set<NotificationEvent>, folders: Set<String>?, showsNames: Bool,
        language: Language
    ) {
        self.target = target
        self.events = events
        self.folders = folders
        self.showsNames = showsNames
        self.language = language
    }

    package func takes(_ event: NotificationEvent, in folder: String) -> Bool {
        events.contains(event) && folders?.contains(folder) ?? true
    }
}
