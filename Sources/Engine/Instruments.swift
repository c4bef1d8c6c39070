// What an engine keeps between tasks because it is slow to get: recognition models and the last opened document, once
// for reading its structure and once for drawing it.

internal import Documents
internal import Glibc
internal import Platform

/// The opened documents and models of one engine.
final class Instruments {
    let sniffer: MediaSniffer
    let recognizers: RecognizerShelf
    private var drawn: (identity: String, renderer: PageRenderer)?
    private var read: (identity: String, file: PDFFile)?

    init(_ resources: EngineResources) {
        sniffer = MediaSniffer(table: resources.magic)
        recognizers = RecognizerShelf(tessdata: resources.tessdata)
    }

    /// The renderer of a document, kept open until another document is asked for.
    func renderer(of path: String, _ task: Assignment) throws(Failure) -> PageRenderer {
        let identity = try identity(of: path, task)
        if let drawn, drawn.identity == identity { return drawn.renderer }
        drawn = nil
        let renderer = try open(path, task)
        drawn = (identity, renderer)
        return renderer
    }

    /// A document that is only read, kept open until another one is asked for.
    func file(at path: String, _ task: Assignment) throws(Failure) -> PDFFile {
        let identity = try identity(of: path, task)
        if let read, read.identity == identity { return read.file }
        read = nil
        let file = try PDFFile(opening: task.workspace.path(path), for: task)
        _ = try file.pageCount()
        read = (identity, file)
        return file
    }

    /// Opens a document for drawing. qpdf repairs more than poppler does, so that what poppler cannot open, or not
    /// in full, is opened as qpdf writes it.
    private func open(_ path: String, _ task: Assignment) throws(Failure) -> PageRenderer {
        let file = try file(at: path, task)
        let count = try file.pageCount()
        do {
            let renderer = try PageRenderer(opening: task.workspace.path(path), for: task)
            if renderer.pageCount >= count { return renderer }
        } catch  where error.reason == .damaged && file.isRepaired {}
        // Poppler holds the file open, so that its name can go at once.
        let repaired = "repaired-\(getpid()).pdf"
        defer { try? task.workspace.clear(repaired) }
        try file.write(to: task.workspace.path(repaired))
        return try PageRenderer(opening: task.workspace.path(repaired), for: task)
    }

    private func identity(of path: String, _ task: Assignment) throws(Failure) -> String {
        let status = try task.workspace.status(path)
        let absolute = try task.workspace.path(path)
        return "\(absolute) \(status.device) \(status.inode) \(status.modified) \(status.bytes) \(task.name)"
    }
}
