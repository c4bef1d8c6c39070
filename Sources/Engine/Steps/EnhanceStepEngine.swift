// The step `enhance`: one part per page makes a better picture of it; the assembly puts the pictures in the place of the
// old ones. A page that is no scan or needs nothing stays as it is, and a document of such pages comes out byte for byte.
// Pages are drawn from a copy without what lies on them and without our text layers, which stay on the page.

internal import Documents

/// Makes better pictures of scanned pages.
struct EnhanceStepEngine: StepEngine {
    /// Tells, on a copy of a page without its text layer, that it has one.
    static let layeredMark = "PapertrayLayered"
    func divide(_ work: StepWork, _ task: Assignment) throws(Failure) -> [Part] {
        let input = try work.input(task)
        let file = try PDFFile(opening: task.workspace.path(input.path), for: task)
        let count = try file.pageCount()
        try writeBared(file, count, work, task)
        return (0..<count).map { Part(index: $0, firstPage: $0 + 1, lastPage: $0 + 1) }
    }

    /// Writes the document as it is drawn, where that is not as it came.
    private func writeBared(
        _ file: PDFFile, _ count: Int, _ work: StepWork, _ task: Assignment
    ) throws(Failure) {
        var isChanged = false
        let selection = EnhanceOptions(work.step.options).pages
        for number in selection?.pages(of: count) ?? Array(1...max(1, count)) where number <= count {
            let page = try file.page(number)
            if try Facsimile.hideAnnotations(of: page) { isChanged = true }
            guard page.hasTextLayer else { continue }
            try page.checkContents()
            _ = try TextLayerEditor.removeLayers(from: page)
            try page.object.set(Self.layeredMark, file.object("true"))
            isChanged = true
        }
        try task.workspace.makeDirectory(work.directory)
        try task.workspace.clear(work.baredPath)
        if isChanged { try file.write(to: task.workspace.path(work.baredPath)) }
    }

    func perform(
        _ work: StepWork, _ part: Part, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [String] {
        let path = work.partPath(part.index, "json")
        try task.workspace.makeDirectory(work.directory)
        let page = try enhanced(part, work, task)
        try task.write(part: page, to: path)
        progress(1)
        return [path] + [page.drawing?.path].compactMap(\.self)
    }

    private func enhanced(_ part: Part, _ work: StepWork, _ task: Assignment) throws(Failure) -> EnhancedPage
    {
        let (number, options) = (part.firstPage, EnhanceOptions(work.step.options))
        let input = try work.input(task)
        if let pages = options.pages, !pages.pages(of: input.pages).contains(number) { return EnhancedPage() }
        let path = try task.workspace.exists(work.baredPath) ? work.baredPath : input.path
        let file = try task.instruments.file(at: path, task)
        let renderer = try task.instruments.renderer(of: path, task)
        var enhancement = try PageEnhancement(of: file.page(number), renderer, options, task)
        return try enhancement?.make { work.partPath(part.index, $0) } ?? EnhancedPage()
    }

    func assemble(
        _ work: StepWork, partCount: Int, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [StepFile] {
        let input = try work.input(task)
        let file = try PDFFile(opening: task.workspace.path(input.path), for: task)
        let count = try file.pageCount()
        guard partCount == count else {
            throw Failure(.validationFailed, task.name, "\(partCount) parts were made for \(count) pages")
        }
        try task.workspace.makeDirectory(work.directory)
        var (changed, replaced) = (0, 0)
        for index in 0..<count {
            let page = try Self.part(index, work, task)
            guard page.drawing != nil else { continue }
            try page.replace(in: file.page(index + 1), task)
            changed += 1
            if !page.keepsContents { replaced += 1 }
        }
        if changed == 0 {
            try task.pass(input.path, file, to: work.resultPath)
        } else {
            if replaced == count { try file.removeTags() }
            try task.workspace.clear(work.resultPath)
            try file.write(to: task.workspace.path(work.resultPath))
        }
        progress(1)
        return [StepFile(path: work.resultPath, type: .pdf, pages: count)]
    }

    private static func part(
        _ index: Int, _ work: StepWork, _ task: Assignment
    ) throws(Failure) -> EnhancedPage {
        try task.part(EnhancedPage.self, at: work.partPath(index, "json"))
    }
}

extension StepWork {
    /// The input without annotations and text layers.
    fileprivate var baredPath: String { "\(directory)/bared.pdf" }
}

extension PDFFile {
    /// The tags of a document name its contents, which are gone once pictures have replaced all of them.
    func removeTags() throws(Failure) {
        for key in ["StructTreeRoot", "MarkInfo"] where !root[key].isNull { try root.remove(key) }
    }
}
