// The kinds of file the product takes and makes. What a dropped file is comes from its content; its name is only a name.

/// A file format that Papertray reads, or writes beside a document.
package enum FileType: String, Codable, Sendable, CaseIterable {
    case pdf
    case jpeg
    case png
    case tiff
    case heic
    /// Plain text, pages separated by form feeds.
    case text = "txt"
    case markdown = "md"
    case hocr
    /// Recognised text with places and confidences.
    case json

    /// The formats that are taken from an inbox.
    package static let documents: [FileType] = [.pdf, .jpeg, .png, .tiff, .heic]

    /// Whether the file is a picture that becomes pages, and not a document of pages already.
    package var isImage: Bool { Self.documents.contains(self) && self != .pdf }

    /// The suffix that a result of this type gets, without the dot.
    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .tiff: "tif"
        default: rawValue
        }
    }

    /// The suffixes that people give to such files, in lower case.
    package var knownExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .tiff: ["tif", "tiff"]
        case .heic: ["heic", "heif", "hif"]
        case .markdown: ["md", "markdown"]
        default: [rawValue]
        }
    }

    /// The media type (RFC 6838).
    package var mediaType: String {
        switch self {
        case .pdf: "application/pdf"
        case .jpeg, .png, .tiff, .heic: "image/\(rawValue)"
        case .text: "text/plain; charset=utf-8"
        case .markdown: "text/markdown; charset=utf-8"
        case .hocr: "text/vnd.hocr+html"
        case .json: "application/json"
        }
    }
}

/// What a file is among the files that a step makes.
package enum FileRole: String, Codable, Sendable {
    /// The document itself: what the next step works on.
    case main
    /// Lies beside the main file before it, with the same stem; later steps leave it as it is.
    case side
}
