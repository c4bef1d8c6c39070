// How many jobs are in hand at a time. The inboxes and the ledger are the queue; this bound keeps memory small however
// many files wait. Large jobs may take half of the places, so that small ones always find one.

package import Documents

/// What a job takes of the active set.
package enum JobSize: Sendable {
    case small
    case large

    /// Pages, beyond which a job is large.
    private static let pages = 40

    package init(isLarge: Bool) { self = isLarge ? .large : .small }

    /// Judges a job by its bytes and, once it is identified, by its pages.
    package init(of job: Job) {
        let pages = job.documents.reduce(0) { $0 + ($1.facts?.pageCount ?? 0) }
        let isWorkedOn = job.plan.map { !$0.steps.isEmpty } ?? true
        self.init(
            isLarge: isWorkedOn && pages > Self.pages || job.original.bytes > 10_000_000
                || job.documents.count > 20)
    }
}

/// A bounded number of places, handed out by priority and then in the order of asking.
package actor ActiveSet {
    private struct Waiter {
        let size: JobSize
        let priority: Priority
        let go: CheckedContinuation<Void, Never>
    }

    /// Jobs that may wait without a place for that of a large one.
    private static let exchangeLimit = 32

    private var free: Int
    private var freeForLarge: Int
    private var waiting: [Waiter] = []
    private var exchanging = 0

    package init(limit: Int) {
        free = limit
        freeForLarge = max(1, limit / 2)
    }

    /// Waits for a place and takes it.
    package func enter(_ size: JobSize, _ priority: Priority) async {
        if fits(size) { return take(size) }
        await withCheckedContinuation { go in
            // Behind all of its own priority.
            let place = waiting.firstIndex { $0.priority < priority } ?? waiting.endIndex
            waiting.insert(Waiter(size: size, priority: priority, go: go), at: place)
        }
    }

    package func leave(_ size: JobSize) {
        free += 1
        if size == .large { freeForLarge += 1 }
        while let index = waiting.firstIndex(where: { fits($0.size) }) {
            let waiter = waiting.remove(at: index)
            take(waiter.size)
            waiter.go.resume()
        }
    }

    /// Gives the place of a small job for that of a large one, waiting for it where there is none.
    /// - Returns: The size of the place that it has now; with too many waiting it keeps the one it has.
    package func exchange(_ priority: Priority) async -> JobSize {
        if freeForLarge > 0 {
            freeForLarge -= 1
            return .large
        }
        if exchanging >= Self.exchangeLimit { return .small }
        exchanging += 1
        leave(.small)
        await enter(.large, priority)
        exchanging -= 1
        return .large
    }

    /// How many wait for a place.
    package var waitingCount: Int { waiting.count }

    private func fits(_ size: JobSize) -> Bool { free > 0 && (size == .small || freeForLarge > 0) }

    private func take(_ size: JobSize) {
        free -= 1
        if size == .large { freeForLarge -= 1 }
    }
}
