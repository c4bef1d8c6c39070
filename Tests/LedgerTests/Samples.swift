// Jobs for tests of the ledger.

internal import Documents
internal import Ledger
internal import Platform
internal import TestSupport

let hash = String(repeating: "a", count: 64)

func original(_ name: RawName = "scan.pdf", inode: UInt64 = 7, bytes: Int = 10) -> Original {
    Original(
        name: name, device: .max - 1, inode: inode, bytes: bytes, owner: 1000, group: .max, mode: 0o644,
        modified: -1_500_000_000)
}

func sampleJob(
    _ id: String = "00000000000001", folder: String = "invoices", name: RawName = "scan.pdf",
    inode: UInt64 = 7,
    createdAt: Int64 = 1000
) -> Job {
    Job(
        id: JobID(rawValue: id), folder: folder, original: original(name, inode: inode), state: .claimed,
        createdAt: createdAt)
}

let samplePlan = Plan(
    rule: "scanned \"invoices\"",
    steps: [
        PlannedStep(
            "ocr",
            StepOptions(["languages": .list([.text("chi_sim"), .text("eng")]), "rotate": .boolean(false)])),
        PlannedStep("convert", StepOptions(["dpi": .integer(300), "margin": .number(0.5)])),
    ], output: "{date:yyyy-MM}/{stem}.pdf")

func sampleFacts() -> Facts {
    var facts = Facts(type: .tiff, bytes: 123)
    facts.pageCount = 3
    facts.isSigned = true
    facts.hasText = false
    facts.title = "发票 \n 1"
    return facts
}

/// A ledger in a folder of its own, with one claimed job in it.
struct ScratchLedger {
    let scratch: ScratchFolder
    let ledger: Ledger
    let job = sampleJob()

    init() async throws {
        scratch = try ScratchFolder()
        ledger = try Ledger(directory: scratch.path)
        try await ledger.insert(job)
    }

    func reopened() throws -> Ledger { try Ledger(directory: scratch.path) }

    /// Brings the job to a state along the main path.
    /// - Parameter start: Where it is already.
    func advance(to goal: JobState, from start: JobState = .claimed) async throws {
        let path = [JobState.claimed, .staged, .queued, .running, .publishing, .completed]
        for state in path.drop(while: { $0 != start }).dropFirst() {
            try await ledger.move(job.id, to: state) {
                $0.sha256 = hash
                if state != .staged { $0.plan = samplePlan }
            }
            if state == goal { return }
        }
    }
}
