// The declaration of `convert`: pictures to PDF pages, without coding them again where PDF can hold them as they are.

extension StepDeclaration {
    package static let convert = StepDeclaration(
        "convert",
        summary: "Turn a picture into a PDF, one page per frame, without coding it again where possible",
        accepts: Set(FileType.documents),
        keepsPageCount: true,
        options: [ConvertOption.pageSize, ConvertOption.margin, ConvertOption.dpi])
}

/// The options of `convert`, by name.
package enum ConvertOption {
    package static let pageSize = OptionDeclaration(
        "page_size", .choice(["image", "a4", "letter"]), default: .text("image"),
        help: "Size of the page: that of the picture, or a sheet the picture is fitted to")
    package static let margin = OptionDeclaration(
        "margin", .length(0...720), default: .number(0), help: "Free space around the picture")
    package static let dpi = OptionDeclaration(
        "dpi", .integer(10...2400), default: .integer(200),
        help: "Resolution of pictures that state none, or one that cannot be true")
}

/// The decoded options of `convert`.
package struct ConvertOptions: Sendable, Hashable {
    package enum PageSize: String, Sendable {
        case image
        case a4
        case letter
    }

    package let pageSize: PageSize
    /// Points on each side.
    package let margin: Double
    /// Pixels per inch where the picture says nothing believable.
    package let dpi: Double

    package init(_ options: StepOptions) {
        pageSize = options[ConvertOption.pageSize]?.text.flatMap(PageSize.init(rawValue:)) ?? .image
        margin = options[ConvertOption.margin]?.number ?? 0
        dpi = options[ConvertOption.dpi]?.number ?? 200
    }
}
