// The original goes to its last place by rename, over nothing, and replays come to the same end.

internal import Delivery
internal import Documents
internal import Ledger
internal import Platform
internal import Settings
internal import TestSupport
internal import Testing

@Suite struct OriginalTests {
    private static let longest = [UInt8](repeating: 0x61, count: 251) + Array(".pdf".utf8)

    @Test func archiveTakesTheVeryFile() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job(name: "sub/scan.pdf")
        try await place.delivery.settleOriginals(of: job)
        let status = try place.scratch.status("invoices/archive/sub/scan.pdf")
        #expect(status.inode == job.original.inode && status.modified == job.original.modified)
        #expect(try place.claimed(job).isEmpty)
        #expect(try await place.ledger.outputs(of: job.id).map(\.kind) == [.original])
    }

    @Test func archiveNumbersATakenName() async throws {
        let place = try ScratchDelivery()
        try place.scratch.write("theirs", "invoices/archive/scan.pdf")
        let job = try await place.job()
        try await place.delivery.settleOriginals(of: job)
        #expect(try place.names(in: place.folder.archive) == ["scan (2).pdf", "scan.pdf"])
        #expect(try place.text(place.folder.archive / "scan.pdf") == "theirs")
    }

    @Test func keepPutsItBesideTheResult() async throws {
        let place = try ScratchDelivery { folder, _ in folder.originals = .keep }
        let job = try await place.job(name: "sub/scan.pdf")
        try await place.delivery.settleOriginals(of: job)
        #expect(try place.text(place.folder.outbox / "sub/scan.original.pdf") == "original")
    }

    @Test func deleteRemovesIt() async throws {
        let place = try ScratchDelivery { folder, _ in folder.originals = .delete }
        let job = try await place.job()
        for _ in 1...2 { try await place.delivery.settleOriginals(of: job) }
        #expect(try place.claimed(job).isEmpty)
        #expect(try await place.ledger.outputs(of: job.id).isEmpty)
    }

    @Test(arguments: Originals.allCases) func longestNameFindsItsPlaceTwice(originals: Originals) async throws
    {
        let place = try ScratchDelivery { folder, _ in folder.originals = originals }
        for id in ["00000000000001", "00000000000002"] {
            let job = try await place.job(id, name: RawName(Self.longest))
            try await place.delivery.settleOriginals(of: job)
            #expect(try place.claimed(job).isEmpty)
        }
        let target = originals == .keep ? place.folder.outbox : place.folder.archive
        #expect(try place.names(in: target).count == (originals == .delete ? 0 : 2))
    }

    @Test func nameThatIsNoTextStaysAsItIs() async throws {
        let place = try ScratchDelivery()
        let name: [UInt8] = [0xFF, 0x0A, 0x2E, 0x70]
        let job = try await place.job(name: RawName(name))
        try await place.delivery.settleOriginals(of: job)
        #expect(try Directory(place.folder.archive).entries().map(\.bytes) == [name])
    }

    @Test func archiveOnAnotherMountGetsACopyAndTheClaimGoes() async throws {
        let other = try ScratchFolder(in: "/dev/shm")
        let place = try ScratchDelivery { folder, _ in folder.archive = other.path / "archive" }
        let job = try await place.job()
        for _ in 1...2 { try await place.delivery.settleOriginals(of: job) }
        #expect(try other.text("archive/scan.pdf") == "original")
        #expect(try other.status("archive/scan.pdf").modified == job.original.modified)
        #expect(try place.claimed(job).isEmpty)
    }

    // MARK: Again after a crash

    private func intend(_ target: Path, in place: ScratchDelivery, of job: Job) async throws {
        let output = Output(kind: .original, number: 0, path: target, bytes: 8, sha256: job.sha256 ?? "")
        try await place.ledger.intend([output], of: job.id)
    }

    @Test func killedAfterTheRename() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try await intend(place.folder.archive / "scan.pdf", in: place, of: job)
        try place.scratch.rename(
            place.below(place.folder.claim(of: job.id)) / "scan.pdf", to: "invoices/archive/scan.pdf")
        try await place.delivery.settleOriginals(of: job)
        #expect(try place.names(in: place.folder.archive) == ["scan.pdf"])
        #expect(try await place.ledger.outputs(of: job.id).map(\.isPlaced) == [true])
    }

    @Test func killedBetweenCopyAndRemovalOnAnotherMount() async throws {
        let other = try ScratchFolder(in: "/dev/shm")
        let place = try ScratchDelivery { folder, _ in folder.archive = other.path / "archive" }
        let job = try await place.job()
        try await intend(place.folder.archive / "scan.pdf", in: place, of: job)
        try other.write("original", "archive/scan.pdf")
        try await place.delivery.settleOriginals(of: job)
        #expect(try other.names(in: "archive") == ["scan.pdf"])
        #expect(try place.claimed(job).isEmpty)
    }

    @Test func lostOriginalIsNotTakenToBeAnotherFileOfItsSize() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try place.scratch.write("theirs!!", "invoices/archive/scan.pdf")
        try Directory(place.folder.claim(of: job.id)).remove("scan.pdf")
        await #expect(throws: Failure.self) { try await place.delivery.settleOriginals(of: job) }
        #expect(try await place.ledger.outputs(of: job.id).allSatisfy { !$0.isPlaced })
    }

    @Test func lostOriginalIsTold() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        try Directory(place.folder.claim(of: job.id)).remove("scan.pdf")
        await #expect(throws: Failure.self) { try await place.delivery.settleOriginals(of: job) }
    }
}
