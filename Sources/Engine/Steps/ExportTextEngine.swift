// Writes the text of a document, as its text layer has it, in the JSON form that people correct.

internal import Documents

/// Exports the text of a document.
struct ExportTextEngine: StepEngine {
    func divide(_ work: StepWork, _ task: Assignment) throws(Failure) -> [Part] {
        let input = try work.input(task)
        return [Part(index: 0, firstPage: 1, lastPage: max(1, input.pages))]
    }

    func perform(
        _ work: StepWork, _ part: Part, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [String] {
        let input = try work.input(task)
        let file = try task.instruments.file(at: input.path, task)
        let renderer = try task.instruments.renderer(of: input.path, task)
        try task.workspace.makeDirectory(work.directory)
        let path = work.partPath(part.index, "json")
        let count = try file.pageCount()
        var pages: [TextDocument.Page] = []
        var engine: TextDocument.Recogniser?
        for number in stride(from: 1, through: count, by: 1) {
            let found = try TextDocument.Page.read(file.page(number), renderer)
            pages.append(found.page)
            engine = engine ?? found.engine
            progress(Double(number) / Double(count))
        }
        var document = TextDocument(named: task.name, languages: [])
        document.engine = engine ?? .unknown
        let target = try task.workspace.writer(to: path)
        let writer = JSONTextWriter(name: task.name)
        try target.write(writer.head(document, pageCount: count))
        for (index, page) in pages.enumerated() {
            try target.write(writer.page(page, isLast: index + 1 == count))
        }
        try target.write(writer.foot)
        try target.close()
        return [path]
    }

    func assemble(
        _ work: StepWork, partCount: Int, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [StepFile] {
        let (part, result) = (work.partPath(0, "json"), "\(work.directory)/result.json")
        if try task.workspace.exists(part) { try task.workspace.move(part, to: result) }
        progress(1)
        return [StepFile(path: result, type: .json, pages: try work.input(task).pages)]
    }
}
