// What fstat says, with the field's own words.

internal import Glibc

package enum FileKind: Sendable, Hashable {
    case regular
    case directory
    case symbolicLink
    case other
}

/// The status of a file at one moment.
package struct FileStatus: Sendable, Hashable {
    package let kind: FileKind
    package let device: UInt64
    package let inode: UInt64
    package let bytes: Int
    package let links: Int
    package let owner: UInt32
    package let group: UInt32
    /// Permission bits only.
    package let mode: UInt32
    /// Nanoseconds since 1970.
    package let modified: Int64
    /// Nanoseconds since 1970.
    package let changed: Int64
    package let accessed: Int64

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .symbolicLink
        default: kind = .other
        }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        bytes = Int(status.st_size)
        links = Int(status.st_nlink)
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode & 0o7777
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
        accessed = Int64(status.st_atim.tv_sec) * 1_000_000_000 + Int64(status.st_atim.tv_nsec)
    }
}
