// How long a job has really been worked on: the time during which at least one of its tasks was running. Waiting for
// its turn beside others costs a job nothing, so a large one is not timed out because many are in hand. Pure.

/// The working time of one job.
struct BusyTime: Sendable {
    private var running = 0
    private var since: ContinuousClock.Instant?
    private var total = Duration.zero

    mutating func begin(at now: ContinuousClock.Instant) {
        if running == 0 { since = now }
        running += 1
    }

    mutating func end(at now: ContinuousClock.Instant) {
        running -= 1
        guard running == 0, let since else { return }
        total += now - since
        self.since = nil
    }

    func spent(at now: ContinuousClock.Instant) -> Duration {
        total + (since.map { now - $0 } ?? .zero)
    }
}
