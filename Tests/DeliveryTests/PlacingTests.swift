// How a file appears: durable, whole, and never over another one.

@testable internal import Delivery
internal import Documents
internal import Glibc
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct PlacingTests {
    private let scratch: ScratchFolder
    private let directory: Directory

    init() throws {
        scratch = try ScratchFolder()
        directory = try scratch.directory()
    }

    private func attributes(modified: Int64? = nil) -> FileAttributes {
        let original = Original(
            name: "a", device: 0, inode: 0, bytes: 0, owner: getuid(), group: getgid(), mode: 0o644,
            modified: 0)
        return FileAttributes(like: original, modified: modified)
    }

    @Test func contentThatIsNotWhatWasVerifiedLeavesNothing() throws {
        try scratch.write("tampered", "source")
        #expect(throws: SystemError.self) {
            try Placing.reveal(
                try directory.open("source"), sha256: ScratchDelivery.hash("result"), in: directory,
                as: "result", attributes())
        }
        #expect(try scratch.names() == ["source"])
    }

    @Test func takenNameLeavesBothAsTheyWere() throws {
        try scratch.write("ours", "from/a")
        try scratch.write("theirs", "to/a")
        let mistake = #expect(throws: SystemError.self) {
            try Placing.move(
                "a", from: try scratch.directory("from"), to: try scratch.directory("to"), as: "a",
                sha256: nil, attributes())
        }
        #expect(mistake?.isTaken == true)
        #expect(try scratch.text("from/a") == "ours" && scratch.text("to/a") == "theirs")
    }

    @Test(arguments: [nil, ScratchDelivery.hash("content")]) func moveReachesAnotherMount(sha256: String?)
        throws
    {
        let other = try ScratchFolder(in: "/dev/shm")
        try scratch.write("content", "a")
        try Placing.move(
            "a", from: directory, to: try other.directory(), as: "b", sha256: sha256, attributes(modified: 5))
        #expect(try other.text("b") == "content")
        #expect(try other.status("b").modified == 5)
        #expect(try scratch.names().isEmpty)
    }

    @Test func damagedMoveToAnotherMountKeepsTheFirst() throws {
        let other = try ScratchFolder(in: "/dev/shm")
        try scratch.write("content", "a")
        #expect(throws: SystemError.self) {
            try Placing.move(
                "a", from: directory, to: try other.directory(), as: "b",
                sha256: ScratchDelivery.hash("else"), attributes())
        }
        #expect(try scratch.text("a") == "content")
        #expect(try other.names().isEmpty)
    }

    /// Old pictures and archives have such times.
    @Test(arguments: [-1, -1_500_000_000] as [Int64]) func fileFromBefore1970IsPlaced(modified: Int64) throws
    {
        try scratch.write("content", "a")
        try Placing.reveal(
            try directory.open("a"), sha256: ScratchDelivery.hash("content"), in: directory, as: "b",
            attributes(modified: modified))
        #expect(try scratch.status("b").modified == modified)
    }

    @Test func writingTheSameTextAgainIsDoneAndAnotherIsRefused() throws {
        for _ in 1...2 { try Placing.write("text", in: directory, as: "note", mode: 0o644) }
        #expect(try scratch.status("note").mode == 0o644)
        #expect(throws: SystemError.self) {
            try Placing.write("other", in: directory, as: "note", mode: 0o644)
        }
        #expect(try scratch.text("note") == "text")
    }

    // MARK: Without unnamed files

    private func revealByName(_ text: String, as name: Path) throws {
        try scratch.write(text, "source")
        defer { #expect(throws: Never.self) { try directory.remove("source") } }
        try Placing.revealByName(
            try directory.open("source"), sha256: ScratchDelivery.hash("result"), in: directory, as: name,
            attributes(), by: Placing.temporaryName(for: JobID(rawValue: "1")))
    }

    @Test func copyByNameIsWholeAndLeavesNothingElse() throws {
        try revealByName("result", as: "a")
        #expect(try scratch.names() == ["a"] && scratch.text("a") == "result")
    }

    @Test func copyByNameReplacesWhatACrashLeft() throws {
        try scratch.write("res", ".papertray-1.part")
        try revealByName("result", as: "a")
        #expect(try scratch.names() == ["a"] && scratch.text("a") == "result")
    }

    /// A move takes `rename` for its own failure and would count on, though the copy of an earlier try lies there.
    @Test func copyByNameSaysOfATakenNameWhatALinkSays() throws {
        try scratch.write("theirs", "a")
        let mistake = #expect(throws: SystemError.self) { try revealByName("result", as: "a") }
        #expect(mistake?.isTaken == true && mistake?.call == "link")
        #expect(try scratch.names() == ["a"] && scratch.text("a") == "theirs")
    }

    @Test func copyByNameOfChangedContentLeavesNothing() throws {
        #expect(throws: SystemError.self) { try revealByName("tampered", as: "a") }
        #expect(try scratch.names().isEmpty)
    }
}
