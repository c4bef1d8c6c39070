// Files beside a result: made by one step, checked, recorded, left alone by later steps.

internal import Documents
internal import Ledger
internal import Platform
internal import Scheduling
internal import TestSupport
internal import Testing

@Suite struct SideFileTests {
    private let job: ScratchJob

    init() async throws { job = try await ScratchJob() }

    /// Makes a text beside the result of `ocr`.
    private func trial(checking check: @escaping @Sendable (Verification) throws(Failure) -> Void = { _ in })
        -> Trial
    {
        let directory = job.scratch.path / "job"
        return Trial(job) { work throws(Failure) in
            if case .verify(let verification) = work { try check(verification) }
            guard case .assemble(let step, _) = work, step.step.name == "ocr" else { return nil }
            let pages = ScriptedDispatcher.pages(of: step)
            do {
                let main = try ScriptedDispatcher.write("\(step.directory)/result.pdf", in: directory)
                let side = try ScriptedDispatcher.write("\(step.directory)/result.txt", in: directory)
                return .outputs([
                    StepFile(
                        path: main, type: .pdf, pages: pages,
                        quality: TextQuality(confidences: [90, nil, 40.5])),
                    StepFile(path: side, type: .text, pages: pages, role: .side),
                ])
            } catch {
                throw Failure(error, "scan.pdf")
            }
        }
    }

    @Test func laterStepsWorkOnTheMainFileOnly() async throws {
        let trial = trial()
        let results = try await trial.results([ScratchJob.ocr, ScratchJob.convert]).get()
        #expect(results.map(\.main.path) == ["02-convert/result.pdf"])
        #expect(results.map { $0.sides.map(\.path) } == [["01-ocr/result.txt"]])
        #expect(trial.dispatcher.inputs(of: "02-convert").map(\.path) == ["01-ocr/result.pdf"])
        #expect(trial.dispatcher.tasks.contains("verify 01-ocr/result.txt 1-3"))
        let revisions = try await job.ledger.revisions(of: ScratchJob.id)
        #expect(revisions.map(\.role) == [.main, .side, .main])
        #expect(revisions.map(\.parent) == [0, 1, 1])
        #expect(revisions[0].quality?.pages(below: 50) == [PageConfidence(page: 3, confidence: 40.5)])
        #expect(revisions.allSatisfy { ($0.milliseconds == nil) == ($0.role == .side) })
    }

    @Test func finishedSideFileIsNotMadeAgain() async throws {
        let first = try await trial().results([ScratchJob.ocr]).get()
        let second = trial()
        #expect(try await second.results([ScratchJob.ocr]).get() == first)
        #expect(second.dispatcher.tasks.isEmpty)
        try job.scratch.directory("job").remove("01-ocr/result.txt")
        let third = trial()
        #expect(try await third.results([ScratchJob.ocr]).get().map(\.sides.count) == [1])
        #expect(third.dispatcher.tasks.contains("assemble 01-ocr"))
    }

    /// The step was done again without a side file: the older one is history.
    @Test func sideFileOfAnOlderResultIsForgotten() async throws {
        _ = try await trial().results([ScratchJob.ocr]).get()
        try job.scratch.directory("job").removeTree("01-ocr")
        #expect(try await Trial(job).results([ScratchJob.ocr]).get().map(\.sides.count) == [0])
        #expect(
            try await job.ledger.revisions(of: ScratchJob.id).results(of: ["01-ocr"]).map(\.sides.count)
                == [0])
    }

    @Test func sideFileThatFailsItsCheckStopsTheStep() async throws {
        let refusal = Failure(.validationFailed, "scan.pdf", "2 pages")
        let trial = trial { check throws(Failure) in if check.file.role == .side { throw refusal } }
        #expect(await trial.run([ScratchJob.ocr]).failure == refusal)
        #expect(try await job.ledger.revisions(of: ScratchJob.id).isEmpty)
    }

    @Test func sideFileAloneIsNoResult() async throws {
        let trial = Trial(job) { work throws(Failure) in
            guard case .assemble = work else { return nil }
            return .outputs([StepFile(path: "source", type: .text, pages: 3, role: .side)])
        }
        #expect(await trial.run([ScratchJob.ocr]).failure?.reason == .validationFailed)
    }
}
