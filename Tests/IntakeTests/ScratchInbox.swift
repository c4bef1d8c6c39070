// A hot folder with a ledger, in a scratch folder of its own.

internal import Documents
@testable internal import Intake
internal import Ledger
internal import Platform
internal import Settings
internal import TestSupport

struct ScratchInbox {
    let scratch: ScratchFolder
    let ledger: Ledger
    var folder: FolderSettings
    var claimant: Claimant { Claimant(folder: folder, ledger: ledger) }
    var recovery: ClaimRecovery { ClaimRecovery(folder: folder, ledger: ledger, log: Log(.text)) }

    init(name: String = "invoices") throws {
        scratch = try ScratchFolder()
        try scratch.makeDirectory("state")
        ledger = try Ledger(directory: scratch.path / "state")
        folder = FolderSettings(name: name, root: scratch.path / name)
        try Preflight.check(folder)
    }

    /// Another folder of the same service.
    func neighbour(_ name: String) throws -> FolderSettings {
        let folder = FolderSettings(name: name, root: scratch.path / name)
        try Preflight.check(folder)
        return folder
    }

    /// The name of a place below the scratch folder.
    func below(_ path: Path) -> Path { Path(bytes: path.bytes.dropFirst(scratch.path.bytes.count + 1)) }

    /// Drops a file and looks at it once.
    @discardableResult
    func drop(_ text: String, _ name: Path = "scan.pdf") throws -> Deposit {
        try scratch.write(text, below(folder.inbox) / name)
        return try seen(name)
    }

    func seen(_ name: Path = "scan.pdf") throws -> Deposit {
        Deposit(documents: [try file(name)])
    }

    func file(_ name: Path) throws -> ReadyFile {
        ReadyFile(
            name: RawName(name.bytes), sample: Sample(try scratch.status(below(folder.inbox) / name)))
    }

    /// The files in the claim of a job.
    func claimed(_ id: JobID) throws -> [String] { try scratch.names(in: below(folder.claim(of: id))) }

    /// The names in `claimed`, but for what is kept to be used again.
    func claims() throws -> [String] {
        try scratch.names(in: below(folder.claims)).filter { !Spares.isName(Path($0)) }
    }

    /// Puts a claimed job into the quarantine as delivery does.
    func quarantine(_ job: Job, as name: Path = "scan.pdf") async throws {
        let place = folder.quarantine / name
        try scratch.rename(
            below(folder.claim(of: job.id)) / Path(bytes: job.original.name.last.bytes), to: below(place))
        let output = Output(
            kind: .quarantine, number: 0, path: place, bytes: job.original.bytes, sha256: "", isPlaced: true)
        try await ledger.intend([output], of: job.id)
        try await ledger.move(job.id, to: .quarantined) { $0.failure = Failure(.damaged, "scan.pdf", "x") }
    }
}
