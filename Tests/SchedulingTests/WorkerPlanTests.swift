// A whole plan through real processes: run, crash, and run on.

internal import Documents
internal import Platform
internal import Scheduling
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct WorkerPlanTests {
    private func run(_ name: String, attempts: Int = 3) async throws -> (Result<[Revision], Failure>, Crew) {
        let crew = try Crew(2)
        let job = try crew.job(name, key: "job") { $0.attempts = attempts }
        try crew.scratch.write("source", "job/source")
        let source = Revision(
            number: 0, parent: nil, step: "source", options: StepOptions(), path: "source", type: .pdf,
            bytes: 6,
            pages: 4, sha256: "", at: 0)
        let run = PlanRun(of: job, dispatcher: crew.pool, checkpoints: NoCheckpoints()) { _ in }
        let result: Result<[Revision], Failure>
        do throws(Failure) {
            result = .success(
                try await run.run([PlannedStep("convert"), PlannedStep("ocr")], on: source).map(\.main))
        } catch {
            result = .failure(error)
        }
        await crew.pool.stop(grace: .zero)
        return (result, crew)
    }

    @Test(arguments: ["answer", "dies-once", "try 3", "flood", "strange"])
    func planComesToItsResult(name: String) async throws {
        let (result, crew) = try await run(name)
        #expect(try result.get().map(\.path) == ["02-ocr/result.pdf"])
        #expect(try crew.scratch.text("job/02-ocr/result.pdf") == "result")
    }

    @Test(
        arguments: [
            ("crash", .crashed), ("exit 71", .outOfMemory), ("fail", .damaged), ("rubbish", .crashed),
            ("try 4", .crashed),
        ] as [(String, Reason)]) func planEndsWithTheWorkersFailure(name: String, reason: Reason) async throws
    {
        #expect(try await run(name).0.failure?.reason == reason)
    }
}
