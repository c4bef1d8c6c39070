// Listening Unix sockets, and the lock that says who owns a state directory.

internal import Glibc
internal import PlatformShims

package enum UnixSocket {
    /// A listening socket at a path that must be free, with this mode from the first moment.
    package static func listen(at path: Path, mode: UInt32) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try check("listen", path.string) { path.withCString { papertray_listen_unix($0, mode) } })
    }
}

/// An exclusive lock on a file, held until the process ends or the value goes.
package final class FileLock: Sendable {
    private let file: Descriptor

    /// - Throws: `SystemError` with `EWOULDBLOCK` where another process holds the lock.
    package init(_ path: Path) throws(SystemError) {
        let number = try check("open", path.string) {
            path.withCString { papertray_open_at(AT_FDCWD, $0, O_RDWR | O_CREAT, 0o600) }
        }
        file = Descriptor(owning: number)
        try check("lock", path.string) { papertray_lock(number) }
    }
}

extension SystemError {
    package var isLocked: Bool { number == EWOULDBLOCK }
}
