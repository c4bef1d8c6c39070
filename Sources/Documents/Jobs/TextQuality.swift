// How sure the text of a document is. It travels with the result of a step into the ledger, where people and rules can
// ask for it; it holds numbers only and no text.

/// The confidences of a document's pages.
package struct TextQuality: Codable, Sendable, Hashable {
    /// Mean confidence of the words of each page, 0 to 100; `nil` for a page on which nothing was recognised.
    package var confidences: [Double?]
    /// Words that a person has corrected.
    package var corrections: Int

    package init(confidences: [Double?], corrections: Int = 0) {
        self.confidences = confidences
        self.corrections = corrections
    }

    /// The pages, by 1-based number, that are less sure than the mark.
    package func pages(below mark: Double) -> [PageConfidence] {
        confidences.enumerated().compactMap { index, confidence in
            confidence.flatMap { $0 < mark ? PageConfidence(page: index + 1, confidence: $0) : nil }
        }
    }
}

/// How sure the text of one page is.
package struct PageConfidence: Codable, Sendable, Hashable {
    /// 1-based.
    package let page: Int
    /// 0 to 100.
    package let confidence: Double

    package init(page: Int, confidence: Double) {
        self.page = page
        self.confidence = confidence
    }
}
