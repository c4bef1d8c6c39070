// Turn-taking.

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

    @Test func lateComerIsNextAfterThoseWhoWait() {
        var queue = TaskQueue<String>()
        for item in ["a1", "a2", "a3"] { queue.append(item, for: "a") }
        #expect(queue.next() == "a1")
        queue.append("b1", for: "b")
        #expect(drain(&queue) == ["a2", "b1", "a3"])
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
