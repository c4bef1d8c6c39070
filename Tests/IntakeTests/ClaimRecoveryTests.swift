// After a crash rows, claims and sidecars agree again, and no file is lost.

internal import Documents
internal import Glibc
@testable internal import Intake
internal import Ledger
internal import Platform
internal import Settings
internal import TestSupport
internal import Testing

@Suite struct ClaimRecoveryTests {
    private let inbox: ScratchInbox
    private let id = JobID(rawValue: "00000000000001")

    init() throws { inbox = try ScratchInbox() }

    private func job(name: RawName = "sub/scan.pdf", inode: UInt64 = 1) -> Job {
        let original = Original(
            name: name, device: 1, inode: inode, bytes: 7, owner: 1, group: 1, mode: 0o644, modified: 5)
        return Job(id: id, folder: "invoices", original: original, state: .claimed, createdAt: 1)
    }

    private var claims: Path { inbox.below(inbox.folder.claims) }

    @Test func rowWithoutAClaimIsWithdrawn() async throws {
        try await inbox.ledger.insert(job())
        try await inbox.recovery.run()
        #expect(try await inbox.ledger.job(id) == nil)
    }

    @Test func rowWithAnEmptyClaimAndASidecarIsWithdrawnWithBoth() async throws {
        try await inbox.ledger.insert(job())
        try inbox.scratch.makeDirectory(claims / "\(id)")
        try inbox.scratch.write(Sidecar(job()).text, claims / "\(id).json")
        try await inbox.recovery.run()
        #expect(try await inbox.ledger.job(id) == nil)
        #expect(try inbox.claims().isEmpty)
    }

    /// A crash came between the sidecar of a document that is set apart and its move.
    @Test(arguments: [false, true]) func sidecarOfWhatWasNeverTakenGoes(hasDirectory: Bool) async throws {
        try inbox.scratch.write(Sidecar(job()).text, claims / "\(id).json")
        if hasDirectory { try inbox.scratch.makeDirectory(claims / "\(id)") }
        try await inbox.recovery.run()
        #expect(try await inbox.ledger.job(id) == nil)
        #expect(try inbox.claims().isEmpty)
    }

    @Test func rowWithItsClaimGoesOn() async throws {
        try await inbox.ledger.insert(job())
        try inbox.scratch.write("content", claims / "\(id)/scan.pdf")
        try await inbox.recovery.run()
        #expect(try await inbox.ledger.job(id) == job())
        #expect(try inbox.claimed(id) == ["scan.pdf"])
    }

    @Test func claimWithASidecarGetsItsRowBack() async throws {
        try inbox.scratch.write("content", claims / "\(id)/scan.pdf")
        try inbox.scratch.write(Sidecar(job()).text, claims / "\(id).json")
        try await inbox.recovery.run()
        let rebuilt = try #require(try await inbox.ledger.job(id))
        #expect(rebuilt.original == job().original)
        #expect(rebuilt.state == .claimed && rebuilt.folder == "invoices")
    }

    @Test(arguments: ["", "{\"job\":\"000", "[]"])
    func claimWithoutAUsableSidecarGetsARowFromTheFile(sidecar: String) async throws {
        let status = try inbox.scratch.write("content", claims / "\(id)" / Path(bytes: [0xFF, 0x2E]))
        if !sidecar.isEmpty { try inbox.scratch.write(sidecar, claims / "\(id).json") }
        try await inbox.recovery.run()
        let rebuilt = try #require(try await inbox.ledger.job(id))
        #expect(rebuilt.original.name == RawName([0xFF, 0x2E]))
        #expect(rebuilt.original.inode == status.inode && rebuilt.original.bytes == 7)
    }

    @Test func jobOfAnotherFolderIsLeftAlone() async throws {
        let other = Job(id: id, folder: "receipts", original: job().original, state: .claimed, createdAt: 1)
        try await inbox.ledger.insert(other)
        try await inbox.recovery.run()
        #expect(try await inbox.ledger.job(id) == other)
    }

    @Test func laterStateWithoutAClaimIsLeftToItself() async throws {
        try await inbox.ledger.insert(job())
        try await inbox.ledger.move(id, to: .staged) { $0.sha256 = String(repeating: "a", count: 64) }
        try await inbox.recovery.run()
        #expect(try await inbox.ledger.job(id)?.state == .staged)
    }

    @Test func returnThatNeverCameKeepsItsHistory() async throws {
        let job = try #require(try await inbox.claimant.claim(try inbox.drop("content")))
        try await inbox.quarantine(job)
        try await inbox.claimant.removeClaim(of: job)
        // The row of the return was written; the file was taken away before it was renamed.
        try inbox.scratch.rename("invoices/quarantine/scan.pdf", to: "taken away")
        try await inbox.ledger.move(job.id, to: .claimed)
        try await inbox.recovery.run()
        #expect(try await inbox.ledger.job(job.id)?.state == .quarantined)
    }

    /// An incomplete file goes from its claim to the quarantine: killed after the rename, before reason and row.
    @Test func halfDoneQuarantineIsLeftToBeFinished() async throws {
        let job = try #require(try await inbox.claimant.claim(try inbox.drop("content")))
        try await inbox.ledger.amend(job.id, event: "failed") {
            $0.failure = Failure(.incomplete, "scan.pdf", "x")
        }
        let place = inbox.folder.quarantine / "scan.pdf"
        let output = Output(kind: .quarantine, number: 0, path: place, bytes: 7, sha256: "")
        try await inbox.ledger.intend([output], of: job.id)
        try inbox.scratch.rename(claims / "\(job.id)/scan.pdf", to: "invoices/quarantine/scan.pdf")
        try await inbox.recovery.run()
        // Whoever resumes unfinished jobs writes the reason; a final one would stay without.
        #expect(try await inbox.ledger.job(job.id)?.state == .claimed)
    }

    @Test func unknownThingsAmongTheClaimsAreNotTouched() async throws {
        try inbox.scratch.write("theirs", claims / "note.txt")
        try inbox.scratch.makeDirectory(claims / "empty")
        try await inbox.recovery.run()
        #expect(try inbox.claims() == ["empty", "note.txt"])
        #expect(try await inbox.ledger.unfinishedJobs().isEmpty)
    }

    @Test func runningTwiceChangesNothingMore() async throws {
        try inbox.scratch.write("content", claims / "\(id)/scan.pdf")
        for _ in 1...2 { try await inbox.recovery.run() }
        #expect(try await inbox.ledger.events(of: id).count == 1)
    }

    /// Where a rename takes two steps, the file may have both names; another file of the name is another document.
    @Test(arguments: [true, false]) func secondNameOfAClaimedFileGoes(isSameFile: Bool) async throws {
        let file = try inbox.drop("content", "sub/scan.pdf")
        try await inbox.ledger.insert(job(inode: file.documents[0].sample.inode))
        try inbox.scratch.makeDirectory(claims / "\(id)")
        let claimed = inbox.folder.claim(of: id) / "scan.pdf"
        let dropped = inbox.folder.inbox / "sub/scan.pdf"
        #expect(Glibc.link(dropped.string, claimed.string) == 0)
        if !isSameFile {
            try inbox.scratch.directory("invoices/inbox/sub").remove("scan.pdf")
            try inbox.drop("another", "sub/scan.pdf")
        }
        try await inbox.recovery.run()
        #expect(try inbox.claimed(id) == ["scan.pdf"])
        #expect(try inbox.scratch.names(in: "invoices/inbox/sub") == (isSameFile ? [] : ["scan.pdf"]))
    }
}
