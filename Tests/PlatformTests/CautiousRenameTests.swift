// A rename without the kernel's flag: it refuses what the flag refuses, and finishes what a crash left.

internal import Glibc
@testable internal import Platform
internal import TestSupport
internal import Testing

@Suite struct CautiousRenameTests {
    private let scratch: ScratchFolder
    private let (from, to): (Directory, Directory)

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write("document", "from/file")
        try scratch.makeDirectory("to")
        from = try scratch.directory("from")
        to = try scratch.directory("to")
    }

    @Test func movesToAFreeName() throws {
        let before = try scratch.status("from/file")
        try from.renameCautiously("file", to: to, as: "new")
        #expect(try scratch.status("to/new").inode == before.inode)
        #expect(try scratch.status("to/new").links == 1)
        #expect(try scratch.names(in: "from").isEmpty)
    }

    @Test func refusesATakenName() throws {
        try scratch.write("theirs", "to/new")
        let mistake = #expect(throws: SystemError.self) {
            try from.renameCautiously("file", to: to, as: "new")
        }
        #expect(mistake?.isTaken == true && mistake?.call == "rename")
        #expect(try scratch.text("to/new") == "theirs")
        #expect(try scratch.text("from/file") == "document")
    }

    @Test func finishesWhatACrashLeftBetweenTheTwoCalls() throws {
        #expect(link((from.path / "file").string, (to.path / "new").string) == 0)
        try from.renameCautiously("file", to: to, as: "new")
        #expect(try scratch.names(in: "from").isEmpty && scratch.text("to/new") == "document")
    }

    @Test func missingFileIsMissing() throws {
        let mistake = #expect(throws: SystemError.self) {
            try from.renameCautiously("other", to: to, as: "new")
        }
        #expect(mistake?.isMissing == true)
        #expect(try scratch.names(in: "to").isEmpty)
    }

    @Test func linkMovesAsALink() throws {
        try scratch.link("from/link", to: "file")
        try from.renameCautiously("link", to: to, as: "new")
        #expect(try scratch.status("to/new").kind == .symbolicLink)
    }

    @Test func folderMovesWhole() throws {
        try scratch.write("page", "from/batch/1.pdf")
        try from.renameCautiously("batch", to: to, as: "batch")
        #expect(try scratch.text("to/batch/1.pdf") == "page" && scratch.names(in: "from") == ["file"])
    }

    @Test func folderNeverReplacesAnother() throws {
        try scratch.write("page", "from/batch/1.pdf")
        try scratch.makeDirectory("to/batch")
        let mistake = #expect(throws: SystemError.self) {
            try from.renameCautiously("batch", to: to, as: "batch")
        }
        #expect(mistake?.isTaken == true)
        #expect(try scratch.names(in: "to/batch").isEmpty && scratch.text("from/batch/1.pdf") == "page")
    }

    /// Where a file cannot have a second name.
    @Test func placeholderKeepsTheNameUntilTheFileIsThere() throws {
        try from.renameOverPlaceholder("file", to: to, as: "new", isDirectory: false)
        #expect(try scratch.text("to/new") == "document" && scratch.names(in: "from").isEmpty)
    }

    @Test func placeholderRefusesATakenNameAndGoesWhenNothingCanBeMoved() throws {
        try scratch.write("theirs", "to/taken")
        #expect(throws: SystemError.self) {
            try from.renameOverPlaceholder("file", to: to, as: "taken", isDirectory: false)
        }
        #expect(throws: SystemError.self) {
            try from.renameOverPlaceholder("other", to: to, as: "new", isDirectory: false)
        }
        #expect(try scratch.text("to/taken") == "theirs" && scratch.names(in: "to") == ["taken"])
    }
}
