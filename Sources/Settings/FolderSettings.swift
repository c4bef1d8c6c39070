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
    package var watch: Watch = .auto
    /// Whether subfolders of the inbox are watched too, and mirrored to the outbox.
    package var recursive = true
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
