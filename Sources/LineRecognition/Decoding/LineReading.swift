// What was read in the picture of a line: characters with their places along it.

internal import VectorShims

/// The text of one line.
package struct LineReading {
    /// A character, or the space between words.
    package struct Character {
        package let text: String
        /// Pixels from the left edge of the picture, between the neighbours' middles.
        package let range: Range<Double>
        /// The middle of the time steps at which it was read, in pixels.
        package let middle: Double
        /// The natural logarithm of the probability of its least sure time step.
        package let certainty: Double

        package var isSpace: Bool { text == " " }
    }

    package let characters: [Character]

    package init(characters: [Character]) {
        self.characters = characters
    }

    package var text: String { characters.map(\.text).joined() }
}

extension LineReading {
    /// - Parameter pixelsPerStep: Pixels of the picture for each time step.
    init(
        _ codes: [Int], _ alignment: Alignment, steps: Int, tree: CodeTree, table: CharacterTable,
        pixelsPerStep: Double
    ) {
        var found: [(character: Int, steps: Range<Int>, certainty: Float)] = []
        var (node, start, certainty) = (CodeTree.root, 0, Float(0))
        for (index, place) in alignment.places.enumerated() {
            if let after = tree.node(after: node, codes[index]), node != CodeTree.root {
                node = after
            } else {
                (node, start) = (
                    tree.node(after: CodeTree.root, codes[index]) ?? CodeTree.root, place.steps.lowerBound
                )
                certainty = 0
            }
            certainty = min(certainty, place.certainty)
            let isLast =
                index + 1 == alignment.places.count || tree.node(after: node, codes[index + 1]) == nil
            guard isLast, tree.characters[node] >= 0 else { continue }
            found.append((Int(tree.characters[node]), start..<place.steps.upperBound, certainty))
            node = CodeTree.root
        }
        characters = found.indices.map { index in
            let steps = (
                before: index == 0 ? 0 : found[index - 1].steps.upperBound,
                after: index + 1 == found.count ? steps : found[index + 1].steps.lowerBound
            )
            let (own, number) = (found[index].steps, found[index].character)
            let left = index == 0 ? 0 : Double(steps.before + own.lowerBound) / 2
            let right =
                index + 1 == found.count ? Double(steps.after) : Double(own.upperBound + steps.after) / 2
            return Character(
                text: table.texts[number],
                range: (left * pixelsPerStep)..<(max(left, right) * pixelsPerStep),
                middle: Double(own.lowerBound + own.upperBound) / 2 * pixelsPerStep,
                certainty: Double(found[index].certainty))
        }
    }
}
