// Results appear whole, under a name that was free, once; and everything may run again after a crash.

internal import Delivery
internal import Documents
internal import Ledger
internal import Platform
internal import Settings
internal import TestSupport
internal import Testing

@Suite struct PublishingTests {
    @Test func resultAppearsAndIsRecorded() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try await place.publish(job, [place.result("2024-01/scan")])
        let target = place.folder.outbox / "2024-01/scan.pdf"
        #expect(try place.text(target) == "result")
        let output = Output(
            kind: .result, number: 0, path: target, bytes: 6, sha256: ScratchDelivery.hash("result"),
            isPlaced: true)
        #expect(try await place.ledger.outputs(of: job.id) == [output])
    }

    @Test(arguments: [(0o640, 0o640), (0o777, 0o666), (0o000, 0o400), (0o4755, 0o644)] as [(UInt32, UInt32)])
    func resultBelongsToTheDropperAndRunsNothing(mode: UInt32, result: UInt32) async throws {
        let place = try ScratchDelivery()
        let job = try await place.job(mode: mode)
        try await place.publish(job)
        let status = try place.scratch.status("invoices/outbox/scan.pdf")
        #expect(status.mode & 0o777 == result && status.owner == job.original.owner)
    }

    @Test func unchangedDocumentKeepsItsTime() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try place.scratch.write("original", Path("jobs/\(job.id)/source"))
        let source = Revision(
            number: 0, parent: nil, step: "source", options: StepOptions(), path: "source", type: .pdf,
            bytes: 8,
            pages: 1, sha256: ScratchDelivery.hash("original"), at: 0)
        try await place.publish(
            job, [Deliverable(revision: source, original: job.original) { _ in "scan.pdf" }])
        #expect(try place.scratch.status("invoices/outbox/scan.pdf").modified == job.original.modified)
    }

    /// Two documents of a batch may have one name, and even one content.
    @Test func resultsOfOneJobNeverShareAName() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try await place.publish(job, [place.result(), place.result()])
        #expect(try place.names(in: place.folder.outbox) == ["scan (2).pdf", "scan.pdf"])
        #expect(try await place.ledger.outputs(of: job.id).map(\.isPlaced) == [true, true])
    }

    @Test func noneOfTheResultsIsRevealedWhereOneNameIsTakenAndThatIsAFailure() async throws {
        let place = try ScratchDelivery { folder, _ in folder.onConflict = .fail }
        try place.scratch.write("theirs", "invoices/outbox/b.pdf")
        let job = try await place.job()
        await #expect(throws: Failure(.nameTaken, "b.pdf")) {
            try await place.publish(job, [place.result("a"), place.result("b")])
        }
        #expect(try place.names(in: place.folder.outbox) == ["b.pdf"])
    }

    /// The first was revealed before a crash, and the second only recorded.
    @Test func recordedSetIsFinishedAfterACrash() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        let planned = ["a.pdf", "b.pdf"].enumerated().map { number, name in
            Output(
                kind: .result, number: number, path: place.folder.outbox / Path(name), bytes: 6,
                sha256: ScratchDelivery.hash("result"))
        }
        try await place.ledger.intend(planned, of: job.id)
        try place.scratch.write("result", "invoices/outbox/a.pdf")
        try await place.publish(job, [place.result("a"), place.result("b")])
        #expect(try place.names(in: place.folder.outbox) == ["a.pdf", "b.pdf"])
        #expect(try await place.ledger.outputs(of: job.id).map(\.isPlaced) == [true, true])
    }

    @Test func takenNameIsNumberedAndNothingIsOverwritten() async throws {
        let place = try ScratchDelivery()
        for name in ["scan.pdf", "scan (2).pdf"] as [Path] {
            try place.scratch.write("theirs", "invoices/outbox" / name)
        }
        try await place.publish(try await place.job())
        #expect(try place.names(in: place.folder.outbox) == ["scan (2).pdf", "scan (3).pdf", "scan.pdf"])
        #expect(try place.text(place.folder.outbox / "scan (3).pdf") == "result")
        #expect(try place.text(place.folder.outbox / "scan.pdf") == "theirs")
    }

    @Test func sameBytesUnderTheNameCountAsPublished() async throws {
        let place = try ScratchDelivery()
        try place.scratch.write("result", "invoices/outbox/scan.pdf")
        let job = try await place.job()
        try await place.publish(job)
        #expect(try place.names(in: place.folder.outbox) == ["scan.pdf"])
        #expect(try await place.ledger.outputs(of: job.id).map(\.isPlaced) == [true])
    }

    @Test func linkUnderTheNameIsNotTheResult() async throws {
        let place = try ScratchDelivery()
        try place.scratch.write("result", "elsewhere")
        try place.scratch.link("invoices/outbox/scan.pdf", to: "../../elsewhere")
        try await place.publish(try await place.job())
        #expect(try place.text(place.folder.outbox / "scan (2).pdf") == "result")
    }

    @Test func failPolicyRefusesATakenName() async throws {
        let place = try ScratchDelivery { folder, _ in folder.onConflict = .fail }
        try place.scratch.write("theirs", "invoices/outbox/scan.pdf")
        let job = try await place.job()
        await #expect(throws: Failure(.nameTaken, "scan.pdf")) { try await place.publish(job) }
        #expect(try place.names(in: place.folder.outbox) == ["scan.pdf"])
        #expect(try place.text(place.folder.outbox / "scan.pdf") == "theirs")
    }

    @Test func changedResultIsNotPublished() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job(result: "tampered")
        await #expect(throws: Failure.self) { try await place.publish(job) }
        #expect(try place.names(in: place.folder.outbox).isEmpty)
    }

    @Test func missingOutboxIsTold() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try place.scratch.directory("invoices").removeTree("outbox")
        let failure = await #expect(throws: Failure.self) { try await place.publish(job) }
        #expect(failure?.reason == .targetUnreachable)
    }

    @Test func linkedFolderInTheOutboxIsNotFollowed() async throws {
        let place = try ScratchDelivery()
        try place.scratch.makeDirectory("outside")
        try place.scratch.link("invoices/outbox/sub", to: "../../outside")
        let job = try await place.job()
        await #expect(throws: Failure.self) { try await place.publish(job, [place.result("sub/scan")]) }
        #expect(try place.scratch.names(in: "outside").isEmpty)
    }

    @Test func outboxOnAnotherMountIsReached() async throws {
        let other = try ScratchFolder(in: "/dev/shm")
        let place = try ScratchDelivery { folder, _ in folder.outbox = other.path / "outbox" }
        try await place.publish(try await place.job())
        #expect(try other.text("outbox/scan.pdf") == "result")
    }

    // MARK: Again after a crash

    @Test func placedResultIsNotPlacedAgain() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try await place.publish(job)
        // The person has already taken it away.
        try place.scratch.directory("invoices/outbox").remove("scan.pdf")
        try await place.publish(job)
        #expect(try place.names(in: place.folder.outbox).isEmpty)
    }

    private func intend(_ target: Path, in place: ScratchDelivery, of job: Job) async throws {
        let output = Output(
            kind: .result, number: 0, path: target, bytes: 6, sha256: ScratchDelivery.hash("result"))
        try await place.ledger.intend([output], of: job.id)
    }

    @Test func killedBeforeTheFileAppeared() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try await intend(place.folder.outbox / "scan (2).pdf", in: place, of: job)
        try await place.publish(job)
        #expect(try place.names(in: place.folder.outbox) == ["scan (2).pdf"])
    }

    @Test func killedAfterTheFileAppeared() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try place.scratch.write("theirs", "invoices/outbox/scan.pdf")
        try place.scratch.write("result", "invoices/outbox/scan (2).pdf")
        try await intend(place.folder.outbox / "scan (2).pdf", in: place, of: job)
        try await place.publish(job)
        #expect(try place.names(in: place.folder.outbox) == ["scan (2).pdf", "scan.pdf"])
        #expect(try await place.ledger.outputs(of: job.id).map(\.isPlaced) == [true])
    }

    @Test func killedBetweenTwoResults() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try place.scratch.write("second", Path("jobs/\(job.id)/02/result.pdf"))
        let results = [place.result("a"), place.result("b", content: "second", folder: "02")]
        try await place.publish(job, [results[0]])
        for _ in 1...2 { try await place.publish(job, results) }
        #expect(try place.names(in: place.folder.outbox) == ["a.pdf", "b.pdf"])
        #expect(try place.text(place.folder.outbox / "b.pdf") == "second")
    }
}
