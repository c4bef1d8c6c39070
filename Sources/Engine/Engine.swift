// What a worker does: one task in, one result or failure out. The engine reaches only the job's directory and the
// read-only resources, starts nothing, prints nothing, and keeps opened documents and recognition models between
// tasks. Hostile input ends in a failure wherever the libraries let it.

package import Documents
internal import Platform
internal import Synchronization

/// The document engine of one worker process.
///
/// `@unchecked Sendable`: the instruments are touched inside `run` only, and `isBusy` lets one call in at a time.
package final class Engine: @unchecked Sendable {
    private let instruments: Instruments
    private let isBusy = Atomic<Bool>(false)

    package init(resources: EngineResources) {
        silenceLibraries()
        instruments = Instruments(resources)
    }

    /// Does one task. `progress` hears how much is done, from 0 to 1.
    package func run(_ request: TaskRequest, progress: (Double) -> Void) throws(Failure) -> TaskResult {
        precondition(!isBusy.exchange(true, ordering: .acquiring), "one task at a time")
        defer { isBusy.store(false, ordering: .releasing) }
        let task = Assignment(
            workspace: try Workspace(request.directory, name: request.name), name: request.name,
            limits: request.limits, password: request.password, instruments: instruments)
        switch request.work {
        case .identify(let path, let wantsText, let wantsDetails):
            return .facts(try identify(path, wantsText: wantsText, wantsDetails: wantsDetails, task))
        case .divide(let work):
            return .parts(try stepEngine(of: work, task).divide(work, task))
        case .perform(let work, let part):
            return .done(files: try stepEngine(of: work, task).perform(work, part, task, progress: progress))
        case .assemble(let work, let partCount):
            let engine = try stepEngine(of: work, task)
            return .outputs(try engine.assemble(work, partCount: partCount, task, progress: progress))
        case .verify(let verification):
            try verify(verification, task)
            return .done(files: [])
        }
    }
}

/// One task and what it works with.
struct Assignment {
    let workspace: Workspace
    /// What people call the document.
    let name: String
    let limits: Limits
    /// Opens the document where it is locked.
    let password: String?
    let instruments: Instruments
}
