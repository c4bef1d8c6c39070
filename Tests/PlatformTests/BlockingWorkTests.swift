// Work that blocks has a thread of its own for as long as it takes.

internal import Glibc
internal import Platform
internal import Testing

private func thisThread() -> UInt { pthread_self() }

@Suite(.timeLimit(.minutes(5))) struct BlockingWorkTests {
    private struct Mistake: Error, Equatable {
        let number: Int
    }

    @Test func returnsAndThrows() async throws {
        #expect(await onBlockingThread { 7 } == 7)
        await #expect(throws: Mistake(number: 3)) {
            try await onBlockingThread { () throws(Mistake) -> Int in throw Mistake(number: 3) }
        }
    }

    /// As on a share that does not answer: each waits for what the last one does.
    @Test(arguments: [1, 40]) func workThatHangsHoldsUpNoOther(count: Int) async throws {
        var pipe: [Int32] = [0, 0]
        #expect(Glibc.pipe(&pipe) == 0)
        let (reading, writing) = (pipe[0], pipe[1])
        defer { _ = (close(reading), close(writing)) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    await onBlockingThread {
                        var byte: UInt8 = 0
                        _ = read(reading, &byte, 1)
                    }
                }
            }
            group.addTask {
                await onBlockingThread {
                    _ = write(writing, [UInt8](repeating: 1, count: count), count)
                }
            }
        }
    }

    @Test func taskThatPrefersTheseThreadsStaysOnItsOwn() async {
        let task = Task(executorPreference: blockingThreads) {
            // An asynchronous function may go on elsewhere after each `await`, but not after this one.
            let before = thisThread()
            let inside = await onBlockingThread { thisThread() }
            return before == inside && inside == thisThread()
        }
        #expect(await task.value)
    }

    @Test func tasksThatBlockHoldUpNoOther() async {
        var pipe: [Int32] = [0, 0]
        #expect(Glibc.pipe(&pipe) == 0)
        let (reading, writing) = (pipe[0], pipe[1])
        defer { _ = (close(reading), close(writing)) }
        let blocked = (0..<20).map { _ in
            Task(executorPreference: blockingThreads) {
                var byte: UInt8 = 0
                return read(reading, &byte, 1)
            }
        }
        await Task(executorPreference: blockingThreads) {
            _ = write(writing, [UInt8](repeating: 1, count: 20), 20)
        }.value
        for task in blocked { #expect(await task.value == 1) }
    }

    @Test func manyOneAfterAnother() async {
        var sum = 0
        for number in 1...500 { sum += await onBlockingThread { number } }
        #expect(sum == 125_250)
    }
}
