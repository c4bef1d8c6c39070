// Plain threads, for work that blocks or that must have a thread of its own.

internal import Glibc

/// A thread that is running; it can be waited for once.
package struct RunningThread: Sendable {
    // pthread_t is a number on Linux.
    let handle: pthread_t

    /// Waits until the thread's body has returned.
    package func join() {
        pthread_join(handle, nil)
    }

    package func detach() {
        pthread_detach(handle)
    }
}

private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a thread that nobody waits for.
package func startThread(stackBytes: Int = 1 << 19, _ body: @escaping @Sendable () -> Void) {
    spawnThread(stackBytes: stackBytes, body).detach()
}

/// Starts a thread that the caller joins.
package func spawnThread(
    stackBytes: Int, _ body: @escaping @Sendable () -> Void
) -> RunningThread {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    var handle = pthread_t()
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    let result = pthread_create(
        &handle, &attributes,
        { context in
            guard let context else { return nil }
            Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }, context)
    precondition(result == 0, "no thread could be started: \(String(cString: strerror(result)))")
    return RunningThread(handle: handle)
}
