// A finished document that a person should look at: it is published all the same, and stays on the list until somebody
// says that it is done.

/// Why a finished job asks for a person, and what became of that.
package struct Attention: Codable, Sendable, Hashable {
    package enum Reason: String, Codable, Sendable {
        /// A page was read with less confidence than its rule wants.
        case lowConfidence = "low-confidence"
    }

    /// A page of one of the job's documents.
    package struct Page: Codable, Sendable, Hashable {
        /// The number of the document in its job.
        package let document: Int
        /// 1-based.
        package let page: Int
        /// 0 to 100.
        package let confidence: Double

        package init(document: Int, page: Int, confidence: Double) {
            self.document = document
            self.page = page
            self.confidence = confidence
        }
    }

    package let reason: Reason
    /// The confidence that was wanted, 0 to 100.
    package let mark: Double
    /// The pages below the mark.
    package let pages: [Page]
    /// Milliseconds since 1970.
    package let since: Int64
    /// When a person put it off; milliseconds since 1970.
    package var postponedAt: Int64?
    /// When a person was done with it; milliseconds since 1970.
    package var doneAt: Int64?

    package init(_ reason: Reason, mark: Double, pages: [Page], since: Int64) {
        self.reason = reason
        self.mark = mark
        self.pages = pages
        self.since = since
    }

    package var isOpen: Bool { doneAt == nil }

    /// The least sure page.
    package var lowest: Page? { pages.min { $0.confidence < $1.confidence } }
}

/// A part of the list of documents to look at.
package enum ReviewList: String, Sendable, CaseIterable {
    /// What came today and is not put off.
    case today
    /// What came in the last seven days and is not put off.
    case week
    /// What is put off.
    case later
    /// Everything.
    case all

    private static let weekMilliseconds: Int64 = 7 * 86_400_000

    /// - Parameters:
    ///   - now: Milliseconds since 1970.
    ///   - midnight: When today began in the machine's time zone; milliseconds since 1970.
    package func holds(_ attention: Attention, now: Int64, midnight: Int64) -> Bool {
        guard attention.isOpen else { return false }
        return switch self {
        case .today: attention.postponedAt == nil && attention.since >= midnight
        case .week: attention.postponedAt == nil && attention.since >= now - Self.weekMilliseconds
        case .later: attention.postponedAt != nil
        case .all: true
        }
    }
}
