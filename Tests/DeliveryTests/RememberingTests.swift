// A ledger that knows less than the disk.

internal import Delivery
internal import Documents
internal import Ledger
internal import Platform
internal import Settings
internal import TestSupport
internal import Testing

@Suite struct RememberingTests {
    private let place: ScratchDelivery

    init() throws { place = try ScratchDelivery() }

    /// The same folder with a ledger that knows nothing.
    private func forgetful() throws -> Delivery {
        try place.scratch.makeDirectory("other")
        let ledger = try Ledger(directory: place.scratch.path / "other")
        return Delivery(folder: place.folder, ledger: ledger, language: .english)
    }

    private func refuse(_ job: Job) async throws {
        try await place.delivery.quarantine(job, because: Failure(.damaged, "scan.pdf", "page 1"))
    }

    @Test(arguments: [
        "scan.pdf", "sub/deep/scan.pdf", RawName([0xFF, 0x2E, 0x70]),
        RawName([UInt8](repeating: 0x61, count: 255)),
    ])
    func quarantinedDocumentGetsItsRowBack(name: RawName) async throws {
        let job = try await place.job(name: name)
        try await refuse(job)
        let ledger = try Ledger(directory: try place.scratch.makeDirectory("other"))
        let delivery = Delivery(folder: place.folder, ledger: ledger, language: .english)
        #expect(try await delivery.rememberQuarantine() == 1)
        let row = try #require(try await ledger.job(job.id))
        #expect(row.state == .quarantined && row.failure?.code == .damaged && row.original.name == name)
        #expect(row.original.inode == job.original.inode)
        #expect(try await ledger.outputs(of: job.id).map(\.kind) == [.quarantine])
        #expect(try await delivery.rememberQuarantine() == 0)
        // The way back works as ever.
        try await delivery.takeBack(row)
        #expect(try place.claimed(job) == [Path(bytes: name.last.bytes).string])
    }

    @Test func knownRowIsLeftAlone() async throws {
        try await refuse(try await place.job())
        #expect(try await place.delivery.rememberQuarantine() == 0)
    }

    @Test func reasonWithoutItsDocumentIsNoJob() async throws {
        try await refuse(try await place.job())
        try Directory(place.folder.quarantine).remove("scan.pdf")
        try place.scratch.write("{}", "invoices/quarantine/rubbish.reason.json")
        #expect(try await forgetful().rememberQuarantine() == 0)
    }

    @Test func originalIsFoundInTheArchive() async throws {
        let job = try await place.job()
        try place.scratch.write("another", "invoices/archive/other.pdf")
        #expect(try await forgetful().findOriginals(of: job)?.places == nil)
        try await place.delivery.settleOriginals(of: job)
        let found = try #require(try await forgetful().findOriginals(of: job))
        #expect(
            found.places[0].path == place.folder.archive / "scan.pdf" && found.places[0].kind == .original)
        #expect(found.failure == nil)
    }

    @Test func originalIsFoundInTheQuarantineWithItsFailure() async throws {
        let job = try await place.job()
        try await refuse(job)
        let found = try #require(try await forgetful().findOriginals(of: job))
        #expect(found.places[0].kind == .quarantine && found.failure?.code == .damaged)
    }

    /// Another job of the same content has its original there.
    @Test func originalOfAnotherJobIsNotTaken() async throws {
        try await place.delivery.settleOriginals(of: try await place.job())
        let second = try await place.job("00000000000002")
        #expect(try await place.delivery.findOriginals(of: second)?.places == nil)
    }
}
