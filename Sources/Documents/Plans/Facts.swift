// What identification found out about a document. Rules decide on facts alone.

/// The facts of one document.
package struct Facts: Codable, Sendable, Hashable {
    package var type: FileType
    package var bytes: Int
    /// Pages of a PDF or frames of a picture; `nil` where the document is locked.
    package var pageCount: Int?
    /// Encrypted in any way, with or without a password to open it.
    package var isEncrypted = false
    /// A password is needed to open it.
    package var isLocked = false
    package var isSigned = false
    package var hasForm = false
    /// A dynamic XFA form, whose real pages only Adobe software can show.
    package var isDynamicForm = false
    /// Whether any page has text; `nil` where nobody asked.
    package var hasText: Bool?
    package var title: String?
    /// Details for `inspect`; `nil` where nobody asked.
    package var details: Details?

    package init(type: FileType, bytes: Int) {
        self.type = type
        self.bytes = bytes
    }

    /// What only people ask for.
    package struct Details: Codable, Sendable, Hashable {
        package var pages: [Page] = []
        /// PDF version such as `1.7`.
        package var version: String?
        /// Named permissions that an encrypted document grants: print, copy, modify, annotate, forms, assemble.
        package var permissions: [String]?
        package var signatureCount = 0
        package var formFields: [String] = []
        package var annotationCount = 0
        package var fonts: [String] = []
        package var metadata: [String: String] = [:]

        package init() {}
    }

    /// One page as seen: after Rotate and CropBox, in points. `number` is 1-based, `rotation` clockwise degrees.
    package struct Page: Codable, Sendable, Hashable {
        package let number: Int
        package let width: Double
        package let height: Double
        package let rotation: Int
        package var textCharacters: Int
        package var images: [Image]

        package init(
            number: Int, width: Double, height: Double, rotation: Int, textCharacters: Int = 0,
            images: [Image] = []
        ) {
            self.number = number
            self.width = width
            self.height = height
            self.rotation = rotation
            self.textCharacters = textCharacters
            self.images = images
        }
    }

    /// One picture on a page; `dpi` is the smaller of both directions.
    package struct Image: Codable, Sendable, Hashable {
        package let width: Int
        package let height: Int
        package let dpi: Double
        package let filter: String

        package init(width: Int, height: Int, dpi: Double, filter: String) {
            self.width = width
            self.height = height
            self.dpi = dpi
            self.filter = filter
        }
    }
}
