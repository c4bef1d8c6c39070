// Side-by-side work with typed failures: the first one ends the rest.

internal import Documents

/// Runs `body` for every item, at most `limit` at a time.
/// - Throws: The first failure, after the others that were running have ended.
func inParallel<Item: Sendable>(
    _ items: [Item], limit: Int, _ body: @escaping @Sendable (Item) async throws(Failure) -> Void
) async throws(Failure) {
    let first: Failure? = await withTaskGroup(of: Failure?.self) { group in
        var waiting = items.makeIterator()
        var failure: Failure?
        func startNext() {
            guard failure == nil, let item = waiting.next() else { return }
            group.addTask {
                do throws(Failure) {
                    try await body(item)
                    return nil
                } catch {
                    return error
                }
            }
        }
        for _ in 0..<min(limit, items.count) { startNext() }
        while let ended = await group.next() {
            failure = failure ?? ended
            startNext()
        }
        return failure
    }
    if let first { throw first }
}
