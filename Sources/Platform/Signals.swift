// Signals as a stream: blocked in every thread, taken by one thread that waits for them.

internal import Glibc

/// The signals a service answers to.
package enum ServiceSignal: Sendable, Hashable {
    case terminate
    case reload
}

package enum Signals {
    /// Blocks SIGTERM, SIGINT and SIGHUP for this thread and all later ones, ignores SIGPIPE, and delivers the former
    /// as a stream. Must be called before other threads exist.
    package static func receive() -> AsyncStream<ServiceSignal> {
        signal(SIGPIPE, SIG_IGN)
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let waited = set
        let (stream, continuation) = AsyncStream.makeStream(of: ServiceSignal.self)
        startThread {
            var set = waited
            while true {
                var number: Int32 = 0
                guard sigwait(&set, &number) == 0 else { continue }
                continuation.yield(number == SIGHUP ? .reload : .terminate)
            }
        }
        return stream
    }
}
