// Taking a file out of the inbox: the row first, one winner, and only what was seen.

internal import Documents
@testable internal import Intake
internal import Ledger
internal import Platform
internal import Settings
internal import TestSupport
internal import Testing

@Suite struct ClaimantTests {
    private let inbox: ScratchInbox

    init() throws { inbox = try ScratchInbox() }

    @Test func claimMovesTheFileAndWritesRowAndSidecar() async throws {
        let file = try inbox.drop("content")
        let job = try #require(try await inbox.claimant.claim(file))
        #expect(try inbox.claimed(job.id) == ["scan.pdf"])
        #expect(try inbox.claims() == [job.id.rawValue, job.id.rawValue + ".json"])
        #expect(try inbox.scratch.names(in: "invoices/inbox").isEmpty)
        #expect(try await inbox.ledger.job(job.id) == job)
        #expect(
            job.state == .claimed && job.original.inode == file.documents[0].sample.inode
                && job.original.bytes == 7)
        #expect(
            try inbox.scratch.text(inbox.below(inbox.folder.claims) / "\(job.id).json").contains(
                "\"scan.pdf\""))
    }

    @Test(arguments: [[0xFF, 0x0A, 0x2E, 0x70], [UInt8](repeating: 0x61, count: 255), Array("发票.pdf".utf8)])
    func nameKeepsItsBytes(bytes: [UInt8]) async throws {
        let file = try inbox.drop("x", "sub" / Path(bytes: bytes))
        let job = try #require(try await inbox.claimant.claim(file))
        #expect(job.original.name.bytes == Array("sub/".utf8) + bytes)
        #expect(try inbox.scratch.exists(inbox.below(inbox.folder.claim(of: job.id)) / Path(bytes: bytes)))
    }

    @Test func changedFileIsNotClaimed() async throws {
        let file = try inbox.drop("content")
        try inbox.scratch.append("more", to: "invoices/inbox/scan.pdf")
        #expect(try await inbox.claimant.claim(file) == nil)
        #expect(try inbox.scratch.text("invoices/inbox/scan.pdf") == "contentmore")
        #expect(try await inbox.ledger.unfinishedJobs().isEmpty)
        #expect(try inbox.claims().isEmpty)
    }

    @Test func replacedFileIsNotClaimed() async throws {
        let file = try inbox.drop("content")
        try inbox.scratch.write("another", "other")
        try inbox.scratch.rename("other", to: "invoices/inbox/scan.pdf")
        #expect(try await inbox.claimant.claim(file) == nil)
        #expect(try inbox.scratch.text("invoices/inbox/scan.pdf") == "another")
    }

    @Test func linkInPlaceOfTheFileIsNotClaimed() async throws {
        let file = try inbox.drop("content")
        try inbox.scratch.rename("invoices/inbox/scan.pdf", to: "elsewhere")
        try inbox.scratch.link("invoices/inbox/scan.pdf", to: "../../elsewhere")
        #expect(try await inbox.claimant.claim(file) == nil)
        #expect(try inbox.scratch.status("invoices/inbox/scan.pdf").kind == .symbolicLink)
    }

    @Test func folderBehindALinkIsNotEntered() async throws {
        try inbox.scratch.write("secret", "outside/scan.pdf")
        try inbox.scratch.link("invoices/inbox/sub", to: "../../outside")
        let status = try inbox.scratch.status("outside/scan.pdf")
        let file = Deposit(documents: [ReadyFile(name: "sub/scan.pdf", sample: Sample(status))])
        await #expect(throws: SystemError.self) { try await inbox.claimant.claim(file) }
        #expect(try inbox.scratch.exists("outside/scan.pdf"))
    }

    @Test func oneOfManyClaimantsWins() async throws {
        let file = try inbox.drop("content")
        let jobs = await withTaskGroup(of: Job?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    // The others find it gone, before or after they have looked.
                    do { return try await inbox.claimant.claim(file) } catch { return nil }
                }
            }
            return await group.reduce(into: [Job]()) { jobs, job in if let job { jobs.append(job) } }
        }
        #expect(jobs.count == 1)
        #expect(try await inbox.ledger.unfinishedJobs().map(\.id) == jobs.map(\.id))
        #expect(try inbox.claims().count == 2)
    }

    @Test func fileBackFromTheQuarantineResumesItsJob() async throws {
        let job = try #require(try await inbox.claimant.claim(try inbox.drop("content")))
        try await inbox.quarantine(job)
        try await inbox.claimant.removeClaim(of: job)
        try inbox.scratch.rename("invoices/quarantine/scan.pdf", to: "invoices/inbox/renamed.pdf")
        let resumed = try #require(try await inbox.claimant.claim(try inbox.seen("renamed.pdf")))
        #expect(resumed.id == job.id && resumed.state == .claimed && resumed.original.name == "renamed.pdf")
        #expect(try inbox.claimed(job.id) == ["renamed.pdf"])
    }

    /// The service was killed after the quarantine and before the claim's leftovers were removed.
    @Test func fileBackFromTheQuarantineIsClaimedDespiteLeftovers() async throws {
        let job = try #require(try await inbox.claimant.claim(try inbox.drop("content")))
        try await inbox.quarantine(job)
        try inbox.scratch.rename("invoices/quarantine/scan.pdf", to: "invoices/inbox/scan.pdf")
        let resumed = try await inbox.claimant.claim(try inbox.seen())
        #expect(resumed?.id == job.id)
        #expect(try inbox.claimed(job.id) == ["scan.pdf"])
    }

    @Test func copyOfAQuarantinedFileIsANewJob() async throws {
        let job = try #require(try await inbox.claimant.claim(try inbox.drop("content")))
        try await inbox.quarantine(job)
        let other = try #require(try await inbox.claimant.claim(try inbox.drop("content")))
        #expect(other.id != job.id)
        #expect(try await inbox.ledger.job(job.id)?.state == .quarantined)
    }

    @Test func fileChangedInTheQuarantineIsANewJob() async throws {
        let job = try #require(try await inbox.claimant.claim(try inbox.drop("content")))
        try await inbox.quarantine(job)
        try inbox.scratch.append("repaired", to: "invoices/quarantine/scan.pdf")
        try inbox.scratch.rename("invoices/quarantine/scan.pdf", to: "invoices/inbox/scan.pdf")
        let other = try #require(try await inbox.claimant.claim(try inbox.seen()))
        #expect(other.id != job.id)
    }

    /// A job belongs to its folder: its claim would be looked for in the wrong place after a restart.
    @Test func fileFromAnotherFoldersQuarantineIsANewJob() async throws {
        let job = try #require(try await inbox.claimant.claim(try inbox.drop("content")))
        try await inbox.quarantine(job)
        try await inbox.claimant.removeClaim(of: job)
        let receipts = try inbox.neighbour("receipts")
        try inbox.scratch.rename("invoices/quarantine/scan.pdf", to: "receipts/inbox/scan.pdf")
        let status = try inbox.scratch.status("receipts/inbox/scan.pdf")
        let claimant = Claimant(folder: receipts, ledger: inbox.ledger)
        let file = Deposit(documents: [ReadyFile(name: "scan.pdf", sample: Sample(status))])
        let other = try #require(try await claimant.claim(file))
        #expect(other.folder == "receipts")
        #expect(other.id != job.id)
    }

    /// Whatever stops a claim half-way must not leave a row without a file for every further look.
    @Test func failedClaimLeavesNoRowBehind() async throws {
        let file = try inbox.drop("content")
        try inbox.scratch.directory("invoices/.papertray").removeTree("claimed")
        try inbox.scratch.write("in the way", "invoices/.papertray/claimed")
        await #expect(throws: (any Error).self) { try await inbox.claimant.claim(file) }
        #expect(try inbox.scratch.text("invoices/inbox/scan.pdf") == "content")
        #expect(try await inbox.ledger.unfinishedJobs().isEmpty)
    }

    /// Between the last look and the rename.
    @Test func fileSwappedInTheLastMomentGoesBack() async throws {
        let seen = try inbox.scratch.write("content", "seen.pdf")
        try inbox.drop("another")
        let original = Original(
            name: "scan.pdf", device: seen.device, inode: seen.inode, bytes: seen.bytes, owner: 0, group: 0,
            mode: 0o644, modified: 0)
        let job = Job(
            id: JobID(rawValue: "00000000000001"), folder: "invoices", original: original, state: .claimed,
            createdAt: 1)
        #expect(try inbox.claimant.take([0], of: job).isEmpty)
        #expect(try inbox.scratch.text("invoices/inbox/scan.pdf") == "another")
        #expect(try inbox.claimed(job.id).isEmpty)
    }
}
