// A folder with a claimed original and a finished result, ready to be delivered.

internal import Delivery
internal import Documents
internal import Ledger
internal import Platform
internal import Settings
internal import TestSupport

struct ScratchDelivery {
    let scratch: ScratchFolder
    let ledger: Ledger
    var folder: FolderSettings
    var language = Language.english
    var delivery: Delivery { Delivery(folder: folder, ledger: ledger, language: language) }
    var jobs: Path { scratch.path / "jobs" }

    init(_ change: (inout FolderSettings, Path) throws -> Void = { _, _ in }) throws {
        scratch = try ScratchFolder()
        for place in ["state", "invoices/.papertray/claimed", "jobs"] as [Path] {
            try scratch.makeDirectory(place)
        }
        ledger = try Ledger(directory: scratch.path / "state")
        folder = FolderSettings(name: "invoices", root: scratch.path / "invoices")
        try change(&folder, scratch.path)
        for place in [folder.outbox, folder.quarantine, folder.archive] { _ = try Directory.make(place) }
    }

    /// The name of a place below the scratch folder.
    func below(_ path: Path) -> Path { Path(bytes: path.bytes.dropFirst(scratch.path.bytes.count + 1)) }

    func names(in place: Path) throws -> [String] {
        try Directory(place).entries().map { $0.string }.sorted()
    }

    func text(_ path: Path) throws -> String {
        String(decoding: try Directory(path.parent).open(path.last).readAll(), as: UTF8.self)
    }

    func claimed(_ job: Job) throws -> [String] { try scratch.names(in: below(folder.claim(of: job.id))) }

    /// A job in `publishing`, its original claimed and its result in the spool.
    func job(
        _ id: String = "00000000000001", name: RawName = "scan.pdf", original: String = "original",
        result: String = "result",
        mode: UInt32 = 0o640
    ) async throws -> Job {
        let place = below(folder.claim(of: JobID(rawValue: id))) / Path(bytes: name.last.bytes)
        let status = try scratch.write(original.utf8, place, mode: mode)
        try scratch.write(result, Path("jobs/\(id)/01-ocr/result.pdf"))
        let identity = Original(
            name: name, device: status.device, inode: status.inode, bytes: status.bytes, owner: status.owner,
            group: status.group, mode: status.mode, modified: status.modified)
        let job = Job(
            id: JobID(rawValue: id), folder: "invoices", original: identity, state: .claimed, createdAt: 1)
        try await ledger.insert(job)
        try await ledger.move(job.id, to: .staged) { $0.sha256 = Self.hash(original) }
        try await ledger.move(job.id, to: .queued) { $0.plan = Plan(rule: "r", steps: [], output: nil) }
        return try await ledger.move(job.id, to: .publishing)
    }

    /// The result of a job, named `name.pdf`, `name (2).pdf`, ….
    func result(_ name: String = "scan", content: String = "result", folder: String = "01-ocr") -> Deliverable
    {
        let revision = Revision(
            number: 1, parent: 0, step: "ocr", options: StepOptions(), path: "\(folder)/result.pdf",
            type: .pdf,
            bytes: content.utf8.count, pages: 1, sha256: Self.hash(content), at: 0)
        return Deliverable(revision: revision, original: Self.nobody) {
            RawName($0 == 1 ? "\(name).pdf" : "\(name) (\($0)).pdf")
        }
    }

    /// Stands for the document of a result until the job is known.
    static let nobody = Original(
        name: "scan.pdf", device: 0, inode: 0, bytes: 0, owner: 0, group: 0, mode: 0, modified: 0)

    func publish(_ job: Job, _ results: [Deliverable]? = nil) async throws(Failure) {
        let owned = (results ?? [result()]).map {
            Deliverable(revision: $0.revision, sides: $0.sides, original: job.original, name: $0.name)
        }
        try await delivery.publish(owned, of: job, from: jobs / job.id.rawValue)
    }

    static func hash(_ text: String) -> String {
        let digest = SHA256()
        digest.update(Array(text.utf8))
        return digest.finish()
    }
}
