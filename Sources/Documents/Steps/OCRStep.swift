// The declaration of `ocr`: text recognition that puts an invisible text layer over untouched pages.

extension StepDeclaration {
    package static let ocr = StepDeclaration(
        "ocr",
        summary: "Recognise the text of scanned pages and put it, invisible and searchable, over the picture",
        accepts: [.pdf],
        keepsPageCount: true,
        options: [OCROption.languages, OCROption.existingText, OCROption.rotate, OCROption.pages])
}

/// The options of `ocr`, by name.
package enum OCROption {
    package static let languageNames = ["eng", "chi_sim", "chi_tra"]

    package static let languages = OptionDeclaration(
        "languages", .list(of: .choice(languageNames), minimumCount: 1), default: .list([.text("eng")]),
        help: "Languages of the text, the main one first")
    package static let existingText = OptionDeclaration(
        "existing_text", .choice(["skip"]), default: .text("skip"),
        help: "What to do with pages that have text already: skip leaves them as they are")
    package static let rotate = OptionDeclaration(
        "rotate", .boolean, default: .boolean(true),
        help: "Find pages that lie sideways or upside down and turn them upright")
    package static let pages = OptionDeclaration(
        "pages", .pages, help: "Only these pages")
}

/// The decoded options of `ocr`.
package struct OCROptions: Sendable, Hashable {
    package let languages: [String]
    package let rotates: Bool
    package let pages: PageSelection?

    package init(_ options: StepOptions) {
        languages = options[OCROption.languages]?.list?.compactMap(\.text) ?? ["eng"]
        rotates = options[OCROption.rotate]?.boolean ?? true
        pages = options[OCROption.pages]?.text.flatMap { PageSelection($0) }
    }
}
