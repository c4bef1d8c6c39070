// Named points at which a test can stop the process, as a power cut would: `PAPERTRAY_FAILPOINT=claim-renamed` kills it
// there, `claim-renamed:3` at the third time. Debug builds only; in a release build reaching a point does nothing.

internal import Glibc
internal import Synchronization

/// The lines of the crash matrix.
package enum Failpoint: String, Sendable, CaseIterable {
    /// The row says that a file will be claimed; it is still in the inbox.
    case claimIntended = "claim-intended"
    /// The file is in its claim; nothing has confirmed that.
    case claimRenamed = "claim-renamed"
    /// The first of several files is in the claim; the others are still in the inbox.
    case claimBegun = "claim-begun"
    /// A document of a batch lies in a claim of its own; no row says so.
    case setApart = "set-apart"
    /// A part of a step is done and recorded, others are not.
    case partFinished = "part-finished"
    /// A result is durable and has no name yet.
    case outputSynced = "output-synced"
    /// A result is in the outbox; its row does not say so.
    case outputLinked = "output-linked"
    /// All results are in the outbox and recorded; the original is still claimed.
    case published = "published"
    /// The original is in its last place; the job is not completed.
    case originalMoved = "original-moved"
    /// The job is completed; its working files are still there.
    case completed
    /// One of the originals lies in the quarantine, without a reason.
    case quarantineBegun = "quarantine-begun"
    /// The original and its reason lie in the quarantine; the job's row does not say so.
    case quarantinePlaced = "quarantine-placed"
    /// A notification has been sent; its row does not say so.
    case notificationSent = "notification-sent"

    #if DEBUG
        private static let armed: (name: String, count: Int)? = {
            guard let value = getenv("PAPERTRAY_FAILPOINT") else { return nil }
            let parts = String(cString: value).split(separator: ":")
            guard let name = parts.first else { return nil }
            return (String(name), parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
        }()
        private static let reached = Atomic<Int>(0)
    #endif

    /// Ends the process here where a test has armed this point.
    package func reach() {
        #if DEBUG
            guard let armed = Self.armed, armed.name == rawValue else { return }
            if Self.reached.add(1, ordering: .relaxed).newValue == armed.count { kill(getpid(), SIGKILL) }
        #endif
    }
}
