// One look through a hostile inbox.

internal import Documents
internal import Intake
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct InboxWalkTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func look(isRecursive: Bool = true, limit: Int = 100, known: Set<RawName> = []) throws
        -> InboxContents
    {
        try InboxWalk(isRecursive: isRecursive, limit: limit) { known.contains($0) }.look(
            at: try scratch.directory())
    }

    @Test func findsFilesInTheOrderOfNamesAndTheFoldersToWatch() throws {
        for name in ["b.pdf", "a.pdf", "sub/deep/c.pdf", "sub/d.pdf"] as [Path] {
            try scratch.write("x", name)
        }
        let contents = try look()
        #expect(contents.files.map(\.name) == ["a.pdf", "b.pdf", "sub/d.pdf", "sub/deep/c.pdf"])
        #expect(contents.directories == [scratch.path, scratch.path / "sub", scratch.path / "sub/deep"])
        #expect(contents.count == 4 && !contents.isTruncated && contents.ignored.isEmpty)
    }

    @Test func linksPipesAndOthersAreLeftAloneAndTold() throws {
        try scratch.write("x", "a.pdf")
        try scratch.link("link.pdf", to: "a.pdf")
        try scratch.link("etc", to: "/etc")
        try scratch.makePipe("pipe.pdf")
        try scratch.write("x", ".hidden")
        try scratch.write("x", "@eaDir/thumb.jpg")
        let contents = try look()
        #expect(contents.files.map(\.name) == ["a.pdf"])
        #expect(Set(contents.ignored.map(\.name)) == ["link.pdf", "etc", "pipe.pdf", ".hidden", "@eaDir"])
        #expect(contents.directories == [scratch.path])
    }

    @Test func flatFolderDoesNotLookIntoFolders() throws {
        try scratch.write("x", "sub/a.pdf")
        try scratch.write("x", "b.pdf")
        let contents = try look(isRecursive: false)
        #expect(contents.files.map(\.name) == ["b.pdf"])
        #expect(contents.ignored.map(\.name) == ["sub"])
    }

    @Test(arguments: [true, false]) func stopsAtTheLimitAndCountsTheRest(isRecursive: Bool) throws {
        for index in 0..<10 { try scratch.write("x", Path("\(index).pdf")) }
        let contents = try look(isRecursive: isRecursive, limit: 3, known: ["7.pdf"])
        #expect(contents.files.map(\.name) == ["0.pdf", "1.pdf", "2.pdf", "7.pdf"])
        #expect(contents.isTruncated)
        #expect(contents.count == 10)
    }

    @Test func exactlyTheLimitIsNotTruncated() throws {
        for index in 0..<3 { try scratch.write("x", Path("\(index).pdf")) }
        #expect(try !look(limit: 3).isTruncated)
    }

    /// `waiting` in the status is the number of documents.
    @Test(arguments: [true, false]) func countsRegularFilesOnly(isRecursive: Bool) throws {
        for index in 0..<3 { try scratch.write("x", Path("\(index).pdf")) }
        try scratch.link("8.pdf", to: "0.pdf")
        try scratch.makePipe("9.pdf")
        #expect(try look(isRecursive: isRecursive, limit: 2).count == 3)
    }

    @Test func depthIsBounded() throws {
        var path: Path = "d"
        for _ in 1..<70 { path = path / "d" }
        try scratch.write("x", path / "deep.pdf")
        try scratch.write("x", "d/top.pdf")
        let contents = try look()
        #expect(contents.files.map(\.name) == ["d/top.pdf"])
        #expect(contents.directories.count == 65)
        #expect(contents.ignored.count == 1)
    }

    @Test func namesKeepTheirBytes() throws {
        let name: [UInt8] = [0xFF, 0x0A, 0x2E, 0x70]
        try scratch.write("x", Path(bytes: name))
        #expect(try look().files.map(\.name.bytes) == [name])
    }

    /// `/dev` holds other mounts: they are not entered, and they do not keep the rest from being seen.
    @Test func mountBelowTheInboxIsLeftAloneAndTold() throws {
        let device = try Directory("/dev").status().device
        guard try Directory("/dev").exists("shm"), try Directory("/dev/shm").status().device != device else {
            return
        }
        let contents = try InboxWalk(isRecursive: true, limit: 5) { _ in false }.look(at: Directory("/dev"))
        #expect(contents.ignored.map(\.name).contains("shm"))
        #expect(!contents.directories.contains("/dev/shm"))
    }
}
