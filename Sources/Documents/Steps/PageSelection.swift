// Page ranges as people write them: `1-3,7,r2-z`, `odd`, `even`. `r` counts from the end, `z` is the last page; order
// and duplicates are kept as written; numbers beyond the document select nothing.

/// A parsed page range.
package struct PageSelection: Sendable, Hashable {
    enum Edge: Hashable, Sendable {
        case fromStart(Int)
        case fromEnd(Int)
    }

    enum Term: Hashable, Sendable {
        case span(Edge, Edge)
        case odd
        case even
    }

    let terms: [Term]

    /// Parses the text; `nil` where it is no page range.
    package init?(_ text: String) {
        var terms: [Term] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let term = Self.term(String(part).trimmingSpaces) else { return nil }
            terms.append(term)
        }
        self.terms = terms
    }

    /// The selected 1-based page numbers of a document with `count` pages, in the order written.
    package func pages(of count: Int) -> [Int] {
        let spans = terms.filter { $0 != .odd && $0 != .even }
        let base =
            spans.isEmpty
            ? Array(stride(from: 1, through: count, by: 1)) : spans.flatMap { expand($0, count) }
        return base.filter { page in
            (!terms.contains(.odd) || page % 2 == 1) && (!terms.contains(.even) || page % 2 == 0)
        }
    }

    private func expand(_ term: Term, _ count: Int) -> [Int] {
        guard case .span(let first, let last) = term else { return [] }
        let (from, to) = (resolve(first, count), resolve(last, count))
        let (lowest, highest) = (max(min(from, to), 1), min(max(from, to), count))
        guard lowest <= highest else { return [] }
        return from <= to ? Array(lowest...highest) : (lowest...highest).reversed()
    }

    private func resolve(_ edge: Edge, _ count: Int) -> Int {
        switch edge {
        case .fromStart(let number): number
        case .fromEnd(let number): count - number + 1
        }
    }

    private static func term(_ text: String) -> Term? {
        switch text {
        case "odd": return .odd
        case "even": return .even
        default: break
        }
        let edges = text.split(separator: "-", omittingEmptySubsequences: false).map { edge(String($0)) }
        switch edges.count {
        case 1: return edges[0].map { .span($0, $0) }
        case 2: return edges[0].flatMap { first in edges[1].map { .span(first, $0) } }
        default: return nil
        }
    }

    private static func edge(_ text: String) -> Edge? {
        if text == "z" { return .fromEnd(1) }
        let isFromEnd = text.hasPrefix("r")
        guard let number = Int(isFromEnd ? String(text.dropFirst()) : text), (1...1_000_000).contains(number)
        else {
            return nil
        }
        return isFromEnd ? .fromEnd(number) : .fromStart(number)
    }
}
