// What a job made: revisions, parts, outputs, attempts, and the trace of what happened to a name.

internal import Documents
internal import Ledger
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct LineageTests {
    private func revision(_ number: Int, parent: Int?, path: String = "01-ocr/result.pdf", pages: Int = 3)
        -> Revision
    {
        Revision(
            number: number, parent: parent, step: number == 0 ? "source" : "ocr",
            options: StepOptions(["languages": .list([.text("eng")])]), path: path, type: .pdf, bytes: 9,
            pages: pages,
            sha256: hash, at: 5)
    }

    @Test func revisionsComeBackInOrderAfterReopening() async throws {
        let place = try await ScratchLedger()
        let revisions = [
            revision(0, parent: nil, path: "source"), revision(1, parent: 0), revision(2, parent: 1),
        ]
        for revision in revisions.reversed() { try await place.ledger.add([revision], to: place.job.id) }
        #expect(try await place.reopened().revisions(of: place.job.id) == revisions)
        #expect(try await place.ledger.revisions(of: JobID(rawValue: "none")).isEmpty)
    }

    @Test(arguments: [(1, 1), (1, 2), (-1, nil), (0, 0)] as [(Int, Int?)])
    func revisionCannotComeFromItselfOrALaterOne(number: Int, parent: Int?) async throws {
        let place = try await ScratchLedger()
        await #expect(throws: LedgerError.self) {
            try await place.ledger.add([revision(number, parent: parent)], to: place.job.id)
        }
    }

    @Test func nothingBelongsToAnUnknownJob() async throws {
        let place = try await ScratchLedger()
        let unknown = JobID(rawValue: "none")
        let file = FinishedFile(part: 0, path: "p", bytes: 1, sha256: hash)
        let output = Output(kind: .result, number: 0, path: "/o", bytes: 1, sha256: hash)
        await #expect(throws: LedgerError.self) {
            try await place.ledger.add([revision(0, parent: nil)], to: unknown)
        }
        await #expect(throws: LedgerError.self) {
            try await place.ledger.finish([file], of: "01-ocr", in: unknown)
        }
        await #expect(throws: LedgerError.self) { try await place.ledger.intend([output], of: unknown) }
        await #expect(throws: LedgerError.self) { try await place.ledger.beginAttempt(1, of: unknown) }
    }

    @Test func finishedPartsAreKeptByStepAndForgottenTogether() async throws {
        let place = try await ScratchLedger()
        let files = [
            FinishedFile(part: 1, path: "01-ocr/part-00002.json", bytes: 0, sha256: hash),
            FinishedFile(part: 0, path: "01-ocr/part-00001.json", bytes: 5, sha256: hash),
            FinishedFile(part: 0, path: "01-ocr/part-00001.png", bytes: 5, sha256: hash),
        ]
        try await place.ledger.finish(files, of: "01-ocr", in: place.job.id)
        let kept = try await place.reopened().finishedFiles(of: "01-ocr", in: place.job.id)
        #expect(kept == [files[1], files[2], files[0]])
        #expect(try await place.ledger.finishedFiles(of: "02-ocr", in: place.job.id).isEmpty)
        try await place.ledger.forgetParts(of: place.job.id)
        #expect(try await place.ledger.finishedFiles(of: "01-ocr", in: place.job.id).isEmpty)
    }

    @Test func onePartThatIsRefusedLeavesNoneOfThem() async throws {
        let place = try await ScratchLedger()
        let files = [
            FinishedFile(part: 0, path: "a", bytes: 1, sha256: hash),
            FinishedFile(part: 1, path: "b", bytes: 1, sha256: ""),
        ]
        await #expect(throws: LedgerError.self) {
            try await place.ledger.finish(files, of: "01-ocr", in: place.job.id)
        }
        #expect(try await place.ledger.finishedFiles(of: "01-ocr", in: place.job.id).isEmpty)
    }

    @Test func outputIsPlannedThenPlaced() async throws {
        let place = try await ScratchLedger()
        let path = "/out" / Path(bytes: [0xFF, 0x0A])
        let planned = Output(kind: .result, number: 0, path: path, bytes: 4, sha256: hash)
        var placed = planned
        placed.isPlaced = true
        let original = Output(kind: .original, number: 0, path: "/archive/a", bytes: 4, sha256: "")
        try await place.ledger.intend([planned, original], of: place.job.id)
        try await place.ledger.intend([placed], of: place.job.id)
        #expect(try await place.reopened().outputs(of: place.job.id) == [original, placed])
        try await place.ledger.forgetOutput(.result, 0, of: place.job.id)
        #expect(try await place.ledger.outputs(of: place.job.id) == [original])
    }

    @Test(
        arguments: [
            ("scan.pdf", ["a", "b", "c"]), ("2024/scan.pdf", ["b", "c"]), ("deep/2024/scan.pdf", ["c"]),
            ("can.pdf", []),
            ("pdf", []), ("2024", []), ("", []),
        ] as [(RawName, [String])]) func traceFindsANameInSubfolders(name: RawName, events: [String])
        async throws
    {
        let place = try await ScratchLedger()
        let names: [RawName] = [
            "scan.pdf", "2024/scan.pdf", "deep/2024/scan.pdf", "myscan.pdf", "scan.pdf/x",
        ]
        for (name, event) in zip(names, ["a", "b", "c", "d", "e"]) {
            try await place.ledger.record(
                TraceEvent(at: 1, folder: "receipts", name: name, job: nil, event: event, detail: "x"))
        }
        let found = try await place.ledger.events(named: name).filter { $0.folder == "receipts" }
        #expect(found.map(\.event) == events)
    }

    @Test func traceFindsNamesThatAreNoText() async throws {
        let place = try await ScratchLedger()
        let event = TraceEvent(
            at: 1, folder: "f", name: RawName([0x61, 0x2F, 0xFF]), job: nil, event: "seen", detail: "")
        try await place.ledger.record(event)
        #expect(try await place.ledger.events(named: RawName([0xFF])) == [event])
    }

    @Test func attemptsBeginAgainAndEndOnce() async throws {
        let place = try await ScratchLedger()
        try await place.ledger.beginAttempt(1, of: place.job.id)
        try await place.ledger.endAttempts(of: place.job.id, outcome: "crashed")
        try await place.ledger.beginAttempt(2, of: place.job.id)
        await #expect(throws: LedgerError.self) { try await place.ledger.beginAttempt(0, of: place.job.id) }
        try await place.ledger.endAttempts(of: place.job.id, outcome: "completed")
        try await place.ledger.endAttempts(of: place.job.id, outcome: "late")
        #expect(
            try RawRows(place.scratch).texts("SELECT outcome FROM attempts ORDER BY number") == [
                "crashed", "completed",
            ])
    }
}
