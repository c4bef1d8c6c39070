// Turn-taking.

internal import Documents
@testable internal import Scheduling
internal import Testing

@Suite struct TaskQueueTests {
    private func drain(_ queue: inout TaskQueue<String>) -> [String] {
        var items: [String] = []
        while let item = queue.next() { items.append(item) }
        return items
    }

    @Test func nobodyGetsASecondTurnBeforeEverybodyHadOne() {
        var queue = TaskQueue<String>()
        for item in ["a1", "a2", "a3", "b1", "c1", "c2"] { queue.append(item, for: String(item.prefix(1))) }
        #expect(drain(&queue) == ["a1", "b1", "c1", "a2", "c2", "a3"])
        #expect(queue.isEmpty)
    }

    @Test func whoeverHadTheLeastOvertakes() {
        var queue = TaskQueue<String>()
        for item in ["a1", "a2", "a3"] { queue.append(item, for: "a") }
        #expect(queue.next() == "a1")
        queue.append("b1", for: "b")
        #expect(drain(&queue) == ["b1", "a2", "a3"])
    }

    /// A stream of small jobs must not keep a large one from ever going on.
    @Test func everyFourthTurnGoesToTheLongestWait() {
        var queue = TaskQueue<String>()
        for number in 1...9 { queue.append("a\(number)", for: "a") }
        var order: [String] = []
        for number in 1...9 {
            queue.append("small", for: "b\(number)")
            if let item = queue.next() { order.append(item) }
        }
        #expect(order.first == "a1")
        #expect(order.filter { $0 != "small" }.count >= 3)
        #expect(order.filter { $0 == "small" }.count >= 5)
    }

    @Test func higherPriorityGoesFirst() {
        var queue = TaskQueue<String>()
        queue.append("low", for: "l", priority: .low)
        queue.append("normal", for: "n")
        for item in ["high1", "high2"] { queue.append(item, for: "h", priority: .high) }
        #expect(drain(&queue) == ["high1", "high2", "normal", "low"])
    }

    /// The tasks of a job come one after another; between them it has nothing in the queue.
    @Test func whatWasGivenIsRememberedUntilTheKeyIsForgotten() {
        var queue = TaskQueue<String>()
        for item in ["a1", "a2", "a3"] { queue.append(item, for: "a") }
        _ = drain(&queue)
        queue.append("b1", for: "b")
        _ = queue.next()
        // The fifth turn; the fourth was for the longest wait.
        queue.append("a4", for: "a")
        queue.append("b2", for: "b")
        #expect(drain(&queue) == ["b2", "a4"])
        queue.forget("a")
        queue.append("b3", for: "b")
        queue.append("a5", for: "a")
        #expect(queue.next() == "a5")
    }

    @Test func whoeverHadLessIsWorthWaitingFor() {
        var queue = TaskQueue<String>()
        for item in ["a1", "a2", "a3"] { queue.append(item, for: "a") }
        _ = (queue.next(), queue.next())
        queue.append("b1", for: "b")
        _ = queue.next(for: "b")
        #expect(queue.isWorthWaiting(for: "b", priority: .normal))
        #expect(!queue.isWorthWaiting(for: "b", priority: .low))
        queue.append("c1", for: "c")
        #expect(!queue.isWorthWaiting(for: "b", priority: .normal), "somebody has had nothing yet")
        #expect(queue.isWorthWaiting(for: "b", priority: .high))
        #expect(queue.next(for: "b") == nil)
        #expect(drain(&queue).count == 2)
        #expect(!queue.isWorthWaiting(for: "b", priority: .normal), "nobody waits")
    }

    @Test func oneAloneGetsEveryTurn() {
        var queue = TaskQueue<String>()
        for item in ["a1", "a2"] { queue.append(item, for: "a") }
        #expect(drain(&queue) == ["a1", "a2"])
        queue.append("a3", for: "a")
        #expect(drain(&queue) == ["a3"])
    }

    @Test func emptyQueueGivesNothing() {
        var queue = TaskQueue<String>()
        #expect(
            queue.isEmpty && queue.next() == nil && queue.removeAll().isEmpty
                && queue.removeAll(for: "a").isEmpty)
    }

    @Test func removingOneKeyKeepsTheOthersInTurn() {
        var queue = TaskQueue<String>()
        for item in ["a1", "b1", "a2", "c1"] { queue.append(item, for: String(item.prefix(1))) }
        #expect(queue.removeAll(for: "a") == ["a1", "a2"])
        #expect(queue.next() == "b1")
        #expect(queue.removeAll() == ["c1"])
        #expect(queue.isEmpty)
    }
}
