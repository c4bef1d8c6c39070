// Work that waits for the disk, away from the threads that all asynchronous code shares.

/// Runs `body` on a thread of its own and returns what it returns or throws what it throws.
package func onBlockingThread<Value: Sendable, Mistake: Error>(
    _ body: @escaping @Sendable () throws(Mistake) -> Value
) async throws(Mistake) -> Value {
    let result: Result<Value, Mistake> = await withCheckedContinuation { continuation in
        startThread {
            do throws(Mistake) {
                continuation.resume(returning: .success(try body()))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }
    return try result.get()
}
