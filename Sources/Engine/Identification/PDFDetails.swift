// What only `inspect` asks for: pages as seen with their pictures and text, permissions, fields, annotations, fonts
// and metadata.

internal import Documents

/// Collects the details of a PDF document.
struct PDFDetails {
    private let file: PDFFile
    private let form: FormFacts
    private let task: Assignment

    init(_ file: PDFFile, form: FormFacts, _ task: Assignment) {
        self.file = file
        self.form = form
        self.task = task
    }

    func collect(_ path: String, pageCount: Int) throws(Failure) -> Facts.Details {
        var details = Facts.Details()
        details.version = file.version
        if file.isEncrypted { details.permissions = file.permissions }
        details.signatureCount = form.signatureCount
        details.formFields = form.fieldNames
        let info = file.trailer["Info"]
        for key in info.keys { details.metadata[key] = info[key].text ?? info[key].name }
        let renderer = try task.instruments.renderer(of: path, task)
        var fonts: Set<String> = []
        for number in 1...pageCount {
            let page = try file.page(number)
            details.annotationCount += page.object["Annots"].count
            collectFonts(of: page, into: &fonts)
            details.pages.append(try describe(page, renderer))
        }
        details.fonts = fonts.sorted()
        return details
    }

    private func describe(_ page: PDFPage, _ renderer: PageRenderer) throws(Failure) -> Facts.Page {
        let geometry = page.geometry
        let text = page.number <= renderer.pageCount ? try renderer.text(of: page.number) : ""
        return Facts.Page(
            number: page.number, width: geometry.width, height: geometry.height, rotation: geometry.rotation,
            textCharacters: text.unicodeScalars.count { !$0.properties.isWhitespace },
            images: PageImages(of: page).images.map(\.facts))
    }

    private func collectFonts(of page: PDFPage, into fonts: inout Set<String>) {
        let resources = page.inherited("Resources")["Font"]
        for key in resources.keys.prefix(1000) {
            if let name = resources[key]["BaseFont"].name { fonts.insert(name) }
        }
    }
}
