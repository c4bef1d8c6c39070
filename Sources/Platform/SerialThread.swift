// A serial executor with a thread of its own, for actors whose calls block: SQLite waits for the disk, and a blocked
// thread of the shared pool would hold up everybody else. Whoever may block too can have the actors to itself instead,
// which spares the change of threads there and back.

internal import Glibc
internal import Synchronization

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

    /// Runs `body` on the calling thread, which may have to wait, while no job of the actors runs. Not to be called from
    /// such a job.
    package func exclusively<Value, Mistake>(
        _ body: () throws(Mistake) -> Value
    ) throws(Mistake) -> Value {
        queue.take()
        defer { queue.giveBack() }
        return try body()
    }

    /// The calling thread is isolated to the actors while it runs a job of theirs or is in `exclusively`.
    package func checkIsolated() {
        precondition(queue.isTakenHere, "not on the thread of this actor")
    }

    /// The jobs waiting. `@unchecked`: the mutex guards every stored property that changes.
    private final class Queue: @unchecked Sendable {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        /// Held by the one thread that is isolated to the actors.
        private let turn = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let holder = Atomic<UInt>(0)
        private var waiting: [(job: UnownedJob, executor: UnownedSerialExecutor)] = []
        private var isStopped = false

        init() {
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(condition, nil)
            pthread_mutex_init(turn, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            pthread_cond_destroy(condition)
            pthread_mutex_destroy(turn)
            turn.deallocate()
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

        func take() {
            pthread_mutex_lock(turn)
            holder.store(pthread_self(), ordering: .relaxed)
        }

        func giveBack() {
            holder.store(0, ordering: .relaxed)
            pthread_mutex_unlock(turn)
        }

        var isTakenHere: Bool { holder.load(ordering: .relaxed) == pthread_self() }

        func drain() {
            while let batch = next() {
                for (job, executor) in batch {
                    take()
                    job.runSynchronously(on: executor)
                    giveBack()
                }
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
