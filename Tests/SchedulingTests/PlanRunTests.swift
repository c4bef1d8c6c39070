// The steps of one job: divided, done, assembled, checked; nothing done twice that still holds.

internal import Documents
internal import Ledger
internal import Platform
internal import Scheduling
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite struct PlanRunTests {
    private let job: ScratchJob

    init() async throws { job = try await ScratchJob() }

    private static let crash = Failure(.crashed, "scan.pdf", "ocr", "signal 6")

    private func revisions() async throws -> [Revision] { try await job.ledger.revisions(of: ScratchJob.id) }

    @Test func runsEveryTaskOfEveryStepInOrder() async throws {
        let trial = Trial(job)
        let results = try await trial.run([ScratchJob.convert, ScratchJob.ocr], pages: 2).get()
        let tasks = trial.dispatcher.tasks
        #expect(tasks.first == "divide 01-convert")
        #expect(Set(tasks[1...2]) == ["perform 01-convert 0", "perform 01-convert 1"])
        #expect(tasks[3...5] == ["assemble 01-convert", "verify 01-convert/result.pdf 1-2", "divide 02-ocr"])
        #expect(tasks.suffix(2) == ["assemble 02-ocr", "verify 02-ocr/result.pdf 1-2"])
        #expect(results.map(\.path) == ["02-ocr/result.pdf"])
        #expect(try await revisions().map(\.number) == [1, 2])
        #expect(try await revisions().map(\.parent) == [0, 1])
        #expect(results == [try await revisions()[1]])
    }

    @Test func withoutStepsTheSourceIsTheResult() async throws {
        let trial = Trial(job)
        #expect(try await trial.run([]).get().map(\.path) == ["source"])
        #expect(trial.dispatcher.tasks.isEmpty)
    }

    @Test func progressGrowsToTheEnd() async throws {
        let trial = Trial(job)
        _ = try await trial.run([ScratchJob.convert, ScratchJob.ocr], pages: 5).get()
        #expect(trial.progress.last == 1)
        #expect(trial.progress.contains(0.5))
        #expect(trial.progress.allSatisfy { (0...1).contains($0) })
    }

    @Test(arguments: [
        (1, ["1-1"]), (16, ["1-16"]), (17, ["1-16", "17-17"]), (40, ["1-16", "17-32", "33-40"]),
    ])
    func everyPageOfAResultIsVerified(pages: Int, ranges: [String]) async throws {
        let trial = Trial(job)
        _ = try await trial.run([ScratchJob.ocr], pages: pages).get()
        let verified = trial.dispatcher.tasks.filter { $0.hasPrefix("verify") }
        #expect(Set(verified) == Set(ranges.map { "verify 01-ocr/result.pdf \($0)" }))
        #expect(verified.count == ranges.count)
    }

    // MARK: Again after a crash

    /// A run whose `assemble` is interrupted, so that its parts are finished and its step is not.
    private func interruptBeforeAssembling() async {
        let interrupted = Trial(job) { work throws(Failure) in
            if case .assemble = work { throw Failure(.interrupted, "scan.pdf") }
            return nil
        }
        #expect(await interrupted.run([ScratchJob.ocr]).failure?.reason == .interrupted)
    }

    @Test func finishedPartsAreNotDoneAgain() async throws {
        await interruptBeforeAssembling()
        let trial = Trial(job)
        _ = try await trial.run([ScratchJob.ocr]).get()
        #expect(
            trial.dispatcher.tasks == ["divide 01-ocr", "assemble 01-ocr", "verify 01-ocr/result.pdf 1-3"])
    }

    @Test(arguments: ["", "01-ocr/part-X", "01-ocr/part-1 and more"]) func changedPartIsDoneAgain(
        content: String
    ) async throws {
        await interruptBeforeAssembling()
        try job.scratch.directory("job/01-ocr").remove("part-1")
        if !content.isEmpty { try job.scratch.write(content, "job/01-ocr/part-1") }
        let trial = Trial(job)
        _ = try await trial.run([ScratchJob.ocr]).get()
        #expect(trial.dispatcher.tasks.filter { $0.hasPrefix("perform") } == ["perform 01-ocr 1"])
        #expect(try job.scratch.text("job/01-ocr/part-1") == "01-ocr/part-1")
    }

    @Test func finishedStepIsNotDoneAgain() async throws {
        let first = try await Trial(job).run([ScratchJob.convert, ScratchJob.ocr]).get()
        let trial = Trial(job)
        #expect(try await trial.run([ScratchJob.convert, ScratchJob.ocr]).get() == first)
        #expect(trial.dispatcher.tasks.isEmpty)
        #expect(trial.progress.last == 1)
    }

    @Test func stepWithOtherOptionsIsDoneAgain() async throws {
        _ = try await Trial(job).run([ScratchJob.convert]).get()
        let trial = Trial(job)
        _ = try await trial.run([PlannedStep("convert", StepOptions(["dpi": .integer(100)]))]).get()
        #expect(trial.dispatcher.tasks.contains("assemble 01-convert"))
    }

    @Test func changedResultIsMadeAgainAndTrustedFromThenOn() async throws {
        _ = try await Trial(job).run([ScratchJob.ocr]).get()
        try job.scratch.append("damage", to: "job/01-ocr/result.pdf")
        // The second making has other bytes, as everything with a date in it has.
        let directory = job.scratch.path / "job"
        let second = Trial(job) { work throws(Failure) in
            guard case .assemble(let step, _) = work else { return nil }
            do {
                try Directory(directory).remove("01-ocr/result.pdf")
                try Directory(directory).create("01-ocr/result.pdf").write("newer".utf8)
            } catch {
                throw Failure(error, "scan.pdf")
            }
            return .outputs([
                StepFile(path: "01-ocr/result.pdf", type: .pdf, pages: ScriptedDispatcher.pages(of: step))
            ])
        }
        #expect(try await second.run([ScratchJob.ocr]).get().count == 1)
        let third = Trial(job)
        #expect(try await third.run([ScratchJob.ocr]).get().map(\.bytes) == [5])
        #expect(third.dispatcher.tasks.isEmpty)
    }

    /// The job's directory was emptied, and the step made the very same file again: it is one result and not two.
    @Test func resultMadeAgainWithTheSameBytesIsOneInputOfTheNextStep() async throws {
        _ = try await Trial(job).run([ScratchJob.convert]).get()
        try job.scratch.directory("job").removeTree("01-convert")
        #expect(try await Trial(job).run([ScratchJob.convert]).get().count == 1)
        let trial = Trial(job)
        let results = try await trial.run([ScratchJob.convert, ScratchJob.ocr]).get()
        #expect(trial.dispatcher.inputs(of: "02-ocr").count == 1)
        #expect(results.map(\.pages) == [3])
    }

    // MARK: Refusing

    private func run(assembling outputs: [StepFile]) async -> Result<[Revision], Failure> {
        await Trial(job) { work throws(Failure) in
            if case .assemble = work { .outputs(outputs) } else { nil }
        }.run([ScratchJob.ocr])
    }

    @Test(arguments: [0, 2, 4, 6]) func resultWithOtherPagesIsRefused(pages: Int) async throws {
        let outputs = [StepFile(path: "source", type: .pdf, pages: pages)]
        let failure = try #require(await run(assembling: outputs).failure)
        #expect(failure.reason == .validationFailed)
        #expect(failure.operands.last == "it has \(pages) pages instead of 3")
        #expect(try await revisions().isEmpty)
    }

    @Test func stepWithoutAResultIsRefused() async throws {
        #expect(await run(assembling: []).failure?.reason == .validationFailed)
    }

    @Test(arguments: ["01-ocr/missing.pdf", "../state/ledger.sqlite", "/etc/hostname"])
    func resultThatIsNotInTheJobsDirectoryIsRefused(path: String) async throws {
        #expect(await run(assembling: [StepFile(path: path, type: .pdf, pages: 3)]).failure != nil)
        #expect(try await revisions().isEmpty)
    }

    @Test func resultThatCannotBeDrawnIsNotRecorded() async throws {
        let trial = Trial(job) { work throws(Failure) in
            if case .verify = work { throw Failure(.validationFailed, "scan.pdf", "page 2") }
            return nil
        }
        #expect(await trial.run([ScratchJob.ocr]).failure?.reason == .validationFailed)
        #expect(try await revisions().isEmpty)
    }

    @Test(arguments: ["divide", "perform", "assemble"]) func answerToAnotherQuestionIsAFailure(task: String)
        async throws
    {
        let trial = Trial(job) { work throws(Failure) in
            switch (task, work) {
            case ("divide", .divide), ("assemble", .assemble): .done(files: [])
            case ("perform", .perform): .parts([])
            default: nil
            }
        }
        let failure = try #require(await trial.run([ScratchJob.ocr]).failure)
        #expect(failure.reason == .crashed)
        #expect(!failure.message().contains("{"))
    }

    // MARK: Crashes

    @Test(arguments: [1, 2, 3]) func crashIsTriedAsOftenAsTheFolderAllows(attempts: Int) async throws {
        let trial = Trial(job) { work throws(Failure) in
            if case .assemble = work { throw Self.crash }
            return nil
        }
        #expect(await trial.run([ScratchJob.ocr], attempts: attempts).failure == Self.crash)
        #expect(trial.dispatcher.tasks.filter { $0 == "assemble 01-ocr" }.count == attempts)
        #expect(try await job.ledger.job(ScratchJob.id)?.interruptions == attempts)
        #expect(
            try await job.ledger.events(of: ScratchJob.id).filter { $0.event == "interrupted" }.count
                == attempts)
    }

    @Test func taskThatWorksAtTheSecondTryCostsOneInterruption() async throws {
        let hasCrashed = Mutex(false)
        let trial = Trial(job) { work throws(Failure) in
            guard case .perform(_, let part) = work, part.index == 1 else { return nil }
            let isFirst = hasCrashed.withLock { crashed in
                defer { crashed = true }
                return !crashed
            }
            if isFirst { throw Self.crash }
            return nil
        }
        #expect(try await trial.run([ScratchJob.ocr]).get().count == 1)
        #expect(try await job.ledger.job(ScratchJob.id)?.interruptions == 1)
    }

    @Test(arguments: [
        Failure(.damaged, "scan.pdf", "x"), Failure(.outOfMemory, "scan.pdf", "2 GB"),
        Failure(.taskTimedOut, "scan.pdf", "ocr", "60"), Failure(.cancelled, "scan.pdf"),
        Failure(.interrupted, "scan.pdf"),
    ]) func otherFailureIsNotTriedAgain(failure: Failure) async throws {
        let trial = Trial(job) { work throws(Failure) in
            if case .assemble = work { throw failure }
            return nil
        }
        #expect(await trial.run([ScratchJob.ocr]).failure == failure)
        #expect(trial.dispatcher.tasks.filter { $0 == "assemble 01-ocr" }.count == 1)
        #expect(try await job.ledger.job(ScratchJob.id)?.interruptions == 0)
    }

    @Test func failedPartEndsTheRest() async throws {
        let trial = Trial(job) { work throws(Failure) in
            if case .perform(_, let part) = work, part.index == 0 {
                throw Failure(.damaged, "scan.pdf", "page 1")
            }
            return nil
        }
        #expect(await trial.run([ScratchJob.ocr], pages: 500).failure?.reason == .damaged)
        #expect(trial.dispatcher.tasks.count < 500)
        #expect(!trial.dispatcher.tasks.contains("assemble 01-ocr"))
    }
}

extension Result where Success == [Revision], Failure == Documents.Failure {
    var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
