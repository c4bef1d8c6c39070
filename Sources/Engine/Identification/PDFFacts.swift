// The facts of a PDF: through qpdf, with recovery on; poppler is asked only where text matters. A locked document is
// a fact and no failure; a document that cannot be read at all is a failure with qpdf's reason.

internal import Documents

/// Collects the facts of a PDF document.
struct PDFFacts {
    private let task: Assignment

    init(_ task: Assignment) {
        self.task = task
    }

    func collect(
        into facts: inout Facts, _ path: String, wantsText: Bool, wantsDetails: Bool
    ) throws(Failure) {
        let file: PDFFile
        do {
            file = try PDFFile(opening: task.workspace.path(path), for: task)
        } catch  where error.reason == .passwordRequired {
            facts.isEncrypted = true
            facts.isLocked = true
            return
        } catch  where error.reason == .damaged {
            throw try isCutOff(path) ? Failure(.incomplete, task.name, "its end is missing") : error
        }
        facts.isEncrypted = file.isEncrypted
        let count = try countPages(of: file)
        try checkForLoss(file, count, path)
        facts.pageCount = count
        let form = FormFacts(file)
        facts.isSigned = form.signatureCount > 0 || !file.root["Perms"]["DocMDP"].isNull
        facts.hasForm = form.hasForm
        facts.isDynamicForm = form.isDynamic(pageCount: count)
        facts.title = Self.nonEmpty(file.trailer["Info"]["Title"].text)
        if wantsText || wantsDetails { try boundContents(of: file, count) }
        if wantsText { facts.hasText = try findText(in: path, count) }
        if wantsDetails {
            let details = try PDFDetails(file, form: form, task).collect(path, pageCount: count)
            facts.details = details
            facts.hasText = details.pages.contains { $0.textCharacters > 0 }
        }
    }

    private func countPages(of file: PDFFile) throws(Failure) -> Int {
        let limit = task.limits.pages
        let count = try file.pageCount(limit: limit)
        guard count > 0 else { throw Failure(.noPages, task.name) }
        guard count <= limit else {
            throw Failure(.tooManyPages, task.name, "more than \(limit)", String(limit))
        }
        return count
    }

    /// Whether the file ends without the mark that every writer puts there.
    private func isCutOff(_ path: String) throws(Failure) -> Bool {
        let reader = try FileReader(task.workspace.open(path), named: task.name)
        let tail = try reader.bytes(at: max(0, reader.count - 2048), count: 2048)
        return !String(decoding: tail, as: UTF8.self).contains("%%EOF")
    }

    /// A repaired document with fewer pages than it promises has lost some of them.
    private func checkForLoss(_ file: PDFFile, _ count: Int, _ path: String) throws(Failure) {
        let promised = file.root["Pages"]["Count"].integer ?? count
        guard promised > count, file.isRepaired else { return }
        let reason = "only \(count) of \(promised) pages can be found"
        throw Failure(try isCutOff(path) ? .incomplete : .damaged, task.name, reason)
    }

    private func boundContents(of file: PDFFile, _ count: Int) throws(Failure) {
        for number in 1...count { try file.page(number).checkContents() }
    }

    /// Whether any page has letters, stopping at the first.
    private func findText(in path: String, _ count: Int) throws(Failure) -> Bool {
        let renderer = try task.instruments.renderer(of: path, task)
        for number in 1...count where number <= renderer.pageCount {
            if try renderer.text(of: number).letterCount > 0 { return true }
        }
        return false
    }

    private static func nonEmpty(_ text: String?) -> String? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }
}

extension String {
    /// Letters and digits; spaces and punctuation are not counted.
    var letterCount: Int {
        unicodeScalars.reduce(0) {
            $0 + ($1.properties.isAlphabetic || $1.properties.numericType != nil ? 1 : 0)
        }
    }
}
