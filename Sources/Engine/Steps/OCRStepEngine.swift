// The step `ocr`: one part per page reads it; the assembly puts the text, invisible, under the untouched pages. A
// document where nothing was read comes out byte for byte. Where an earlier recognition is to be done again, its text is
// taken out first, and all parts work on that copy; where all is to be recognised, a picture takes the page's place.

internal import Documents

/// Recognises the text of scanned pages.
struct OCRStepEngine: StepEngine {
    func divide(_ work: StepWork, _ task: Assignment) throws(Failure) -> [Part] {
        let input = try work.input(task)
        let file = try PDFFile(opening: task.workspace.path(input.path), for: task)
        let count = try file.pageCount()
        let options = OCROptions(work.step.options)
        if options.existingText != .skip { try writeCleared(file, count, options, work, task) }
        return (0..<count).map { Part(index: $0, firstPage: $0 + 1, lastPage: $0 + 1) }
    }

    /// Writes the document as it is to be read, where that is not as it came: without the invisible text of the selected
    /// pages, or, for pages that are drawn, without what lies on them.
    private func writeCleared(
        _ file: PDFFile, _ count: Int, _ options: OCROptions, _ work: StepWork, _ task: Assignment
    ) throws(Failure) {
        var isChanged = false
        for number in options.pages?.pages(of: count) ?? Array(1...max(1, count)) where number <= count {
            let page = try file.page(number)
            try page.checkContents()
            if options.existingText == .force {
                if try Facsimile.hideAnnotations(of: page) { isChanged = true }
                continue
            }
            if try TextLayerEditor.removeLayers(from: page) { isChanged = true }
            if try file.removeInvisibleText(of: page.object) { isChanged = true }
        }
        try task.workspace.makeDirectory(work.directory)
        try task.workspace.clear(work.clearedPath)
        if isChanged { try file.write(to: task.workspace.path(work.clearedPath)) }
    }

