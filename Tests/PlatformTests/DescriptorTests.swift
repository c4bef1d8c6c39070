// Open files: whole reads, whole writes, hashed copies, times and leases.

internal import Glibc
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct DescriptorTests {
    private let scratch: ScratchFolder
    private let directory: Directory

    init() throws {
        scratch = try ScratchFolder()
        directory = try scratch.directory()
    }

    @Test(arguments: [0, 1, 65535, 65536, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, 1_000_003])
    func fillCopiesAndHashesEveryByte(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try scratch.write(bytes, "source")
        let copy = try directory.create("copy")
        let filled = try copy.fill(from: try directory.open("source"))
        let digest = SHA256()
        digest.update(bytes)
        #expect(filled.sha256 == digest.finish())
        #expect(filled.bytes == count)
        #expect(try scratch.read("copy") == bytes)
    }

    @Test func readingAtAPlaceDoesNotMoveThePosition() throws {
        try scratch.write("0123456789", "file")
        let file = try directory.open("file")
        #expect(try file.read(atMost: 3, at: 5) == Array("567".utf8))
        #expect(try file.read(atMost: 3, at: 9) == Array("9".utf8))
        #expect(try file.read(atMost: 3, at: 20).isEmpty)
        #expect(try file.readAll() == Array("0123456789".utf8))
    }

    @Test(arguments: [(0, 0), (4, 4), (100, 10)]) func readAllStopsAtTheLimit(limit: Int, count: Int) throws {
        try scratch.write("0123456789", "file")
        #expect(try directory.open("file").readAll(limit: limit).count == count)
    }

    /// Cameras without a battery, archives and some shares give times before 1970.
    @Test(
        arguments: [0, 1_700_000_000_123_456_789, 1, -1_000_000_000, -1, -1_500_000_000, -86_400_000_000_001]
            as [Int64])
    func setsEveryTime(nanoseconds: Int64) throws {
        let file = try directory.create("file")
        try file.setModified(nanoseconds)
        #expect(try file.status().modified == nanoseconds)
    }

    @Test func setsPermissions() throws {
        let file = try directory.create("file", mode: 0o600)
        try file.setMode(0o640)
        #expect(try file.status().mode == 0o640)
    }

    @Test func closedWriterIsNoWriterAndOpenOneIs() throws {
        try scratch.write("x", "file")
        let reader = try directory.open("file")
        #expect(reader.hasWriter() == false)
        let writer = try scratch.openForWriting("file")
        #expect(reader.hasWriter() == true)
        try writer.close()
        #expect(reader.hasWriter() == false)
    }

    @Test func duplicateOutlivesItsOriginal() throws {
        try scratch.write("abc", "file")
        func duplicate() throws -> Descriptor { try directory.open("file").duplicate() }
        #expect(try duplicate().readAll() == Array("abc".utf8))
    }

    @Test func writingToAFileOpenedForReadingFails() throws {
        try scratch.write("abc", "file")
        #expect(throws: SystemError("write", number: EBADF)) { try directory.open("file").write("x".utf8) }
    }

    @Test func statusTellsWhatItIs() throws {
        let written = try scratch.write("abc".utf8, "file", mode: 0o640)
        #expect(written.kind == .regular && written.bytes == 3 && written.links == 1 && written.mode == 0o640)
        #expect(try directory.status().kind == .directory)
    }

    /// An error of fsync or of a write is never swallowed: the file would be taken for durable.
    @Test func failedSyncAndFullDiskAreErrors() throws {
        try scratch.makePipe("pipe")
        let pipe = try scratch.openForWriting("pipe")
        #expect(throws: SystemError("fsync", number: EINVAL)) { try pipe.sync() }
        let full = Descriptor(owning: Glibc.open("/dev/full", O_WRONLY | O_CLOEXEC))
        let mistake = #expect(throws: SystemError.self) { try full.write("x".utf8) }
        #expect(mistake?.isOutOfSpace == true)
    }
}
