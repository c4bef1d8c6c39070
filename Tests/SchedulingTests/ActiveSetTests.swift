// Places for jobs: bounded, by priority, with room for small ones.

internal import Documents
internal import Scheduling
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ActiveSetTests {
    /// The order in which waiters got their places.
    private final class Order: Sendable {
        private let entered = Mutex<[String]>([])

        func add(_ name: String) { entered.withLock { $0.append(name) } }
        var names: [String] { entered.withLock { $0 } }
    }

    /// Starts somebody who asks for a place, and waits until the asking has begun.
    private func ask(
        _ name: String, _ size: JobSize, _ priority: Priority = .normal, of set: ActiveSet, _ order: Order
    ) async {
        let before = await set.waitingCount
        Task {
            await set.enter(size, priority)
            order.add(name)
        }
        #expect(await eventually { await set.waitingCount > before || order.names.contains(name) })
    }

    @Test func largeJobsLeaveRoomForSmallOnes() async {
        let (set, order) = (ActiveSet(limit: 4), Order())
        for number in 1...3 { await ask("large\(number)", .large, of: set, order) }
        await ask("small", .small, of: set, order)
        #expect(await eventually { order.names.count == 3 })
        #expect(Set(order.names) == ["large1", "large2", "small"])
        await set.leave(.small)
        #expect(order.names.count == 3, "the place of a small job is not for a large one")
        await set.leave(.large)
        #expect(await eventually { order.names.last == "large3" })
    }

    @Test func higherPriorityGetsTheNextPlace() async {
        let (set, order) = (ActiveSet(limit: 1), Order())
        await set.enter(.small, .normal)
        await ask("low", .small, .low, of: set, order)
        await ask("normal", .small, of: set, order)
        await ask("high", .small, .high, of: set, order)
        for count in 1...3 {
            await set.leave(.small)
            #expect(await eventually { order.names.count == count })
        }
        #expect(order.names == ["high", "normal", "low"])
    }

    @Test func smallJobThatProvesLargeWaitsWithoutItsPlace() async {
        let (set, order) = (ActiveSet(limit: 2), Order())
        await set.enter(.large, .normal)
        await set.enter(.small, .normal)
        let exchange = Task { await set.exchange(.normal) }
        await ask("small", .small, of: set, order)
        #expect(await eventually { order.names == ["small"] })
        await set.leave(.large)
        await set.leave(.small)
        #expect(await exchange.value == .large)
    }
}
