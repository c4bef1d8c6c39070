// How many jobs are in hand at a time. The inboxes and the ledger are the queue; this bound keeps memory small however
// many files wait.

/// A bounded number of places, handed out in the order of asking.
actor ActiveSet {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(limit: Int) {
        free = limit
    }

    /// Waits for a place and takes it.
    func enter() async {
        if free > 0 {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
