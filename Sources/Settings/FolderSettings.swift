// The validated settings of one hot folder, from a file in `folders.d`.

package import Documents
package import Platform

/// One hot folder. Every path is absolute and normalized.
package struct FolderSettings: Sendable, Hashable {
    package var name: String
    package var root: Path
    /// Always below the root, since files are claimed by renaming them.
    package var inbox: Path
    package var outbox: Path
    package var quarantine: Path
    package var archive: Path
    /// Quiet time before a file counts as complete.
    package var settle: Duration = .seconds(2)
    /// The name of the file beside a document, or in a batch's directory, that says that it is complete.
    package var doneFile: DoneFile?
    package var watch: Watch = .auto
    /// Whether subfolders of the inbox are watched too, and mirrored to the outbox.
    package var recursive = true
    package var batch: Batch = .file
    /// Whether a ticket may change the options of steps.
    package var tickets = false
    package var duplicates: Duplicates = .process
    package var priority: Priority = .normal
    /// When documents are taken; `nil` for always.
    package var hours: OpeningHours?
    package var originals: Originals = .archive
    package var signed: SignedPolicy = .quarantine
    package var onConflict: ConflictPolicy = .number
    package var limits = Limits()
    package var rules: [Rule] = []
    /// The language of this folder's reasons; `nil` for that of the service.
    package var language: Language?

    /// A folder with its usual places below the root.
    package init(name: String, root: Path) {
        self.name = name
        self.root = root
        inbox = root / "inbox"
        outbox = root / "outbox"
        quarantine = root / "quarantine"
        archive = root / "archive"
    }

    /// Where claimed originals lie while they are worked on; ours alone.
    package var work: Path { root / ".papertray" }
}

/// How an inbox is watched.
package enum Watch: Sendable, Hashable {
    /// Events where the file system gives them, polling elsewhere.
    case auto
    case events
    case poll(Duration)
}

/// What makes one job.
package enum Batch: Sendable, Hashable {
    case file
    /// Every folder in the inbox, with all that is below it. Files in the inbox itself are jobs of their own.
    case directory
    /// Files of one folder whose names have the same stem by a pattern.
    case group(GroupPattern)
}

/// What to do with a document whose content the folder has taken before.
package enum Duplicates: String, Sendable, CaseIterable {
    case process
    /// The original goes to the archive, and nothing is published.
    case skip
    case quarantine
}

/// What becomes of an original when its result is published.
package enum Originals: String, Sendable, CaseIterable {
    case archive
    case delete
    /// Beside the result.
    case keep
}

/// What to do where the outbox holds another file of the result's name.
package enum ConflictPolicy: String, Sendable, CaseIterable {
    case number
    case fail
}