    func perform(
        _ work: StepWork, _ part: Part, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [String] {
        let path = work.partPath(part.index, "json")
        try task.workspace.makeDirectory(work.directory)
        let text = try read(part, of: cleared(work, task), work, task)
        try task.write(part: text, to: path)
        progress(1)
        if case .drawn(let drawing) = text.facsimile { return [path, drawing.path] }
        return [path]
    }

    /// The document that is read.
    private func cleared(_ work: StepWork, _ task: Assignment) throws(Failure) -> StepFile {
        let input = try work.input(task)
        guard OCROptions(work.step.options).existingText != .skip,
            try task.workspace.exists(work.clearedPath)
        else { return input }
        return StepFile(path: work.clearedPath, type: input.type, pages: input.pages)
    }

    /// The document that gets the text.
    private func base(of work: StepWork, _ task: Assignment) throws(Failure) -> StepFile {
        OCROptions(work.step.options).existingText == .force
            ? try work.input(task) : try cleared(work, task)
    }

    private func read(
        _ part: Part, of input: StepFile, _ work: StepWork, _ task: Assignment
    ) throws(Failure) -> PageText {
        let (number, options) = (part.firstPage, OCROptions(work.step.options))
        if let pages = options.pages, !pages.pages(of: input.pages).contains(number) {
            return PageText(skipped: .notSelected)
        }
        let file = try task.instruments.file(at: input.path, task)
        let renderer = try task.instruments.renderer(of: input.path, task)
        let page = try file.page(number)
        let reading = try PageReading(page: page, renderer: renderer, options: options, task: task)
        var text = try reading.read()
        if options.existingText == .force {
            text.facsimile = try Facsimile(of: page, renderer, task) { work.partPath(part.index, $0) }
        }
        return text
    }

    func assemble(
        _ work: StepWork, partCount: Int, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [StepFile] {
        let input = try base(of: work, task)
        let file = try PDFFile(opening: task.workspace.path(input.path), for: task)
        let count = try file.pageCount()
        guard partCount == count else {
            throw Failure(.validationFailed, task.name, "\(partCount) parts were read for \(count) pages")
        }
        try task.workspace.makeDirectory(work.directory)
        let survey = try survey(work, count, task)
        if survey.pages.isEmpty {
            try task.pass(input.path, file, to: work.resultPath)
        } else {
            try addLayers(to: file, survey, work, task, progress: progress)
            try task.workspace.clear(work.resultPath)
            try file.write(to: task.workspace.path(work.resultPath))
        }
        let main = StepFile(
            path: work.resultPath, type: .pdf, pages: count,
            quality: TextQuality(confidences: survey.confidences))
        guard let type = OCROptions(work.step.options).sidecar.type else { return [main] }
        let side = try OCRSidecar(type: type, work: work, task: task).write(
            for: file, pageCount: count, base: input
        ) { (index) throws(Failure) in try Self.part(index, work, task) }
        progress(1)
        return [main, side]
    }

    private struct SurveyedPage {
        let number: Int
        let turn: Int
        let skew: Double
        let facsimile: Facsimile?
        /// `nil` where the page has no lines.
        let marks: LayerMarks?
        let letterBoxes: Set<LetterBox>
    }

    /// What must be known of all parts before the first page is written; their lines are not kept.
    private struct Survey {
        var pages: [SurveyedPage] = []
        var supplement: Set<Unicode.Scalar> = []
        var letterBoxes: Set<LetterBox> = []
        /// Of all pages.
        var count = 0
        var confidences: [Double?] = []
    }

    private func survey(_ work: StepWork, _ count: Int, _ task: Assignment) throws(Failure) -> Survey {
        var survey = Survey(count: count)
        for index in 0..<count {
            let text = try Self.part(index, work, task)
            survey.confidences.append(text.statedConfidence)
            guard text.changesPage else { continue }
            let boxes = TextLayer.letterBoxes(of: text.lines)
            survey.letterBoxes.formUnion(boxes)
            survey.pages.append(
                SurveyedPage(
                    number: index + 1, turn: text.turn, skew: text.skew, facsimile: text.facsimile,
                    marks: text.lines.isEmpty
                        ? nil : LayerMarks(text.lines, confidence: text.statedConfidence),
                    letterBoxes: boxes))
            for word in text.lines.lazy.flatMap(\.words) {
                survey.supplement.formUnion(word.text.unicodeScalars.filter { $0.value > 0xFFFF })
            }
        }
        return survey
    }

    private func addLayers(
        to file: PDFFile, _ survey: Survey, _ work: StepWork, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) {
        let supplement = GlyphlessFont.supplement(for: survey.supplement)
        let fonts = try GlyphlessFont.add(survey.letterBoxes, to: file, supplement: supplement)
        for page in survey.pages {
            let editor = TextLayerEditor(page: try file.page(page.number), fonts: fonts)
            try page.facsimile?.replaceContents(of: editor.page, task)
            if page.skew != 0 { try editor.straighten(by: page.skew) }
            if page.turn != 0 { try editor.turn(by: page.turn) }
            guard let marks = page.marks else { continue }
            let layer = TextLayer(
                geometry: editor.page.geometry, fontNames: try editor.addFonts(page.letterBoxes),
                supplement: supplement)
            try editor.addContent(marks) { () throws(Failure) in
                layer.content(of: try Self.part(page.number - 1, work, task).lines)
            }
        }
        if survey.pages.count(where: { $0.facsimile != nil }) == survey.count {
            try file.removeTags()
        }
        progress(0.5)
    }

    private static func part(_ index: Int, _ work: StepWork, _ task: Assignment) throws(Failure) -> PageText {
        try task.part(PageText.self, at: work.partPath(index, "json"))
    }
}

extension StepWork {
    /// The input without the text of an earlier recognition.
    fileprivate var clearedPath: String { "\(directory)/cleared.pdf" }
}
