// Work that waits for the disk, away from the threads that all asynchronous code shares.

internal import Glibc

/// Threads for work that blocks, for tasks that prefer them and for single calls.
package let blockingThreads = BlockingThreads()

/// Runs `body` on a thread that nobody else uses meanwhile, and returns what it returns or throws what it throws. A task
/// that prefers `blockingThreads` is on such a thread already and stays there.
package func onBlockingThread<Value: Sendable, Mistake: Error>(
    _ body: @escaping @Sendable () throws(Mistake) -> Value
) async throws(Mistake) -> Value {
    if blockingThreads.isCurrent {
        do throws(Mistake) { return try body() } catch { throw error }
    }
    let result: Result<Value, Mistake> = await withCheckedContinuation { continuation in
        blockingThreads.run {
            do throws(Mistake) {
                continuation.resume(returning: .success(try body()))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }
    return try result.get()
}

/// Threads that may block. There are always enough: work that hangs, on a share that is away, holds up no other. A
/// thread that is done waits a little for more, since making one costs as much as most of the work; so does going from
/// one thread to another, which a task that prefers these need not do.
/// `@unchecked`: the mutex guards every stored property that changes.
package final class BlockingThreads: TaskExecutor, @unchecked Sendable {
    private static let idleSeconds = 2
    /// Room for the asynchronous code of a task.
    private static let stackBytes = 1 << 20

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Set in these threads only.
    private let mark: pthread_key_t
    private var waiting: [@Sendable () -> Void] = []
    /// Threads that wait for work; each takes one of those that wait for a thread.
    private var idle = 0

    fileprivate init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
        var mark = pthread_key_t()
        pthread_key_create(&mark, nil)
        self.mark = mark
    }

    /// Whether the calling thread is one of these.
    fileprivate var isCurrent: Bool { pthread_getspecific(mark) != nil }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    fileprivate func run(_ body: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        let isTaken = idle > waiting.count
        if isTaken { waiting.append(body) }
        pthread_mutex_unlock(mutex)
        if isTaken {
            pthread_cond_signal(condition)
        } else {
            startThread(stackBytes: Self.stackBytes) {
                pthread_setspecific(self.mark, UnsafeRawPointer(self.mutex))
                body()
                while let next = self.next() { next() }
            }
        }
    }

    /// Waits for more work; `nil` where none came for a while.
    private func next() -> (@Sendable () -> Void)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        idle += 1
        defer { idle -= 1 }
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += Self.idleSeconds
        while waiting.isEmpty {
            guard pthread_cond_timedwait(condition, mutex, &deadline) == 0 else { break }
        }
        // In the order of asking; there are never many.
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
