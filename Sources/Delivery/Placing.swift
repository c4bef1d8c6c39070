// How a file appears in a place where people look: complete, durable, and never over another one. A copy is written
// without a name, synced, and only then linked to its name; a move is a rename that refuses a taken name, or over the
// edge of a mount such a copy followed by removing the first.

package import Documents
package import Platform

/// What a placed file looks like besides its content.
package struct FileAttributes: Sendable {
    /// `nil` where the file stays with the user who makes it.
    package let owner: (user: UInt32, group: UInt32)?
    package let mode: UInt32
    /// Nanoseconds since 1970, or `nil` for now.
    package let modified: Int64?

    /// A result belongs to whoever dropped the document; programs and special bits are not passed on.
    package init(like original: Original, modified: Int64? = nil) {
        owner = (original.owner, original.group)
        mode = (original.mode & 0o666) | 0o400
        self.modified = modified
    }

    /// A file of the user who asks for it.
    package init(mode: UInt32) {
        owner = nil
        self.mode = mode
        modified = nil
    }
}

package enum Placing {
    /// The name that a job's copy has where no file can be without one. What a crash left under it is replaced, so only
    /// one copy of a job may be under way at a time.
    package static func temporaryName(for job: JobID? = nil) -> Path {
        Path(".papertray-\(job?.rawValue ?? Random.hexadecimal(digits: 16)).part")
    }

    /// Makes a durable copy under a name that must be free.
    /// - Throws: `SystemError` of a call `link` with `isTaken` where the name is not free; nothing is left behind then.
    package static func reveal(
        _ source: borrowing Descriptor, sha256: String, in directory: Directory, as name: Path,
        _ attributes: FileAttributes, by temporary: Path = temporaryName()
    ) throws(SystemError) {
        do {
            let file = try directory.createUnnamed()
            try fill(file, from: source, sha256: sha256, attributes)
            Failpoint.outputSynced.reach()
            try directory.link(file, as: name)
        } catch  where error.call == "open O_TMPFILE" && !error.isOutOfSpace && !error.isDenied {
            try revealByName(source, sha256: sha256, in: directory, as: name, attributes, by: temporary)
        }
        try directory.sync()
    }

    /// Moves a file to a name that must be free, over the edge of a mount too.
    package static func move(
        _ name: Path, from source: Directory, to target: Directory, as newName: Path, sha256: String?,
        _ attributes: FileAttributes, by temporary: Path = temporaryName()
    ) throws(SystemError) {
        do {
            try source.rename(name, to: target, as: newName)
        } catch  where error.isAcrossMounts {
            let file = try source.open(name)
            let digest: String
            if let sha256 { digest = sha256 } else { digest = try SHA256.digest(of: file) }
            try reveal(file, sha256: digest, in: target, as: newName, attributes, by: temporary)
            try source.remove(name)
        }
        // A rename that is durable in its target has left its source, or recovery finds it in both as one inode.
        try target.sync()
    }

    /// Writes a small new text file of ours; an older one with the same content counts as done.
    package static func write(_ text: String, in directory: Directory, as name: Path, mode: UInt32)
        throws(SystemError)
    {
        do {
            let file = try directory.create(name, mode: mode)
            try file.write(text.utf8)
            try file.setMode(mode)
            try file.sync()
            try file.close()
        } catch  where error.isTaken {
            let present = try directory.open(name).readAll(limit: 1 << 20)
            if present != Array(text.utf8) { throw error }
        }
    }

    private static func fill(
        _ file: borrowing Descriptor, from source: borrowing Descriptor, sha256: String,
        _ attributes: FileAttributes
    ) throws(SystemError) {
        let copy = try file.fill(from: source)
        // What was verified is what is published, or nothing is.
        guard copy.sha256 == sha256 else {
            throw SystemError("copy", "content changed", number: contentChanged)
        }
        var mode = attributes.mode
        if let owner = attributes.owner, !file.setOwner(owner.user, group: owner.group) {
            // Without the right to give files away the result belongs to the service's user; its group may read it.
            mode |= 0o040
        }
        try file.setMode(mode)
        if let modified = attributes.modified { try file.setModified(modified) }
        try file.sync()
    }

    /// For file systems without unnamed files: a dot name that watchers ignore, then a rename that refuses.
    static func revealByName(
        _ source: borrowing Descriptor, sha256: String, in directory: Directory, as name: Path,
        _ attributes: FileAttributes, by temporary: Path
    ) throws(SystemError) {
        try directory.removeIfPresent(temporary)
        let file = try directory.create(temporary)
        do {
            try fill(file, from: source, sha256: sha256, attributes)
            Failpoint.outputSynced.reach()
            try directory.rename(temporary, to: directory, as: name)
        } catch {
            try directory.remove(temporary)
            // As the other way says it: a move must not take it for a failure of its own rename.
            throw error.isTaken ? SystemError("link", error.operand, number: error.number) : error
        }
    }

    /// `EIO`: to whoever asked, the copy failed.
    private static let contentChanged: Int32 = 5
}
