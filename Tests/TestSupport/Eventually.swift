// Waiting for a state and never for a time.

/// Waits until `condition` holds; `false` where it does not within the limit.
package func eventually(
    within limit: Duration = .seconds(120), _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while true {
        if try await condition() { return true }
        if ContinuousClock.now > end { return false }
        await Task.yield()
    }
}
