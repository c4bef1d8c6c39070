// Events of the kernel, through libinotifytools. The library keeps one global state, so one actor owns it for the
// whole process. Events are hints: the reader of the stream looks at the directory itself, and everything also works
// from the periodic scan alone.

internal import CInotifyTools
internal import Glibc
package import Platform

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
package actor InotifyWatcher {
    package nonisolated let events: AsyncStream<WatchEvent>
    private let continuation: AsyncStream<WatchEvent>.Continuation
    private let thread = SerialThread()
    private var watched: Set<Path> = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Starts listening. Must be called once in a process.
    package init() throws(SystemError) {
        let before = try Self.inotifyDescriptors()
        guard inotifytools_initialize() != 0 else { throw SystemError("inotify_init", number: inotifytools_error()) }
        // The library keeps its descriptor to itself; it is the one that was not there before.
        guard let descriptor = try Self.inotifyDescriptors().subtracting(before).first else {
            throw SystemError("inotify_init", number: ENOSYS)
        }
        (events, continuation) = AsyncStream.makeStream()
        let news = try NewsPoll(on: descriptor)
        startThread { [weak self] in
            while let self {
                do { try news.wait() } catch { return }
                Task { await self.drain() }
            }
        }
    }

    /// Watches a directory.
    /// - Throws: `SystemError` with `ENOSPC` where `fs.inotify.max_user_watches` is used up.
    package func watch(_ directory: Path) throws(SystemError) {
        if watched.contains(directory) { return }
        let mask =
            IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ATTRIB
        guard directory.withCString({ inotifytools_watch_file($0, Int32(mask)) }) != 0 else {
            throw SystemError("inotify_add_watch", directory.string, number: inotifytools_error())
        }
        watched.insert(directory)
    }

    package func unwatch(_ directory: Path) {
        guard watched.remove(directory) != nil else { return }
        // The library keeps the names of directories with a slash at the end.
        _ = Path(bytes: directory.bytes + [UInt8(ascii: "/")]).withCString { inotifytools_remove_watch_by_filename($0) }
    }

    private func drain() {
        while let event = inotifytools_next_event(0) { handle(UnsafePointer(event)) }
    }

    private func handle(_ event: UnsafePointer<inotify_event>) {
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
            unwatch(directory)
            continuation.yield(.directoryLost(directory))
            return
        }
        continuation.yield(
            .changed(directory: directory, name: name(of: event), arrivedWhole: mask & UInt32(IN_MOVED_TO) != 0))
    }

    /// The name follows the fixed part of the event, padded with NUL bytes.
    private func name(of event: UnsafePointer<inotify_event>) -> Path {
        let start = UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size
        let padded = UnsafeRawBufferPointer(start: start, count: Int(event.pointee.len))
        return Path(bytes: padded.prefix { $0 != 0 })
    }

    private static func inotifyDescriptors() throws(SystemError) -> Set<Int32> {
        var found: Set<Int32> = []
        for entry in try Directory("/proc/self/fd").entries() {
            var target = [CChar](repeating: 0, count: 64)
            let length = readlink("/proc/self/fd/\(entry)", &target, 63)
            let name = target.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
            if name.elementsEqual("anon_inode:inotify".utf8), let number = Int32(entry.string) { found.insert(number) }
        }
        return found
    }
}
