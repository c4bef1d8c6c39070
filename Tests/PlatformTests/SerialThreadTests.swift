// An actor on a thread of its own: its calls run one after another, in order, and never on the shared pool.

internal import Glibc
internal import Platform
internal import Testing

@Suite struct SerialThreadTests {
    private actor Recorder {
        private let thread: SerialThread
        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
        private var order: [Int] = []
        private var threads: Set<pthread_t> = []
        private var isBusy = false

        init(_ thread: SerialThread) { self.thread = thread }

        func record(_ number: Int) -> Bool {
            let wasAlone = !isBusy
            isBusy = true
            order.append(number)
            threads.insert(pthread_self())
            isBusy = false
            return wasAlone
        }

        func recorded() -> (order: [Int], threads: Int, here: pthread_t) {
            (order, threads.count, pthread_self())
        }
    }

    @Test func runsInOrderOnOneThread() async {
        let recorder = Recorder(SerialThread())
        for number in 0..<500 { _ = await recorder.record(number) }
        let recorded = await recorder.recorded()
        #expect(recorded.order == Array(0..<500))
        #expect(recorded.threads == 1)
    }

    @Test func neverRunsTwoAtATime() async {
        let recorder = Recorder(SerialThread())
        let wereAlone = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<500 { group.addTask { await recorder.record(number) } }
            return await group.allSatisfy { $0 }
        }
        #expect(wereAlone)
        #expect(await recorder.recorded().order.sorted() == Array(0..<500))
    }

    @Test func neverRunsBesideSomebodyWhoHasItToHimself() async {
        let thread = SerialThread()
        let recorder = Recorder(thread)
        let wereAlone = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask { await recorder.record(number) }
                group.addTask {
                    await onBlockingThread {
                        thread.exclusively { recorder.assumeIsolated { $0.record(1000 + number) } }
                    }
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(wereAlone)
        #expect(await recorder.recorded().order.sorted() == Array(0..<200) + Array(1000..<1200))
    }

    @Test func actorsMayShareAThread() async {
        let thread = SerialThread()
        let (one, two) = (Recorder(thread), Recorder(thread))
        #expect(await one.recorded().here == two.recorded().here)
        #expect(await one.recorded().here != Recorder(SerialThread()).recorded().here)
    }

    @Test func blockingThreadHandsBackValuesAndFailures() async {
        #expect(await onBlockingThread { 7 } == 7)
        await #expect(throws: SystemError("open", number: ENOENT)) {
            try await onBlockingThread { () throws(SystemError) -> Int in
                throw SystemError("open", number: ENOENT)
            }
        }
    }
}
