// The declaration of `ocr`: text recognition that puts an invisible text layer over untouched pages.

extension StepDeclaration {
    package static let ocr = StepDeclaration(
        "ocr",
        summary: "Recognise the text of scanned pages and put it, invisible and searchable, over the picture",
        accepts: [.pdf],
        keepsPageCount: true,
        options: [
            OCROption.languages, OCROption.existingText, OCROption.rotate, OCROption.deskew,
            OCROption.sidecar, OCROption.reviewBelow, OCROption.pages,
        ])
}

/// The options of `ocr`, by name.
package enum OCROption {
    package static let languageNames = ["eng", "chi_sim", "chi_tra"]
    /// Any of them, whichever a page turns out to be in.
    package static let anyLanguage = "auto"

    package static let languages = OptionDeclaration(
        "languages", .list(of: .choice(languageNames + [anyLanguage]), minimumCount: 1),
        default: .list([.text("eng")]),
        help: "Languages of the text, the main one first; auto finds the script of each page")
    package static let existingText = OptionDeclaration(
        "existing_text", .choice(OCROptions.ExistingText.allCases.map(\.rawValue)), default: .text("skip"),
        help:
            "What to do with pages that have text already: skip leaves them as they are, redo removes the "
            + "invisible text of an earlier recognition and keeps the rest, force makes a picture of the page "
            + "and recognises all of it")
    package static let rotate = OptionDeclaration(
        "rotate", .boolean, default: .boolean(true),
        help: "Find pages that lie sideways or upside down and turn them upright")
    package static let deskew = OptionDeclaration(
        "deskew", .boolean, default: .boolean(false),
        help: "Make scans level whose lines lean; the picture is turned on the page and not coded again")
    package static let sidecar = OptionDeclaration(
        "sidecar", .choice(OCROptions.Sidecar.allCases.map(\.rawValue)), default: .text("none"),
        help:
            "A second file with the text beside the result, under the same stem: plain text, Markdown, hOCR, or "
            + "JSON with places and confidences")
    package static let reviewBelow = OptionDeclaration(
        "review_below", .number(0...100), default: .number(0),
        help: "Ask a person to look at a document with a page whose mean confidence is lower; 0 never asks")
    package static let pages = OptionDeclaration(
        "pages", .pages, help: "Only these pages")
}

/// The decoded options of `ocr`.
package struct OCROptions: Sendable, Hashable {
    package enum ExistingText: String, Sendable, CaseIterable {
        case skip
        case redo
        case force
    }

    package enum Sidecar: String, Sendable, CaseIterable {
        case none
        case txt
        case md
        case hocr
        case json

        /// The type of the file; `nil` for none.
        package var type: FileType? { FileType(rawValue: rawValue) }
    }

    /// Names of models, the main one first.
    package let languages: [String]
    /// Whether those of them that are not installed are passed over.
    package let takesAnyLanguage: Bool
    package let existingText: ExistingText
    package let rotates: Bool
    package let deskews: Bool
    package let sidecar: Sidecar
    /// 0 to 100; 0 where nobody is asked to look.
    package let reviewMark: Double
    package let pages: PageSelection?

    package init(_ options: StepOptions) {
        let names = options[OCROption.languages]?.list?.compactMap(\.text) ?? ["eng"]
        takesAnyLanguage = names.contains(OCROption.anyLanguage)
        languages = takesAnyLanguage ? ["chi_sim", "chi_tra", "eng"] : names
        existingText = options[OCROption.existingText]?.text.flatMap(ExistingText.init(rawValue:)) ?? .skip
        deskews = options[OCROption.deskew]?.boolean ?? false
        rotates = options[OCROption.rotate]?.boolean ?? true
        sidecar = options[OCROption.sidecar]?.text.flatMap(Sidecar.init(rawValue:)) ?? .none
        reviewMark = options[OCROption.reviewBelow]?.number ?? 0
        pages = options[OCROption.pages]?.text.flatMap { PageSelection($0) }
    }
}

extension PlannedStep {
    /// The type of the file that the step makes beside each result; `nil` where it makes none.
    package var sideType: FileType? {
        name == StepDeclaration.ocr.name ? OCROptions(options).sidecar.type : nil
    }

    /// The confidence, 0 to 100, below which a page asks for a person; 0 where none does.
    package var reviewMark: Double {
        name == StepDeclaration.ocr.name ? OCROptions(options).reviewMark : 0
    }
}
