// The nearest right name for a wrong one, for diagnostics that help.

/// The candidate that differs least from `word`, or `nil` where none is near.
package func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let scored = candidates.map { (name: $0, distance: editDistance(word, $0)) }
    guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(2, word.count / 3) ? best.name : nil
}

/// The Levenshtein distance in characters.
private func editDistance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for column in right.indices {
            let substituted = diagonal + (character == right[column] ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
        }
    }
    return row[right.count]
}
