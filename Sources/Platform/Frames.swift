// Frames on a stream socket: a 32-bit little-endian length and that many bytes. Both ends of the worker's channel
// use them. A length beyond the limit means that the other end speaks rubbish and cannot be trusted any further.

internal import Glibc

/// A channel that carries whole messages.
package final class FrameChannel: Sendable {
    package static let limit = 64 << 20

    private let descriptor: Descriptor

    package init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// The next message, or `nil` at the end of the stream.
    /// - Throws: `SystemError` with `EBADMSG` for a frame that is too long or cut off.
    package func receive() throws(SystemError) -> [UInt8]? {
        let header = try exactly(4)
        if header.isEmpty { return nil }
        guard header.count == 4 else { throw SystemError("receive", "frame", number: EBADMSG) }
        let length = header.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        guard length <= Self.limit else { throw SystemError("receive", "frame", number: EBADMSG) }
        let message = try exactly(length)
        guard message.count == length else { throw SystemError("receive", "frame", number: EBADMSG) }
        return message
    }

    package func send(_ message: some Collection<UInt8>) throws(SystemError) {
        let header = (0..<4).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) }
        let frame = header + message
        var done = 0
        while done < frame.count {
            let start = done
            // A dead reader is an error for the caller and not a signal for the process.
            done += try check("send") {
                frame.withUnsafeBytes {
                    Glibc.send(
                        descriptor.number, $0.baseAddress.map { $0 + start }, frame.count - start,
                        Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Ends both directions, so that a thread waiting in `receive` sees the end.
    package func shutDown() {
        Glibc.shutdown(descriptor.number, Int32(SHUT_RDWR))
    }

    private func exactly(_ count: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let chunk = try descriptor.read(atMost: count - bytes.count)
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return bytes
    }
}
