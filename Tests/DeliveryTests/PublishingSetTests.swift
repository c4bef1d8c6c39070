// A document and the text beside it get the same name, together or not at all.

internal import Delivery
internal import Documents
internal import Ledger
internal import Platform
internal import Settings
internal import TestSupport
internal import Testing

@Suite struct PublishingSetTests {
    private func result(of job: Job, in place: ScratchDelivery, text: String = "words") throws -> Deliverable
    {
        try place.scratch.write(text, Path("jobs/\(job.id)/01-ocr/result.txt"))
        let side = Revision(
            number: 2, parent: 1, step: "ocr", options: StepOptions(), path: "01-ocr/result.txt", type: .text,
            bytes: text.utf8.count, pages: 1, sha256: ScratchDelivery.hash(text), at: 0, role: .side)
        let main = place.result()
        return Deliverable(revision: main.revision, sides: [side], original: job.original, name: main.name)
    }

    @Test func bothAppearAndAreRecorded() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        let results = [try result(of: job, in: place)]
        for _ in 1...2 { try await place.publish(job, results) }
        #expect(try place.names(in: place.folder.outbox) == ["scan.pdf", "scan.txt"])
        #expect(try place.text(place.folder.outbox / "scan.txt") == "words")
        let outputs = try await place.ledger.outputs(of: job.id)
        #expect(outputs.map(\.path.last) == ["scan.pdf", "scan.txt"])
        #expect(outputs.map(\.isPlaced) == [true, true])
        #expect(outputs.map(\.sha256) == ["result", "words"].map(ScratchDelivery.hash))
        #expect(try place.scratch.status("invoices/outbox/scan.txt").mode & 0o777 == 0o640)
    }

    @Test(arguments: [
        (["scan.pdf"], ["scan (2).pdf", "scan (2).txt", "scan.pdf"]),
        (["scan.txt"], ["scan (2).pdf", "scan (2).txt", "scan.txt"]),
        (["scan.pdf", "scan (2).txt"], ["scan (2).txt", "scan (3).pdf", "scan (3).txt", "scan.pdf"]),
    ])
    func takenNameNumbersBoth(taken: [String], names: [String]) async throws {
        let place = try ScratchDelivery()
        for name in taken { try place.scratch.write("theirs", "invoices/outbox" / Path(name)) }
        let job = try await place.job()
        try await place.publish(job, [result(of: job, in: place)])
        #expect(try place.names(in: place.folder.outbox) == names)
        for name in taken { #expect(try place.text(place.folder.outbox / Path(name)) == "theirs") }
    }

    /// The texts of two documents may be equal; the name of one is not that of the other.
    @Test func equalTextOfAnotherDocumentIsAStranger() async throws {
        let place = try ScratchDelivery()
        let first = try await place.job()
        try await place.publish(first, [result(of: first, in: place)])
        let second = try await place.job("00000000000002", result: "other")
        let other = place.result(content: "other").revision
        let side = try result(of: second, in: place).sides
        let name = place.result().name
        try await place.publish(
            second, [Deliverable(revision: other, sides: side, original: second.original, name: name)])
        #expect(
            try place.names(in: place.folder.outbox)
                == ["scan (2).pdf", "scan (2).txt", "scan.pdf", "scan.txt"])
    }

    @Test func failPolicyLeavesNothing() async throws {
        let place = try ScratchDelivery { folder, _ in folder.onConflict = .fail }
        try place.scratch.write("theirs", "invoices/outbox/scan.txt")
        let job = try await place.job()
        await #expect(throws: Failure(.nameTaken, "scan.pdf")) {
            try await place.publish(job, [result(of: job, in: place)])
        }
        #expect(try place.names(in: place.folder.outbox) == ["scan.txt"])
        #expect(try await place.ledger.outputs(of: job.id).isEmpty)
    }

    // MARK: Again after a crash

    private func intend(
        _ names: [Path], placed: [Bool] = [false, false], in place: ScratchDelivery, of job: Job
    ) async throws {
        let contents = ["result", "words"]
        let outputs = names.indices.map { index in
            Output(
                kind: .result, number: index, path: place.folder.outbox / names[index],
                bytes: contents[index].utf8.count, sha256: ScratchDelivery.hash(contents[index]),
                isPlaced: placed[index])
        }
        try await place.ledger.intend(outputs, of: job.id)
    }

    @Test(arguments: [[], ["scan (2).txt"], ["scan (2).txt", "scan (2).pdf"]], [false, true])
    func recordedSetIsFinished(there: [String], isRecorded: Bool) async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        let isThere = [there.contains("scan (2).pdf"), there.contains("scan (2).txt")]
        let placed = isRecorded ? isThere : [false, false]
        try await intend(["scan (2).pdf", "scan (2).txt"], placed: placed, in: place, of: job)
        for name in there {
            try place.scratch.write(
                name.hasSuffix("txt") ? "words" : "result", "invoices/outbox" / Path(name))
        }
        try await place.publish(job, [result(of: job, in: place)])
        #expect(try place.names(in: place.folder.outbox) == ["scan (2).pdf", "scan (2).txt"])
        #expect(try await place.ledger.outputs(of: job.id).map(\.isPlaced) == [true, true])
    }

    /// A stranger came while the service was down: what was placed of the set is withdrawn.
    @Test(arguments: [false, true]) func recordedSetIsWithdrawn(isRecorded: Bool) async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try await intend(["scan.pdf", "scan.txt"], placed: [false, isRecorded], in: place, of: job)
        try place.scratch.write("words", "invoices/outbox/scan.txt")
        try place.scratch.write("theirs", "invoices/outbox/scan.pdf")
        try await place.publish(job, [result(of: job, in: place)])
        #expect(try place.names(in: place.folder.outbox) == ["scan (2).pdf", "scan (2).txt", "scan.pdf"])
        #expect(try await place.ledger.outputs(of: job.id).map(\.isPlaced) == [true, true])
    }

    @Test func textThatAnotherJobPlacedIsNotWithdrawn() async throws {
        let place = try ScratchDelivery()
        let other = try await place.job("00000000000009")
        let job = try await place.job()
        try await intend(["scan.pdf", "scan.txt"], in: place, of: job)
        let output = Output(
            kind: .result, number: 1, path: place.folder.outbox / "scan.txt", bytes: 5,
            sha256: ScratchDelivery.hash("words"), isPlaced: true)
        try await place.ledger.intend([output], of: other.id)
        try place.scratch.write("words", "invoices/outbox/scan.txt")
        try place.scratch.write("theirs", "invoices/outbox/scan.pdf")
        try await place.publish(job, [result(of: job, in: place)])
        #expect(
            try place.names(in: place.folder.outbox)
                == ["scan (2).pdf", "scan (2).txt", "scan.pdf", "scan.txt"])
    }

    @Test func resultsAfterASetHaveNumbersOfTheirOwn() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try place.scratch.write("second", Path("jobs/\(job.id)/02/result.pdf"))
        let results = [
            try result(of: job, in: place), place.result("b", content: "second", folder: "02"),
        ]
        try await place.publish(job, results)
        #expect(try place.names(in: place.folder.outbox) == ["b.pdf", "scan.pdf", "scan.txt"])
        #expect(try await place.ledger.outputs(of: job.id).map(\.number) == [0, 1, 2])
    }
}
