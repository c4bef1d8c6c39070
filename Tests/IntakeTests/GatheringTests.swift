// Which files make a job together, and when all of them are there.

internal import Documents
@testable internal import Intake
@testable internal import Settings
internal import Testing

@Suite struct GatheringTests {
    private let now = ContinuousClock.now

    private func seen(_ names: [String], unfinished: Set<String> = []) -> [RawName: SeenFile] {
        var seen: [RawName: SeenFile] = [:]
        for (index, name) in names.enumerated() {
            let sample = Sample(device: 1, inode: UInt64(index), bytes: 10 + index, modified: 0, changed: 0)
            seen[RawName(name)] = SeenFile(
                file: ReadyFile(name: RawName(name), sample: sample),
                readySince: unfinished.contains(name) ? nil : now)
        }
        return seen
    }

    private func deposits(
        _ names: [String], batch: Batch = .file, done: String? = nil, unfinished: Set<String> = [],
        after wait: Duration = .zero
    ) throws -> [[String]] {
        let gathering = Gathering(
            batch: batch, doneFile: try done.map { try DoneFile($0) }, patience: .seconds(10))
        return gathering.deposits(from: seen(names, unfinished: unfinished), at: now + wait)
            .map { $0.names.map(\.display) }
    }

    @Test func everyFileIsAJob() throws {
        #expect(try deposits(["b.pdf", "a/c.pdf"]) == [["b.pdf"], ["a/c.pdf"]])
    }

    @Test func smallOnesComeFirst() throws {
        let small = Sample(device: 1, inode: 1, bytes: 5, modified: 0, changed: 0)
        var files = seen(["a.pdf"])
        files["z.pdf"] = SeenFile(file: ReadyFile(name: "z.pdf", sample: small), readySince: now)
        let gathering = Gathering(batch: .file, doneFile: nil, patience: .seconds(10))
        #expect(gathering.deposits(from: files, at: now).map { $0.names[0] } == ["z.pdf", "a.pdf"])
    }

    // MARK: Companions

    @Test func companionTravelsWithItsDocument() throws {
        #expect(
            try deposits(["form.pdf", "form.pdf.xfdf", "form.pdf.TOML"])
                == [["form.pdf", "form.pdf.TOML", "form.pdf.xfdf"]])
    }

    @Test func documentWaitsForACompanionThatIsStillWritten() throws {
        #expect(try deposits(["form.pdf", "form.pdf.csv"], unfinished: ["form.pdf.csv"]) == [])
    }

    @Test func companionWaitsForItsDocumentAndThenGoesAlone() throws {
        #expect(try deposits(["form.pdf.json"]) == [])
        #expect(try deposits(["form.pdf.json"], after: .seconds(10)) == [["form.pdf.json"]])
        let gathering = Gathering(batch: .file, doneFile: nil, patience: .zero)
        let alone = gathering.deposits(from: seen(["form.pdf.json"]), at: now)
        #expect(alone.first?.documents.first?.problem?.code == .incomplete)
        #expect(alone.first?.documents.first?.problem?.reason == .companionAlone)
    }

    @Test(arguments: ["notes.json", "list.csv", "papertray.toml", "a.txt.json"])
    func fileThatIsNamedAfterNoDocumentIsAJob(name: String) throws {
        #expect(try deposits([name]) == [[name]])
    }

    // MARK: Batches

    @Test func folderIsABatch() throws {
        #expect(
            try deposits(["x/2.pdf", "x/1.pdf", "x/sub/3.pdf", "y/1.pdf", "alone.pdf"], batch: .directory)
                .sorted { $0[0] < $1[0] } == [
                    ["alone.pdf"], ["x/1.pdf", "x/2.pdf", "x/sub/3.pdf"], ["y/1.pdf"],
                ])
    }

    @Test func batchWaitsForItsLastFile() throws {
        #expect(try deposits(["x/1.pdf", "x/2.pdf"], batch: .directory, unfinished: ["x/2.pdf"]) == [])
    }

    @Test func batchIsCalledAfterItsFolder() throws {
        let gathering = Gathering(batch: .directory, doneFile: nil, patience: .zero)
        let deposit = try #require(gathering.deposits(from: seen(["x/sub/3.pdf"]), at: now).first)
        #expect(deposit.batch == "x")
    }

    @Test func namesThatShareAStemAreABatch() throws {
        let batch = Batch.group(try GroupPattern("{stem}-*"))
        #expect(
            try deposits(["a-1.pdf", "a-2.jpg", "b-1.pdf", "c.pdf", "sub/a-1.pdf"], batch: batch)
                .sorted { $0[0] < $1[0] }
                == [["a-1.pdf", "a-2.jpg"], ["b-1.pdf"], ["c.pdf"], ["sub/a-1.pdf"]])
    }

    @Test(arguments: [
        ("{stem}-*", "scan-01-003.pdf", "scan-01"), ("{stem}_p??", "invoice_p07.tif", "invoice"),
        ("page*-{stem}", "page12-发票.png", "发票"), ("{stem}-*", "nodash.pdf", nil),
        ("x{stem}y", "xy.pdf", nil),
    ]) func patternFindsTheStem(pattern: String, name: String, stem: String?) throws {
        #expect(try GroupPattern(pattern).stem(of: RawName(name)) == stem.map { RawName($0) })
    }

    // MARK: Done-files

    @Test func documentWaitsForItsDoneFile() throws {
        #expect(try deposits(["a.pdf"], done: "{name}.done") == [])
        #expect(try deposits(["a.pdf", "a.pdf.done"], done: "{name}.done") == [["a.pdf", "a.pdf.done"]])
        #expect(try deposits(["a.pdf", "a.ok"], done: "{stem}.ok") == [["a.pdf", "a.ok"]])
    }

    @Test func doneFileDoesNotCountBeforeItsDocumentIsComplete() throws {
        #expect(try deposits(["a.pdf", "a.pdf.done"], done: "{name}.done", unfinished: ["a.pdf"]) == [])
    }

    @Test func folderWaitsForItsDoneFile() throws {
        #expect(try deposits(["x/1.pdf"], batch: .directory, done: "READY") == [])
        #expect(
            try deposits(["x/1.pdf", "x/READY"], batch: .directory, done: "READY") == [
                ["x/1.pdf", "x/READY"]
            ])
        #expect(
            try deposits(["x/1.pdf", "x.end"], batch: .directory, done: "{name}.end") == [
                ["x/1.pdf", "x.end"]
            ])
        // A file by itself is no batch and needs none.
        #expect(try deposits(["1.pdf"], batch: .directory, done: "READY") == [["1.pdf"]])
    }
}
