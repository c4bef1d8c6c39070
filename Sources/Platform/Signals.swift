// Signals as a stream. A handler that only writes a byte works whichever thread the kernel picks; blocking signals
// would not, since the main thread of an asynchronous program waits in libdispatch with all of them open.

internal import Glibc
internal import PlatformShims

/// The signals a service answers to.
package enum ServiceSignal: Sendable, Hashable {
    case terminate
    case reload
}

package enum Signals {
    /// Ignores SIGPIPE, and delivers SIGTERM and SIGINT as `terminate` and SIGHUP as `reload` from now on.
    package static func receive() throws(SystemError) -> AsyncStream<ServiceSignal> {
        signal(SIGPIPE, SIG_IGN)
        var pair: [Int32] = [0, 0]
        try check("socketpair") { papertray_socket_pair(&pair) }
        let reader = Descriptor(owning: pair[0])
        // Belongs to the handler, for as long as the process lives.
        try check("sigaction") { papertray_redirect_signals(pair[1]) }
        let (stream, continuation) = AsyncStream.makeStream(of: ServiceSignal.self)
        let number = reader.release()
        startThread {
            let reader = Descriptor(owning: number)
            do throws(SystemError) {
                while let byte = try reader.read(atMost: 1).first {
                    continuation.yield(Int32(byte) == SIGHUP ? .reload : .terminate)
                }
            } catch {
                continuation.finish()
            }
        }
        return stream
    }
}
