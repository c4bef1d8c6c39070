// Directories and files that are used again: they come back empty, under the new name only, and never with what is
// somebody else's in them.

internal import Platform
internal import TestSupport
internal import Testing

@Suite struct SparesTests {
    private let scratch: ScratchFolder
    private let place: Directory

    init() throws {
        scratch = try ScratchFolder()
        place = try scratch.directory()
    }

    private func spares() throws -> [String] { try scratch.names().filter { $0.hasPrefix(".spare-") } }

    @Test func directoryIsUsedAgain() throws {
        let first = try place.makeDirectoryFromSpare("one").status().inode
        try place.keepAsSpare("one", .directory)
        #expect(try spares().count == 1 && scratch.names().count == 1)
        let second = try place.makeDirectoryFromSpare("two").status()
        #expect(second.inode == first && second.mode == 0o700)
        #expect(try scratch.names() == ["two"])
    }

    @Test func fileIsUsedAgainWithNothingOfTheOldOne() throws {
        try place.createFromSpare("one.json", Array("a long first text".utf8), isDurable: true)
        let first = try scratch.status("one.json").inode
        try place.keepAsSpare("one.json", .file)
        try place.createFromSpare("two.json", Array("two".utf8), isDurable: true)
        #expect(try scratch.text("two.json") == "two")
        #expect(try scratch.status("two.json").inode == first)
        #expect(try scratch.names() == ["two.json"])
    }

    @Test func takenNameIsReplacedByAFile() throws {
        try place.createFromSpare("one", Array("1".utf8), isDurable: true)
        try place.keepAsSpare("one", .file)
        try scratch.write("older", "two")
        try place.createFromSpare("two", Array("2".utf8), isDurable: true)
        #expect(try scratch.text("two") == "2")
    }

    @Test func directoryThatIsThereIsOpened() throws {
        _ = try place.makeDirectoryFromSpare("one")
        try place.keepAsSpare("one", .directory)
        try scratch.write("kept", "two/file")
        #expect(try place.makeDirectoryFromSpare("two").exists("file"))
    }

    @Test func noMoreAreKeptThanAreOfUse() throws {
        for number in 0..<40 { _ = try place.makeDirectoryFromSpare(Path("\(number)")) }
        for number in 0..<40 { try place.keepAsSpare(Path("\(number)"), .directory) }
        #expect(try scratch.names().count == 16)
        #expect(try spares().count == 16)
    }

    @Test func nameMayComeBackWhileItsSpareIsKept() throws {
        for _ in 0..<3 {
            _ = try place.makeVolatileDirectory("one", mode: 0o700)
            try place.keepAsSpare("one", .directory)
        }
        #expect(try spares().count == 3)
    }

    @Test func missingOneIsNoMistake() throws {
        try place.keepAsSpare("none", .directory)
        try place.keepAsSpare("none", .file)
        #expect(try scratch.names().isEmpty)
    }

    @Test func oneThatHasGoneIsMadeAnew() throws {
        _ = try place.makeDirectoryFromSpare("one")
        try place.keepAsSpare("one", .directory)
        try place.removeDirectory(Path(try spares()[0]))
        _ = try place.makeDirectoryFromSpare("two")
        #expect(try scratch.names() == ["two"])
    }

    /// What a crash left is removed, but not with content that nobody expected there.
    @Test func leftoversGoUnlessSomethingIsInThem() throws {
        try scratch.makeDirectory(".spare-empty")
        try scratch.write("", ".spare-thawed/source")
        try scratch.write("old", ".spare-file")
        try scratch.write("somebody's", ".spare-used/file")
        try scratch.write("document", "job/file")
        try place.removeSpares()
        #expect(try scratch.names() == [".spare-used", "job"])
        #expect(try scratch.text(".spare-used/file") == "somebody's")
    }
}
