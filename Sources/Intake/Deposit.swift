// What people put into an inbox to be one job: a document, or a batch of them, each with its companions.

package import Documents

/// A file in an inbox that is complete, or that has been waited for long enough.
package struct ReadyFile: Sendable, Hashable {
    /// Path below the inbox.
    package let name: RawName
    package let sample: Sample
    /// Why the file must go to the quarantine although nobody is writing it any more.
    package let problem: Failure?

    package init(name: RawName, sample: Sample, problem: Failure? = nil) {
        self.name = name
        self.sample = sample
        self.problem = problem
    }
}

package struct Deposit: Sendable, Hashable {
    package struct Companion: Sendable, Hashable {
        package let file: ReadyFile
        /// The index of the document it is named after; `nil` where it belongs to the batch.
        package let document: Int?

        package init(file: ReadyFile, document: Int?) {
            self.file = file
            self.document = document
        }
    }

    /// What a batch is called: its folder, or what its names share; `nil` for a document by itself.
    package let batch: RawName?
    /// At least one.
    package let documents: [ReadyFile]
    package let companions: [Companion]

    package init(batch: RawName? = nil, documents: [ReadyFile], companions: [Companion] = []) {
        self.batch = batch
        self.documents = documents
        self.companions = companions
    }

    /// Every file that belongs to it.
    package var files: [ReadyFile] { documents + companions.map(\.file) }
    package var names: [RawName] { files.map(\.name) }
    /// Whether it must leave room for small ones.
    package var isLarge: Bool { bytes > 10_000_000 || documents.count > 20 }
    package var bytes: Int { documents.map(\.sample.bytes).reduce(0, +) }
}

/// Files that travel with a document, told by their names: that of the document and a suffix.
package enum CompanionNames {
    /// Suffixes in lower case, without the dot.
    package static let suffixes = [ticketSuffix, "xfdf", "fdf", "json", "csv"]
    package static let ticketSuffix = "toml"
    private static let documentSuffixes = Set(FileType.documents.flatMap(\.knownExtensions))

    /// The document that a companion is named after; `nil` for any other name.
    package static func document(of name: RawName) -> RawName? {
        let (stem, suffix) = name.stemAndExtension
        guard suffixes.contains(lowercased(suffix)),
            documentSuffixes.contains(lowercased(stem.stemAndExtension.fileExtension))
        else { return nil }
        return name.parent.appending(stem)
    }

    /// Whether a companion is a ticket.
    package static func isTicket(_ name: RawName) -> Bool {
        lowercased(name.stemAndExtension.fileExtension) == ticketSuffix
    }

    /// The names that companions of a document usually have.
    static func usual(for document: RawName) -> [RawName] {
        documentSuffixes.contains(lowercased(document.stemAndExtension.fileExtension))
            ? suffixes.map { RawName(document.bytes + Array(".\($0)".utf8)) } : []
    }

    private static func lowercased(_ name: RawName) -> String {
        String(decoding: name.bytes, as: UTF8.self).lowercased()
    }
}
