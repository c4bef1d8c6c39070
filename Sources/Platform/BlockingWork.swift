// Work that waits for the disk, away from the threads that all asynchronous code shares.

/// Runs `body` on a thread of its own and returns what it returns.
package func onBlockingThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws(SystemError) -> Value
) async throws(SystemError) -> Value {
    let result: Result<Value, SystemError> = await withCheckedContinuation { continuation in
        startThread {
            do throws(SystemError) {
                continuation.resume(returning: .success(try body()))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }
    return try result.get()
}
