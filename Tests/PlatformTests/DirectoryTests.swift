// Everything starts from an open directory: links and `..` lead nowhere, and no name is ever taken from another file.

internal import Glibc
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct DirectoryTests {
    private let scratch: ScratchFolder
    private let directory: Directory

    init() throws {
        scratch = try ScratchFolder()
        directory = try scratch.directory()
        try scratch.write("inside", "in/file")
        try scratch.write("outside", "out/secret")
        try scratch.link("in/link", to: "../out")
        try scratch.link("in/file-link", to: "file")
        try scratch.link("in/proc", to: "/proc/self/root")
    }

    @Test(
        arguments: [
            "link/secret", "file-link", "../out/secret", "proc/etc/passwd", "/etc/passwd", "./../out/secret",
        ] as [Path])
    func openRefusesToLeadOut(name: Path) throws {
        let inner = try directory.directory("in")
        #expect(throws: SystemError.self) { _ = try inner.open(name) }
        #expect(try inner.open("file").readAll() == Array("inside".utf8))
    }

    @Test(arguments: ["link", "..", "../out", "proc"] as [Path])
    func directoryRefusesToLeadOut(name: Path) throws {
        let inner = try directory.directory("in")
        #expect(throws: SystemError.self) { _ = try inner.directory(name) }
        #expect(throws: SystemError.self) { _ = try inner.makeDirectory(name / "new") }
        #expect(try !scratch.exists("out/new"))
    }

    @Test func createRefusesATakenNameAndALink() throws {
        let inner = try directory.directory("in")
        #expect(throws: SystemError("create", (inner.path / "file").string, number: EEXIST)) {
            _ = try inner.create("file")
        }
        try scratch.link("in/dangling", to: "../out/new")
        #expect(throws: SystemError.self) { _ = try inner.create("dangling") }
        #expect(try !scratch.exists("out/new"))
    }

    @Test func renameRefusesATakenName() throws {
        let (from, to) = (try directory.directory("in"), try directory.directory("out"))
        let mistake = #expect(throws: SystemError.self) { try from.rename("file", to: to, as: "secret") }
        #expect(mistake?.isTaken == true)
        #expect(try scratch.text("out/secret") == "outside")
        #expect(try scratch.text("in/file") == "inside")
    }

    @Test func renameMovesToAFreeName() throws {
        let before = try scratch.status("in/file")
        try directory.directory("in").rename("file", to: try directory.directory("out"), as: "file")
        #expect(try scratch.status("out/file").inode == before.inode)
        #expect(try !scratch.exists("in/file"))
    }

    @Test func replacePutsTheNewerOverTheOlder() throws {
        try scratch.write("newer", "in/newer")
        try directory.directory("in").replace("file", with: "newer")
        #expect(try scratch.text("in/file") == "newer")
        #expect(try !scratch.exists("in/newer"))
    }

    @Test func unnamedFileAppearsOnlyWhenLinked() throws {
        let file = try directory.createUnnamed()
        try file.write("result".utf8)
        let before = try scratch.names()
        try directory.link(file, as: "result")
        #expect(try scratch.names() == (before + ["result"]).sorted())
        #expect(try scratch.text("result") == "result")
    }

    @Test func linkRefusesATakenNameAndLeavesNothing() throws {
        let file = try directory.createUnnamed()
        try scratch.write("theirs", "taken")
        let before = try scratch.names()
        let mistake = #expect(throws: SystemError.self) { try directory.link(file, as: "taken") }
        #expect(mistake?.isTaken == true)
        #expect(try scratch.names() == before)
        #expect(try scratch.text("taken") == "theirs")
    }

    @Test func removeTreeDoesNotFollowLinks() throws {
        try scratch.write("deep", "in/a/b/c/file")
        try scratch.link("in/a/b/out", to: scratch.path / "out")
        try scratch.makePipe("in/a/pipe")
        try directory.removeTree("in")
        #expect(try scratch.names() == ["out"])
        #expect(try scratch.text("out/secret") == "outside")
    }

    @Test func removeTreeRefusesALinkToADirectory() throws {
        #expect(throws: SystemError.self) { try directory.directory("in").removeTree("link") }
        #expect(try scratch.text("out/secret") == "outside")
    }

    @Test func removeTreeOfNothingIsDone() throws {
        try directory.removeTree("missing")
        #expect(try scratch.names() == ["in", "out"])
    }

    @Test func emptyDirectoryGoesAndAFullOneStays() throws {
        try scratch.makeDirectory("empty")
        try directory.removeDirectoryIfPresent("empty")
        try directory.removeDirectoryIfPresent("empty")
        #expect(try !scratch.exists("empty"))
        let mistake = #expect(throws: SystemError.self) { try directory.removeDirectoryIfPresent("out") }
        #expect(mistake?.isTaken == true)
    }

    @Test func makesMissingParents() throws {
        let made = try directory.makeDirectory("x/./y//z", mode: 0o700)
        #expect(made.path == scratch.path / "x/y/z")
        #expect(try scratch.status("x/y").mode == 0o700)
        #expect(try Directory.make(scratch.path / "p/q").entries().isEmpty)
    }

    @Test func statusDoesNotFollowALink() throws {
        #expect(try directory.directory("in").status("link").kind == .symbolicLink)
        #expect(try directory.directory("in").status("file").kind == .regular)
        #expect(try directory.status("in").kind == .directory)
    }

    @Test func existsTellsMissingFromThere() throws {
        #expect(try directory.exists("in"))
        #expect(try !directory.exists("nothing"))
        #expect(try !directory.exists("in/file/below"))
    }

    @Test func entriesKeepTheirBytesAndCanBeReadAgain() throws {
        let names = [Path(bytes: [0xFF, 0x0A]), Path(bytes: [UInt8](repeating: 0x61, count: 255))]
        for name in names { try scratch.write("", "bytes" / name) }
        let bytes = try directory.directory("bytes")
        for _ in 1...2 { #expect(Set(try bytes.entries()) == Set(names)) }
    }

    @Test func pipeDoesNotBlockOpen() throws {
        try scratch.makePipe("pipe")
        #expect(try directory.open("pipe").status().kind == .other)
    }
}
