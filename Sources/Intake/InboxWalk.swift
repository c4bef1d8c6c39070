// One look through an inbox. Links are not followed, mounts are not crossed, and the walk stops at a number of files,
// since the directory itself is the queue and is looked at again.

package import Documents
package import Platform

/// What one look found.
package struct InboxContents: Sendable {
    package struct File: Sendable {
        /// Path below the inbox.
        package let name: RawName
        package let status: FileStatus
    }

    package struct Ignored: Sendable, Hashable {
        package let name: RawName
        package let reason: String
    }

    package var files: [File] = []
    package var ignored: [Ignored] = []
    /// Directories to watch, absolute.
    package var directories: [Path] = []
    /// There were more files than were asked for.
    package var isTruncated = false
    /// Regular files that are there, with those beyond the limit.
    package var count = 0
}

package struct InboxWalk {
    private let isRecursive: Bool
    private let limit: Int
    private let known: (RawName) -> Bool
    private var contents = InboxContents()

    /// - Parameters:
    ///   - limit: How many files at the most are returned.
    ///   - known: Names that are returned beyond the limit, since somebody is waiting for them.
    package init(isRecursive: Bool, limit: Int, known: @escaping (RawName) -> Bool) {
        self.isRecursive = isRecursive
        self.limit = limit
        self.known = known
    }

    /// Walks the inbox in the order of names.
    package consuming func look(at inbox: Directory) throws(SystemError) -> InboxContents {
        try walk(inbox, below: RawName([]), depth: 0)
        return contents
    }

    private mutating func walk(_ directory: Directory, below prefix: RawName, depth: Int) throws(SystemError)
    {
        contents.directories.append(directory.path)
        for entry in try directory.entries().sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            let name = prefix.appending(RawName(entry.bytes))
            if let reason = IgnoredNames.reason(for: name.last) {
                ignore(name, reason)
                continue
            }
            do throws(SystemError) {
                try visit(entry, name, in: directory, depth)
            } catch  where error.isMissing || error.isDenied || error.isAcrossMounts || error.isLink {
                // It went away between two looks, or its directory cannot be read; the next look decides.
                if error.isAcrossMounts { ignore(name, "another file system is mounted there") }
                if error.isDenied { ignore(name, "it cannot be read: \(error.reason)") }
            }
        }
    }

    private mutating func visit(
        _ entry: Path, _ name: RawName, in directory: Directory, _ depth: Int
    ) throws(SystemError) {
        let status = try directory.status(entry)
        switch status.kind {
        case .regular:
            contents.count += 1
            if contents.files.count < limit || known(name) {
                contents.files.append(InboxContents.File(name: name, status: status))
            } else {
                contents.isTruncated = true
            }
        case .directory where isRecursive && depth < 64:
            try walk(try directory.directory(entry), below: name, depth: depth + 1)
        case .directory: ignore(name, "it is a folder, and this folder does not look into folders")
        case .symbolicLink: ignore(name, "it is a symbolic link")
        case .other: ignore(name, "it is not a regular file")
        }
    }

    private mutating func ignore(_ name: RawName, _ reason: String) {
        if contents.ignored.count < 1000 {
            contents.ignored.append(InboxContents.Ignored(name: name, reason: reason))
        }
    }
}
