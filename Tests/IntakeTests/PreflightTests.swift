// What the service will have to do in a folder is tried by doing it.

internal import Documents
internal import Intake
internal import Platform
internal import Settings
internal import TestSupport
internal import Testing

@Suite struct PreflightTests {
    private let scratch: ScratchFolder
    private let folder: FolderSettings

    init() throws {
        scratch = try ScratchFolder()
        folder = FolderSettings(name: "invoices", root: scratch.path / "deep/invoices")
    }

    @Test func makesEveryPlaceAndLeavesNothingInThem() throws {
        for _ in 1...2 { try Preflight.check(folder) }
        let places = ["inbox", "outbox", "quarantine", "archive", ".papertray/claimed"] as [Path]
        for place in places { #expect(try scratch.names(in: "deep/invoices" / place).isEmpty) }
        #expect(try scratch.status("deep/invoices/.papertray").mode == 0o700)
    }

    @Test(arguments: ["inbox", "outbox", "quarantine", "archive", ".papertray"] as [Path])
    func namesThePlaceThatCannotBeMade(place: Path) throws {
        try scratch.write("in the way", "deep/invoices" / place)
        let mistake = #expect(throws: Failure.self) { try Preflight.check(folder) }
        #expect(mistake?.reason == .fileUnavailable)
        #expect(mistake?.operands.first?.contains((folder.root / place).string) == true)
    }

    /// Two mounts refuse a rename; that is found at once and nothing is left in the inbox.
    @Test func inboxOnAnotherMountIsRefused() throws {
        guard let other = try? ScratchFolder(in: "/dev/shm"),
            try other.status("").device != scratch.status("").device
        else { return }
        var apart = folder
        apart.inbox = other.path / "inbox"
        let mistake = #expect(throws: Failure.self) { try Preflight.check(apart) }
        #expect(mistake?.operands.first == apart.inbox.string)
        #expect(try other.names(in: "inbox").isEmpty)
    }

    @Test func quarantineOnAnotherMountIsTaken() throws {
        guard let other = try? ScratchFolder(in: "/dev/shm") else { return }
        var apart = folder
        (apart.outbox, apart.quarantine, apart.archive) = (
            other.path / "o", other.path / "q", other.path / "a"
        )
        try Preflight.check(apart)
        #expect(try other.names() == ["a", "o", "q"])
    }

    /// The service was killed in the middle of its trial.
    @Test(arguments: ["inbox", "outbox", "quarantine", "archive", ".papertray/claimed"] as [Path])
    func leftoverOfAnEarlierTrialGoes(place: Path) throws {
        try scratch.write("", "deep/invoices" / place / ".papertray-trial-invoices.part")
        try Preflight.check(folder)
        #expect(try scratch.names(in: "deep/invoices" / place).isEmpty)
    }
}
