// Events of the kernel, through libinotifytools. The library keeps one global state: one object owns it for the whole
// process. A thread of its own waits in the library for the next event, which touches only the library's read buffer;
// everything that touches its table of watches happens under one lock. Events are hints: the reader of the stream looks
// at the directory itself, and everything also works from the periodic scan alone.

internal import CInotifyTools
internal import Glibc
package import Platform
internal import Synchronization

/// Something was heard.
package enum WatchEvent: Sendable, Hashable {
    /// A name in a watched directory changed. `arrivedWhole` says that it was renamed to this name.
    case changed(directory: Path, name: Path, arrivedWhole: Bool)
    /// A watched directory went away or was moved: its watch means nothing any more.
    case directoryLost(Path)
    /// The kernel dropped events: everything must be looked at.
    case overflow
}

/// The one watcher of the process.
package final class InotifyWatcher: Sendable {
    package let events: AsyncStream<WatchEvent>
    private let continuation: AsyncStream<WatchEvent>.Continuation
    /// Why there will be no events at all; `nil` where there will be.
    private let deafness: SystemError?
    /// The directories in the library's table; the lock guards that table too.
    private let watched = Mutex<Set<Path>>([])

    /// Starts listening, or is deaf where the kernel gives no events: then no directory can be watched. Must be called
    /// once in a process.
    package init() {
        (events, continuation) = AsyncStream.makeStream()
        guard inotifytools_initialize() != 0 else {
            // The library keeps the -1 that the call gave and not the number of the error.
            deafness = SystemError("inotify_init")
            return
        }
        deafness = nil
        startThread { [self] in
            // A negative timeout waits for ever. An event lies in the library's buffer until the next call.
            while let event = inotifytools_next_event(-1) {
                watched.withLock { handle(UnsafePointer(event), &$0) }
            }
            continuation.finish()
        }
    }

    /// Watches a directory.
    /// - Throws: `SystemError`; `advice(for:)` says what to do about it.
    package func watch(_ directory: Path) throws(SystemError) {
        if let deafness { throw deafness }
        let mask =
            IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ATTRIB
        let number: Int32? = watched.withLock { watched in
            if watched.contains(directory) { return nil }
            guard directory.withCString({ inotifytools_watch_file($0, Int32(mask)) }) != 0 else {
                return inotifytools_error()
            }
            watched.insert(directory)
            return nil
        }
        if let number { throw SystemError("inotify_add_watch", directory.string, number: number) }
    }

    /// What to do where a directory cannot be watched, see inotify_init(2) and inotify_add_watch(2).
    static func advice(for error: SystemError) -> String {
        switch error.number {
        case ENOSPC: "raise the sysctl fs.inotify.max_user_watches; until then the folder is polled"
        case EMFILE:
            "raise the sysctl fs.inotify.max_user_instances and start the service again; until then the folder is polled"
        default: "the folder is polled"
        }
    }

    private func handle(_ event: UnsafePointer<inotify_event>, _ watched: inout Set<Path>) {
        let mask = event.pointee.mask
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
            continuation.yield(.overflow)
            return
        }
        guard let text = inotifytools_filename_from_wd(event.pointee.wd) else { return }
        var bytes = Array(UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) })
        if bytes.count > 1 && bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        let directory = Path(bytes: bytes)
        if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) != 0 {
            forget(directory, &watched)
            continuation.yield(.directoryLost(directory))
            return
        }
        continuation.yield(
            .changed(
                directory: directory, name: name(of: event), arrivedWhole: mask & UInt32(IN_MOVED_TO) != 0))
    }

    /// The name follows the fixed part of the event, padded with NUL bytes.
    private func name(of event: UnsafePointer<inotify_event>) -> Path {
        let start = UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size
        let padded = UnsafeRawBufferPointer(start: start, count: Int(event.pointee.len))
        return Path(bytes: padded.prefix { $0 != 0 })
    }

    private func forget(_ directory: Path, _ watched: inout Set<Path>) {
        guard watched.remove(directory) != nil else { return }
        // The library keeps the names of directories with a slash at the end.
        _ = Path(bytes: directory.bytes + [UInt8(ascii: "/")]).withCString {
            inotifytools_remove_watch_by_filename($0)
        }
    }
}
