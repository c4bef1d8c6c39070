// The frozen copy is the file as it was claimed, or there is none.

internal import Intake
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct FreezerTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write("content", "claim/scan.pdf")
    }

    private func freeze() throws -> FrozenCopy? {
        try Freezer.freeze(
            "scan.pdf", in: scratch.path / "claim", to: Directory.make(scratch.path / "jobs/1"))
    }

    @Test func copiesAndHashes() throws {
        let frozen = try #require(try freeze())
        #expect(frozen.bytes == 7)
        #expect(frozen.sha256 == "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73")
        #expect(try scratch.text("jobs/1/source") == "content")
        #expect(try scratch.status("jobs/1/source").mode == 0o600)
        #expect(try scratch.text("claim/scan.pdf") == "content")
    }

    @Test func leavesNothingOfTheDocumentInADirectoryForTheNextOne() throws {
        #expect(try freeze() != nil)
        try scratch.write("part", "jobs/1/01-ocr/part-1")
        try Freezer.thaw(scratch.directory("jobs/1"))
        #expect(try scratch.names(in: "jobs/1") == ["source"])
        #expect(try scratch.status("jobs/1/source").bytes == 0)
        #expect(try freeze()?.bytes == 7)
        #expect(try scratch.text("jobs/1/source") == "content")
    }

    @Test func takesTheCopyAgainAfterACrash() throws {
        try scratch.write("half of an earlier copy that is longer", "jobs/1/source")
        #expect(try freeze()?.bytes == 7)
        #expect(try scratch.text("jobs/1/source") == "content")
    }

    @Test func openWriterMeansThatItSettlesAgain() throws {
        let writer = try scratch.openForWriting("claim/scan.pdf")
        #expect(try freeze() == nil)
        try writer.close()
        #expect(try freeze() != nil)
    }

    @Test func linkIsNotFollowed() throws {
        try scratch.write("secret", "secret")
        try scratch.directory("claim").remove("scan.pdf")
        try scratch.link("claim/scan.pdf", to: "../secret")
        #expect(throws: SystemError.self) { _ = try freeze() }
    }

    @Test func missingOriginalIsTold() throws {
        try scratch.directory("claim").remove("scan.pdf")
        let mistake = #expect(throws: SystemError.self) { _ = try freeze() }
        #expect(mistake?.isMissing == true)
    }
}
