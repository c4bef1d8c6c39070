// Puts a corrected text in the place of a document's text layer. Pages without corrections stay byte for byte as they
// are, and of the others only the text that cannot be seen changes.

internal import Documents

/// Applies a corrected text.
struct ApplyTextEngine: StepEngine {
    func divide(_ work: StepWork, _ task: Assignment) throws(Failure) -> [Part] {
        let input = try work.input(task)
        return [Part(index: 0, firstPage: 1, lastPage: max(1, input.pages))]
    }

    /// What becomes of the pages.
    private struct Changes: Codable {
        var quality: TextQuality
    }

    func perform(
        _ work: StepWork, _ part: Part, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [String] {
        let input = try work.input(task)
        let correction = try Correction(of: work, task)
        let file = try PDFFile(opening: task.workspace.path(input.path), for: task)
        let count = try file.pageCount()
        let renderer = try task.instruments.renderer(of: input.path, task)
        try correction.check(pageCount: count, task)
        var changed: [CorrectedPage] = []
        var quality = TextQuality(confidences: [])
        for number in stride(from: 1, through: count, by: 1) {
            let page = try file.page(number)
            let current = try TextDocument.Page.read(page, renderer)
            let corrected = try correction.page(number, of: page, task)
            let corrections = corrected.corrections(to: current.page)
            quality.corrections += corrections + (current.page.corrections ?? 0)
            quality.confidences.append(corrected.confidence)
            if corrections > 0 {
                changed.append(
                    CorrectedPage(
                        number: number, lines: corrected.recognisedLines, confidence: corrected.confidence,
                        corrections: corrections + (current.page.corrections ?? 0), engine: current.engine))
            }
            progress(Double(number) / Double(count))
        }
        let (path, noted) = (work.partPath(part.index, "pdf"), work.partPath(part.index, "json"))
        try task.workspace.makeDirectory(work.directory)
        try task.write(part: Changes(quality: quality), to: noted)
        if changed.isEmpty {
            try task.pass(input.path, file, to: path)
        } else {
            try CorrectedPage.replaceLayers(changed, in: file)
            try task.workspace.clear(path)
            try file.write(to: task.workspace.path(path))
        }
        return [path, noted]
    }

    func assemble(
        _ work: StepWork, partCount: Int, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [StepFile] {
        // After an interruption the part may have its final name already.
        if try task.workspace.exists(work.partPath(0, "pdf")) {
            try task.workspace.move(work.partPath(0, "pdf"), to: work.resultPath)
        }
        let changes = try task.part(Changes.self, at: work.partPath(0, "json"))
        let file = try PDFFile(opening: task.workspace.path(work.resultPath), for: task)
        progress(1)
        return [
            StepFile(
                path: work.resultPath, type: .pdf, pages: try file.pageCount(), quality: changes.quality)
        ]
    }
}

/// A page whose text layer is to be another one.
struct CorrectedPage {
    let number: Int
    let lines: [PageText.Line]
    let confidence: Double?
    /// Those of earlier times included.
    let corrections: Int
    let engine: TextDocument.Recogniser?

    /// Replaces the invisible text of pages; what can be seen of them stays.
    static func replaceLayers(_ pages: [CorrectedPage], in file: PDFFile) throws(Failure) {
        let scalars = pages.lazy.flatMap(\.lines).flatMap(\.words).flatMap(\.text.unicodeScalars)
        let supplement = GlyphlessFont.supplement(for: Set(scalars.filter { $0.value > 0xFFFF }))
        let boxes = pages.map { TextLayer.letterBoxes(of: $0.lines) }
        let fonts = try GlyphlessFont.add(
            boxes.reduce(into: []) { $0.formUnion($1) }, to: file, supplement: supplement)
        for (corrected, boxes) in zip(pages, boxes) {
            let page = try file.page(corrected.number)
            if try !TextLayerEditor.removeLayers(from: page) {
                _ = try file.removeInvisibleText(of: page.object)
            }
            guard !corrected.lines.isEmpty else { continue }
            let editor = TextLayerEditor(page: page, fonts: fonts)
            let layer = TextLayer(
                geometry: page.geometry, fontNames: try editor.addFonts(boxes), supplement: supplement)
            let marks = LayerMarks(
                corrected.lines, confidence: corrected.confidence, corrections: corrected.corrections,
                engine: corrected.engine)
            try editor.addContent(marks) { layer.content(of: corrected.lines) }
        }
    }
}
