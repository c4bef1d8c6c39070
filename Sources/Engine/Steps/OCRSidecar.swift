// The file beside a recognised document: its pages' text from the parts of the step, and the text that pages had of their
// own. Nothing is read again for it.

internal import Documents
internal import Platform

/// Writes the side file of one document.
struct OCRSidecar {
    let type: FileType
    let work: StepWork
    let task: Assignment

    /// - Parameters:
    ///   - file: The finished document, whose pages have their last rotation.
    ///   - base: The document that text of the pages' own comes from.
    ///   - part: The recognised text of a page by its index.
    /// - Throws: `damaged`, `insufficientStorage`, `inputOutput`.
    func write(
        for file: PDFFile, pageCount: Int, base: StepFile,
        part: (Int) throws(Failure) -> PageText
    ) throws(Failure) -> StepFile {
        let path = "\(work.directory)/result.\(type.fileExtension)"
        guard let writer = sidecarWriter(of: type, named: task.name) else {
            throw Failure(.validationFailed, task.name, "there is no text file of the type \(type.rawValue)")
        }
        let options = OCROptions(work.step.options)
        let document = TextDocument(named: task.name, languages: options.languages)
        let target = try task.workspace.writer(to: path)
        try target.write(writer.head(document, pageCount: pageCount))
        for index in 0..<pageCount {
            let page = try page(file.page(index + 1), part(index), base)
            try target.write(writer.page(page, isLast: index + 1 == pageCount))
        }
        try target.write(writer.foot)
        try target.close()
        return StepFile(path: path, type: type, pages: pageCount, role: .side)
    }

    private func page(
        _ page: PDFPage, _ text: PageText, _ base: StepFile
    ) throws(Failure) -> TextDocument.Page {
        if text.facsimile == nil, text.skipped == .hasText || text.skipped == .notSelected {
            return try TextDocument.Page.read(page, task.instruments.renderer(of: base.path, task)).page
        }
        var own: [PageText.Line] = []
        if text.isBesideText == true, text.facsimile == nil {
            own = try DigitalText(of: page, task.instruments.renderer(of: base.path, task)).lines
        }
        let source: TextDocument.Source =
            switch (own.isEmpty, text.lines.isEmpty) {
            case (true, true): .none
            case (true, false): .recognised
            case (false, true): .digital
            case (false, false): .mixed
            }
        var result = TextDocument.Page(number: page.number, geometry: page.geometry, source: source)
        result.confidence = text.statedConfidence
        result.addDigital(own)
        result.addRecognised(text.lines)
        return result
    }
}

extension TextDocument {
    /// A document without pages yet, read by this version of the product.
    init(named name: String, languages: [String]) {
        self.init(
            document: name, producer: "Papertray \(papertrayVersion)",
            engine: .current,
            languages: languages, pages: [])
    }
}
