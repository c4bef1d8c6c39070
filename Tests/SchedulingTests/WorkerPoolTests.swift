// Whatever happens to a worker costs the task it was doing and nothing else.

internal import Documents
internal import Platform
internal import Scheduling
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct WorkerPoolTests {
    @Test(
        arguments: [
            ("crash", .crashed, "signal 6"), ("exit 71", .outOfMemory, "200 MB"),
            ("exit 3", .crashed, "status 3"),
            ("exit 0", .crashed, "status 0"), ("hang", .taskTimedOut, "0"), ("eat", .outOfMemory, "200 MB"),
            ("rubbish", .crashed, "signal 9"), ("long", .crashed, "signal 9"), ("cut", .crashed, nil),
            ("deaf", .crashed, "signal 9"), ("fail", .damaged, "so it was told"),
        ] as [(String, Reason, String?)]) func everyMisbehaviourHasItsCodeAndTheNextJobIsDone(
            name: String, reason: Reason, operand: String?
        ) async throws
    {
        let crew = try Crew(1)
        let job = try crew.job(name) {
            $0.pageTime = name == "hang" ? 0.3 : 30
            $0.memory = 200_000_000
        }
        let failure = try #require(await crew.run(job, Crew.page).failure)
        #expect(failure.reason == reason)
        #expect(failure.operands.first == name)
        if let operand { #expect(failure.operands.last == operand) }
        for language in Language.allCases { #expect(!failure.message(in: language).contains("{")) }
        #expect(await crew.run(try crew.job("answer")).isSuccess)
        await crew.pool.stop(grace: .zero)
    }

    @Test func otherJobsGoOnBesideACrashAndAHang() async throws {
        let crew = try Crew(3)
        async let hung = crew.run(try crew.job("hang") { $0.pageTime = 1 }, Crew.page)
        let results = await withTaskGroup(of: (String, Bool).self) { group in
            for index in 0..<24 {
                let name = index % 4 == 0 ? "crash" : "answer"
                group.addTask {
                    guard let job = try? crew.job(name, key: "\(name)-\(index)") else { return (name, false) }
                    return (name, await crew.run(job).isSuccess)
                }
            }
            return await group.reduce(into: [:]) { counts, ended in
                counts["\(ended.0) \(ended.1)", default: 0] += 1
            }
        }
        #expect(results == ["answer true": 18, "crash false": 6])
        #expect(try await hung.failure?.reason == .taskTimedOut)
        await crew.pool.stop(grace: .zero)
    }

    /// Many parts of a job are asked for at once: its time ends those that run and those that wait.
    @Test func timeOfAJobIsThatOfAllItsTasks() async throws {
        let crew = try Crew(1)
        let job = try crew.job("hang") { $0.time = 0.3 }
        let reasons = await withTaskGroup(of: Reason?.self) { group in
            for _ in 0..<3 { group.addTask { await crew.run(job, Crew.page).failure?.reason } }
            return await group.reduce(into: [Reason?]()) { $0.append($1) }
        }
        #expect(reasons == [.jobTimedOut, .jobTimedOut, .jobTimedOut])
        #expect(await crew.run(try crew.job("answer")).isSuccess)
        await crew.pool.stop(grace: .zero)
    }

    @Test(arguments: ["flood", "strange", "answer"]) func chatterDoesNotHarmTheAnswer(name: String)
        async throws
    {
        let crew = try Crew(1)
        #expect(await crew.run(try crew.job(name)).facts?.pageCount == 1)
        await crew.pool.stop(grace: .zero)
    }

    @Test func progressComesInOrderBeforeTheResult() async throws {
        let crew = try Crew(1)
        let shares = Mutex<[Double]>([])
        let result = await crew.run(try crew.job("steps")) { share in shares.withLock { $0.append(share) } }
        #expect(result.isSuccess)
        #expect(shares.withLock { $0 } == [0.25, 0.5, 0.75, 1])
        await crew.pool.stop(grace: .zero)
    }

    @Test func workerIsKeptForTheNextTaskAndGetsItsEnvironment() async throws {
        let crew = try Crew(2)
        let job = try crew.job("answer")
        let first = try #require(await crew.run(job).facts)
        #expect(await crew.run(job).facts?.bytes == first.bytes)
        let metadata = try #require(first.details?.metadata)
        #expect(metadata["OMP_THREAD_LIMIT"] == "1" && metadata["HOME"] == "/nonexistent")
        #expect(metadata["arguments"] == "--jobs \(crew.scratch.path)")
        #expect(await crew.pool.workers().map(\.tasks) == [2])
        #expect(await crew.pool.confinementGaps == ["everything: this worker is not confined"])
        await crew.pool.stop(grace: .zero)
    }

    @Test func worksOnAsManyTasksAsThereArePlaces() async throws {
        let crew = try Crew(2)
        let jobs = try (0..<3).map { try crew.job("wait", key: "\($0)") }
        async let ended = withTaskGroup(of: Bool.self) { group in
            for job in jobs { group.addTask { await crew.run(job).isSuccess } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(await eventually { await crew.pool.workers().filter { $0.state == "working" }.count == 2 })
        for job in jobs { try crew.go(job) }
        #expect(await ended == 3)
        #expect(await crew.pool.workers().count == 2)
        await crew.pool.stop(grace: .zero)
    }

    @Test func bookDoesNotBlockAReceipt() async throws {
        let crew = try Crew(1)
        let blocker = try crew.job("wait", key: "blocker")
        let (book, receipt) = (try crew.job("answer", key: "book"), try crew.job("answer", key: "receipt"))
        await withTaskGroup { group in
            group.addTask { _ = await crew.run(blocker) }
            #expect(await eventually { await crew.isWorking("blocker") })
            // Each is in the queue before the next is started.
            for job in [book, book, book, receipt] {
                group.addTask(priority: .high) { _ = await crew.run(job) }
            }
            for _ in 0..<1000 { await Task.yield() }
            do { try crew.go(blocker) } catch { Issue.record(error) }
        }
        #expect(crew.order.count == 5)
        #expect((crew.order.firstIndex(of: "receipt") ?? 9) <= 2)
        await crew.pool.stop(grace: .zero)
    }

    @Test func wornWorkerIsReplaced() async throws {
        let crew = try Crew(1)
        let job = try crew.job("answer")
        var pids: [Int] = []
        for _ in 0..<502 { pids.append(try #require(await crew.run(job).facts).bytes) }
        #expect(Set(pids.prefix(500)).count == 1)
        #expect(Set(pids).count == 2)
        await crew.pool.stop(grace: .zero)
    }

    // MARK: Cancelling

    @Test func cancelEndsRunningWaitingAndFutureTasksOfOneJob() async throws {
        let crew = try Crew(1)
        let (mine, other) = (try crew.job("wait", key: "mine"), try crew.job("answer", key: "other"))
        async let running = crew.run(mine)
        #expect(await eventually { await crew.isWorking("mine") })
        async let waiting = crew.run(mine)
        async let others = crew.run(other)
        for _ in 0..<1000 { await Task.yield() }
        await crew.pool.cancel("mine")
        #expect(await running.failure?.reason == .cancelled)
        #expect(await waiting.failure?.reason == .cancelled)
        #expect(await others.isSuccess)
        #expect(await crew.run(mine).failure?.reason == .cancelled)
        await crew.pool.release("mine")
        try crew.go(mine)
        #expect(await crew.run(mine).isSuccess)
        await crew.pool.stop(grace: .zero)
    }

    // MARK: Stopping

    @Test func stopLetsARunningTaskFinishWithinTheGraceTime() async throws {
        let crew = try Crew(1)
        let job = try crew.job("wait")
        async let running = crew.run(job)
        #expect(await eventually { await crew.isWorking("wait") })
        async let waiting = crew.run(try crew.job("answer"))
        for _ in 0..<1000 { await Task.yield() }
        async let stopped: Void = crew.pool.stop(grace: .seconds(30))
        #expect(try await waiting.failure?.reason == .interrupted)
        try crew.go(job)
        #expect(await running.isSuccess)
        await stopped
        #expect(await crew.pool.workers().isEmpty)
        #expect(await crew.run(job).failure?.reason == .interrupted)
    }

    @Test func stopInterruptsWhatTakesLonger() async throws {
        let crew = try Crew(2)
        async let running = crew.run(try crew.job("hang"))
        #expect(await eventually { await crew.isWorking("hang") })
        await crew.pool.stop(grace: .milliseconds(50))
        #expect(try await running.failure?.reason == .interrupted)
        #expect(await crew.pool.workers().isEmpty)
    }
}
