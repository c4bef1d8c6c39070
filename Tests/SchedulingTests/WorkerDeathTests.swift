// Deaths at awkward moments: between tasks, and when no new worker can be started.

internal import Documents
internal import Glibc
internal import Platform
internal import Scheduling
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct WorkerDeathTests {
    @Test func missingProgramFailsTheTaskAndNotTheService() async throws {
        let crew = try Crew(1, program: "/nonexistent/worker")
        for _ in 1...2 {
            let failure = await crew.run(try crew.job("answer")).failure
            #expect(failure?.reason == .crashed)
            #expect(failure?.operands.last?.contains("/nonexistent/worker") == true)
        }
        await crew.pool.stop(grace: .zero)
    }

    /// The program goes away, as in an upgrade, while tasks wait.
    @Test func waitingTasksEndWhenNoWorkerCanBeStarted() async throws {
        let scratch = try ScratchFolder()
        try scratch.link("worker", to: Crew.program)
        let crew = try Crew(1, program: scratch.path / "worker")
        let blocker = try crew.job("wait-crash", key: "blocker")
        let jobs = try ["a", "b", "c"].map { try crew.job("answer", key: $0) }
        await withTaskGroup { group in
            group.addTask { _ = await crew.run(blocker) }
            #expect(await eventually { await crew.isWorking("blocker") })
            for job in jobs { group.addTask { _ = await crew.run(job) } }
            for _ in 0..<1000 { await Task.yield() }
            do {
                try scratch.directory().remove("worker")
                try crew.go(blocker)
            } catch {
                Issue.record(error)
            }
            #expect(await eventually { crew.order.count == 4 })
            await crew.pool.stop(grace: .zero)
        }
    }

    @Test func workerKilledBetweenTasksIsReplaced() async throws {
        let crew = try Crew(1)
        let job = try crew.job("answer")
        let first = try #require(await crew.run(job).facts).bytes
        kill(Int32(first), SIGKILL)
        #expect(await eventually { await crew.pool.workers().isEmpty })
        let second = try #require(await crew.run(job).facts).bytes
        #expect(second != first)
        await crew.pool.stop(grace: .zero)
    }

    /// A worker that is dying while the next task comes costs that task one attempt, and never a second one.
    @Test func oneDeathCostsAtMostOneAttempt() async throws {
        let crew = try Crew(1)
        let (leaving, next) = (try crew.job("leave"), try crew.job("answer"))
        for _ in 0..<60 {
            #expect(await eventually { await crew.run(leaving).isSuccess })
            let attempts = [await crew.run(next).isSuccess, await crew.run(next).isSuccess]
            #expect(attempts[1])
            if !attempts[1] { break }
        }
        await crew.pool.stop(grace: .zero)
    }

    @Test(arguments: [("dies-once", 2), ("try 3", 3)]) func worksAtTheNextTry(name: String, tries: Int)
        async throws
    {
        let crew = try Crew(1)
        let job = try crew.job(name, key: "job")
        for number in 1...tries { #expect(await crew.run(job).isSuccess == (number == tries)) }
        #expect(try crew.scratch.names(in: "job").count == tries)
        await crew.pool.stop(grace: .zero)
    }
}
