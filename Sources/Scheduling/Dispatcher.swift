// The seam between jobs and the processes that do their tasks. The local pool is one dispatcher; another may send the
// same requests to other machines, and neither steps nor ledger need to know.

package import Documents
package import Platform

/// What a dispatcher must know of a job to run its tasks.
package struct JobContext: Sendable, Hashable {
    /// Tasks with the same key take turns with those of other keys.
    package let key: String
    /// The job's own directory, absolute.
    package let directory: Path
    /// What people call the document.
    package let name: String
    package let limits: Limits
    package let priority: Priority
    /// Opens a locked document; in memory only.
    package let password: String?

    package init(
        key: String, directory: Path, name: String, limits: Limits, priority: Priority = .normal,
        password: String? = nil
    ) {
        self.priority = priority
        self.password = password
        self.key = key
        self.directory = directory
        self.name = name
        self.limits = limits
    }
}

package protocol Dispatcher: Sendable {
    /// Runs one task and returns its result.
    /// - Parameter progress: Called with the done share of the task, 0 to 1, from any thread.
    /// - Throws: The worker's own `Failure`; `crashed`, `timeout` or `out-of-memory` where the worker did not come
    ///   back; `cancelled` or `interrupted` where the task was taken away from it.
    func run(
        _ work: Work, of job: JobContext, progress: @escaping @Sendable (Double) -> Void
    ) async throws(Failure) -> TaskResult

    /// Takes all tasks of a job away, those to come included, until `release`; they end with `cancelled`.
    func cancel(_ key: String) async

    /// Forgets a job that has ended.
    func release(_ key: String) async
}
