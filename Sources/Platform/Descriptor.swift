// One owned file descriptor. It is closed when its owner goes; `close()` is for those who must know that closing
// succeeded, since a failed close of a written file is a lost file.

internal import Glibc
internal import PlatformShims

/// An open file, pipe or socket that has exactly one owner.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes over an open descriptor.
    package init(owning number: Int32) {
        self.number = number
    }

    deinit {
        Glibc.close(number)
    }

    /// Closes and reports what the kernel says; the descriptor is gone in any case.
    package consuming func close() throws(SystemError) {
        let number = number
        discard self
        // After EINTR Linux has closed the descriptor: see close(2).
        if Glibc.close(number) != 0, errno != EINTR { throw SystemError("close") }
    }

    /// Gives the descriptor to somebody who will close it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    package func duplicate() throws(SystemError) -> Descriptor {
        let number = number
        return Descriptor(owning: try check("dup") { fcntl(number, F_DUPFD_CLOEXEC, 3) })
    }

    /// Reads at most `count` bytes; an empty array is the end.
    package func read(atMost count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let number = number
        let got = try check("read") { Glibc.read(number, &bytes, count) }
        bytes.removeLast(count - got)
        return bytes
    }

    /// Reads up to `count` bytes at a place without moving the file's position.
    package func read(atMost count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let number = number
        let got = try check("pread") { Glibc.pread(number, &bytes, count, off_t(offset)) }
        bytes.removeLast(count - got)
        return bytes
    }

    /// Everything up to the end, or up to `limit` bytes.
    package func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let chunk = try read(atMost: min(65536, limit - bytes.count))
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return bytes
    }

    package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        let bytes = Array(bytes)
        var done = 0
        let number = number
        while done < bytes.count {
            let start = done
            done += try check("write") {
                bytes.withUnsafeBytes {
                    Glibc.write(number, $0.baseAddress.map { $0 + start }, bytes.count - start)
                }
            }
        }
    }

    /// Makes content and metadata durable. After an error the file must not be trusted: write a new one.
    package func sync() throws(SystemError) {
        let number = number
        try check("fsync") { fsync(number) }
    }

    /// Makes the content durable, and of the rest only what is needed to read it again.
    package func syncContent() throws(SystemError) {
        let number = number
        try check("fdatasync") { fdatasync(number) }
    }

    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        let number = number
        try check("fstat") { fstat(number, &status) }
        return FileStatus(status)
    }

    /// Whether a process still has the file open for writing; `nil` where the file system cannot tell.
    package func hasWriter() -> Bool? {
        switch papertray_has_no_writer(number) {
        case 1: false
        case 0: true
        default: nil
        }
    }
}
