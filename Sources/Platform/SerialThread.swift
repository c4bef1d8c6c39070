// A serial executor with a thread of its own, for actors whose calls block: SQLite waits for the disk, and a blocked
// thread of the shared pool would hold up everybody else.

internal import Glibc

/// One thread that runs the jobs of the actors which name it as their executor, in order.
package final class SerialThread: SerialExecutor {
    private let queue: Queue

    package init() {
        let queue = Queue()
        self.queue = queue
        startThread { queue.drain() }
    }

    deinit { queue.stop() }

    package func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job), executor: asUnownedSerialExecutor())
    }

    /// The jobs waiting. `@unchecked`: the mutex guards every stored property that changes.
    private final class Queue: @unchecked Sendable {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        private var waiting: [(job: UnownedJob, executor: UnownedSerialExecutor)] = []
        private var isStopped = false

        init() {
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(condition, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            pthread_cond_destroy(condition)
            mutex.deallocate()
            condition.deallocate()
        }

        func append(_ job: UnownedJob, executor: UnownedSerialExecutor) {
            pthread_mutex_lock(mutex)
            waiting.append((job, executor))
            pthread_mutex_unlock(mutex)
            pthread_cond_signal(condition)
        }

        func stop() {
            pthread_mutex_lock(mutex)
            isStopped = true
            pthread_mutex_unlock(mutex)
            pthread_cond_signal(condition)
        }

        func drain() {
            while let batch = next() {
                for (job, executor) in batch { job.runSynchronously(on: executor) }
            }
        }

        private func next() -> [(job: UnownedJob, executor: UnownedSerialExecutor)]? {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            while waiting.isEmpty && !isStopped { pthread_cond_wait(condition, mutex) }
            if waiting.isEmpty { return nil }
            defer { waiting.removeAll(keepingCapacity: true) }
            return waiting
        }
    }
}
