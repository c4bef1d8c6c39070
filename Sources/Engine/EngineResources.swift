// Where the engine finds what it only reads: recognition data and the table of file signatures. Fonts and colour
// profiles are found by the libraries themselves below /usr.

/// The read-only places an engine needs.
package struct EngineResources: Sendable {
    /// The directory with `<language>.traineddata`.
    package var tessdata: String
    /// libmagic's compiled table; `nil` for the library's own.
    package var magic: String?

    package init(tessdata: String = "/usr/share/tesseract-ocr/5/tessdata", magic: String? = nil) {
        self.tessdata = tessdata
        self.magic = magic
    }
}
