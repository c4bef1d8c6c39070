// An open directory, from which every operation on what lies below starts. Names given to it are walked without
// following links or leaving the mount, so a hostile tree cannot lead anywhere else.

internal import Glibc
internal import PlatformShims

/// A directory held open. Its descriptor never changes, so it may be shared freely.
package final class Directory: Sendable {
    package let number: Int32
    /// Where it was opened, for messages and for libraries that want a path.
    package let path: Path

    private init(owning number: Int32, path: Path) {
        self.number = number
        self.path = path
    }

    deinit { close(number) }

    /// Opens a directory by its path; links on the way are followed, since the operator wrote them.
    package init(_ path: Path) throws(SystemError) {
        number = try check("open", path.string) {
            path.withCString { papertray_open_at(AT_FDCWD, $0, O_RDONLY | O_DIRECTORY, 0) }
        }
        self.path = path
    }

    /// Opens a directory below this one.
    package func directory(_ name: Path) throws(SystemError) -> Directory {
        let opened = try check("open", (path / name).string) {
            name.withCString { papertray_open_beneath(self.number, $0, O_RDONLY | O_DIRECTORY, 0) }
        }
        return Directory(owning: opened, path: path / name)
    }

    /// Opens the directory below this one, after making it and its parents where they are missing.
    package func makeDirectory(_ name: Path, mode: UInt32 = 0o755) throws(SystemError) -> Directory {
        var current = self
        for component in name.normalized.bytes.split(separator: UInt8(ascii: "/")) where component != [0x2E] {
            current = try current.makeOneDirectory(Path(bytes: component), mode: mode)
        }
        return current
    }

    /// Makes a directory whose name need not be durable yet, and opens it.
    package func makeVolatileDirectory(_ name: Path, mode: UInt32) throws(SystemError) -> Directory {
        do {
            try check("mkdir", (path / name).string) { name.withCString { mkdirat(self.number, $0, mode) } }
        } catch  where error.isTaken {}
        return try directory(name)
    }

    /// Opens the directory at an absolute path, after making it and its parents where they are missing. Links and
    /// mounts on the way are followed, since the operator wrote the path.
    /// - Parameter mode: Of the last directory; missing parents get 0755.
    package static func make(_ path: Path, mode: UInt32 = 0o755) throws(SystemError) -> Directory {
        do {
            return try Directory(path)
        } catch  where error.isMissing && path != "/" {
            return try make(path.parent).makeOneDirectory(path.last, mode: mode)
        }
    }

    private func makeOneDirectory(_ name: Path, mode: UInt32) throws(SystemError) -> Directory {
        do {
            try check("mkdir", (path / name).string) { name.withCString { mkdirat(self.number, $0, mode) } }
            try sync()
        } catch  where error.isTaken {}
        return try directory(name)
    }

    /// Opens a file for reading. Pipes and devices do not block; ask the status what was opened.
    package func open(_ name: Path) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try check("open", (path / name).string) {
                name.withCString {
                    papertray_open_beneath(self.number, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0)
                }
            })
    }

    /// Opens a file that a person named, following links as any program does.
    package func openFollowingLinks(_ name: Path) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try check("open", (path / name).string) {
                name.withCString { papertray_open_at(self.number, $0, O_RDONLY | O_NONBLOCK, 0) }
            })
    }

    /// Makes a new file for writing; a taken name is an error.
    package func create(_ name: Path, mode: UInt32 = 0o600) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try check("create", (path / name).string) {
                name.withCString { papertray_open_beneath(self.number, $0, O_RDWR | O_CREAT | O_EXCL, mode) }
            })
    }

    /// Opens a file of ours for writing, new or emptied.
    package func createOrEmpty(_ name: Path, mode: UInt32 = 0o600) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try check("create", (path / name).string) {
                name.withCString { papertray_open_beneath(self.number, $0, O_RDWR | O_CREAT | O_TRUNC, mode) }
            })
    }

    /// A file in this directory's file system that has no name until it is linked.
    package func createUnnamed(mode: UInt32 = 0o600) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try check("open O_TMPFILE", path.string) { papertray_open_unnamed(self.number, mode) })
    }

    /// Gives an unnamed file its name; a taken name is an error and leaves nothing behind.
    package func link(_ file: borrowing Descriptor, as name: Path) throws(SystemError) {
        let number = file.number
        try check("link", (path / name).string) {
            name.withCString { papertray_link_descriptor(number, self.number, $0) }
        }
    }

    /// The status of what the name stands for, without following a link.
    package func status(_ name: Path) throws(SystemError) -> FileStatus {
        var status = stat()
        try check("stat", (path / name).string) {
            name.withCString { fstatat(self.number, $0, &status, AT_SYMLINK_NOFOLLOW) }
        }
        return FileStatus(status)
    }

    package func exists(_ name: Path) throws(SystemError) -> Bool {
        do {
            _ = try status(name)
            return true
        } catch  where error.isMissing {
            return false
        }
    }

    /// Moves one of our own files over an older one of our own.
    package func replace(_ name: Path, with newer: Path) throws(SystemError) {
        try check("rename", (path / newer).string) {
            newer.withCString { from in name.withCString { renameat(self.number, from, self.number, $0) } }
        }
    }

    package func remove(_ name: Path) throws(SystemError) {
        try check("unlink", (path / name).string) { name.withCString { unlinkat(self.number, $0, 0) } }
    }

    /// Removes a file that may have gone already.
    package func removeIfPresent(_ name: Path) throws(SystemError) {
        do { try remove(name) } catch  where error.isMissing {}
    }

    package func removeDirectory(_ name: Path) throws(SystemError) {
        try check("rmdir", (path / name).string) {
            name.withCString { unlinkat(self.number, $0, AT_REMOVEDIR) }
        }
    }

    /// Removes an empty directory that may have gone already; one that is not empty stays and is an error.
    package func removeDirectoryIfPresent(_ name: Path) throws(SystemError) {
        do { try removeDirectory(name) } catch  where error.isMissing {}
    }

    /// Removes a directory of ours with everything in it. Links are removed, never followed.
    package func removeTree(_ name: Path) throws(SystemError) {
        do { try directory(name).removeContents() } catch  where error.isMissing { return }
        try removeDirectory(name)
    }

    /// Removes everything in this directory of ours, but for one name. Links are removed, never followed.
    package func removeContents(except kept: Path? = nil) throws(SystemError) {
        for entry in try entries() where entry != kept {
            switch try status(entry).kind {
            case .directory: try removeTree(entry)
            default: try remove(entry)
            }
        }
    }

    /// Makes the names in this directory durable.
    package func sync() throws(SystemError) {
        try check("fsync", path.string) { fsync(self.number) }
    }

    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try check("fstat", path.string) { fstat(self.number, &status) }
        return FileStatus(status)
    }

    /// The names in this directory without `.` and `..`, in no order.
    package func entries() throws(SystemError) -> [Path] {
        // A fresh description, since readdir moves a position that duplicates would share.
        let number = try check("open", path.string) {
            papertray_open_at(self.number, ".", O_RDONLY | O_DIRECTORY, 0)
        }
        guard let stream = fdopendir(number) else {
            close(number)
            throw SystemError("opendir", path.string)
        }
        defer { closedir(stream) }
        var names: [Path] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw SystemError("readdir", path.string) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
                    Array(
                        UnsafeBufferPointer(
                            start: start,
                            count: strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))))
                }
            }
            if name != [0x2E] && name != [0x2E, 0x2E] { names.append(Path(bytes: name)) }
        }
    }

    /// The magic number of the file system, as statfs gives it.
    package func fileSystemType() throws(SystemError) -> Int {
        try check("statfs", path.string) { papertray_file_system_type(self.number) }
    }
}
