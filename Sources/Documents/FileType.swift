// The kinds of file the product takes. What a file is comes from its content; its name is only a name.

/// A file format that Papertray reads.
package enum FileType: String, Codable, Sendable, CaseIterable {
    case pdf
    case jpeg
    case png
    case tiff
    case heic

    /// Whether the file is a picture that becomes pages, and not a document of pages already.
    package var isImage: Bool { self != .pdf }

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
        case .pdf: ["pdf"]
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .png: ["png"]
        case .tiff: ["tif", "tiff"]
        case .heic: ["heic", "heif", "hif"]
        }
    }
}
