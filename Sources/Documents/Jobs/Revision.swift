// The lineage of a document: every step makes a new revision and never changes an old one.

extension Sequence<Revision> {
    /// The revisions that a step left in its directory, in order. A step that was done again has a newer revision of
    /// the same path; the older one is history.
    package func newest(in directory: String) -> [Revision] {
        Dictionary(grouping: filter { $0.path.hasPrefix(directory + "/") }, by: \.path).values
            .compactMap { $0.max { $0.number < $1.number } }.sorted { $0.number < $1.number }
    }
}

/// One state of a document's content. The frozen copy has the number of its file, 0 where there is only one.
package struct Revision: Codable, Sendable, Hashable {
    package let number: Int
    /// The revision it was made from; `nil` for the frozen copy.
    package let parent: Int?
    /// The step that made it; `source` for the frozen copy.
    package let step: String
    package let options: StepOptions
    /// Path below the job's directory.
    package let path: String
    package let type: FileType
    package let bytes: Int
    package let pages: Int
    /// Lower-case hexadecimal SHA-256.
    package let sha256: String
    /// Milliseconds since 1970.
    package let at: Int64

    /// The same revision at another path.
    package func at(_ path: String) -> Revision {
        Revision(
            number: number, parent: parent, step: step, options: options, path: path, type: type,
            bytes: bytes, pages: pages, sha256: sha256, at: at)
    }

    package init(
        number: Int, parent: Int?, step: String, options: StepOptions, path: String, type: FileType,
        bytes: Int,
        pages: Int, sha256: String, at: Int64
    ) {
        self.number = number
        self.parent = parent
        self.step = step
        self.options = options
        self.path = path
        self.type = type
        self.bytes = bytes
        self.pages = pages
        self.sha256 = sha256
        self.at = at
    }
}
