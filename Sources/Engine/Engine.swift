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
            limits: request.limits, instruments: instruments)
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
    let instruments: Instruments
}

/// What is kept between tasks because it is slow to get.
final class Instruments {
    let resources: EngineResources
    let sniffer: MediaSniffer
    let recognizers: RecognizerShelf
    private var drawn: (identity: String, renderer: PageRenderer)?
    private var read: (identity: String, file: PDFFile)?

    init(_ resources: EngineResources) {
        self.resources = resources
        sniffer = MediaSniffer(table: resources.magic)
        recognizers = RecognizerShelf(tessdata: resources.tessdata)
    }

    /// The renderer of a document, kept open until another document is asked for.
    func renderer(of path: String, _ task: Assignment) throws(Failure) -> PageRenderer {
        let identity = try identity(of: path, task)
        if let drawn, drawn.identity == identity { return drawn.renderer }
        drawn = nil
        let renderer = try PageRenderer(opening: task.workspace.path(path), named: task.name)
        drawn = (identity, renderer)
        return renderer
    }

    /// A document that is only read, kept open until another one is asked for.
    func file(at path: String, _ task: Assignment) throws(Failure) -> PDFFile {
        let identity = try identity(of: path, task)
        if let read, read.identity == identity { return read.file }
        read = nil
        let file = try PDFFile(opening: task.workspace.path(path), named: task.name)
        _ = try file.pageCount()
        read = (identity, file)
        return file
    }

    private func identity(of path: String, _ task: Assignment) throws(Failure) -> String {
        let status = try task.workspace.status(path)
        let absolute = try task.workspace.path(path)
        return "\(absolute) \(status.device) \(status.inode) \(status.modified) \(status.bytes) \(task.name)"
    }
}
