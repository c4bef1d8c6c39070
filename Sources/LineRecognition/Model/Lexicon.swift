// Which words a language knows: its word list, its patterns of numbers, and the marks that stand before and after words.
// In the lists of patterns the space stands for any word or digit.

/// The word lists of one model with the characters they are written in.
struct Lexicon {
    private enum Kind {
        case letter
        case digit
        case mark
        /// Written without spaces, so that what stands between two spaces is no word.
        case ideograph
    }

    private static let placeholder = CharacterTable.space
    private static let joiners: Set<String> = ["-", "/", "\u{2014}", "\u{2013}"]

    private let words: WordGraph
    private let numbers: WordGraph?
    private let marks: WordGraph?
    private let kinds: [Kind]
    /// The small letter of each character, by number.
    private let small: [Int]
    private let joins: [Bool]

    /// `nil` where the model has no word list, or one that cannot be read.
    init?(_ file: ModelFile, _ table: CharacterTable) {
        func graph(_ component: ModelFile.Component) -> WordGraph? {
            try? WordGraph(file.reader(of: component))
        }
        guard let words = graph(.wordGraph) else { return nil }
        (self.words, numbers, marks) = (words, graph(.numberGraph), graph(.punctuationGraph))
        let numbers = Dictionary(
            table.texts.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        kinds = table.texts.map { text in
            let properties = text.unicodeScalars.first?.properties
            if properties?.isIdeographic == true { return .ideograph }
            return properties?.numericType != nil
                ? .digit : properties?.isAlphabetic == true ? .letter : .mark
        }
        small = table.texts.enumerated().map { numbers[$1.lowercased()] ?? $0 }
        joins = table.texts.map(Self.joiners.contains)
    }

    /// Whether the characters between two spaces are a word, a number, or several joined by dashes, with usual marks.
    /// Text with ideographs always is.
    func knows(_ word: [Int]) -> Bool {
        if word.contains(where: { kinds[$0] == .ideograph }) { return true }
        guard let first = word.firstIndex(where: { kinds[$0] != .mark }),
            let last = word.lastIndex(where: { kinds[$0] != .mark })
        else { return marks?.contains(word) ?? false }
        let pattern = word[..<first] + [Self.placeholder] + word[(last + 1)...]
        guard pattern.count == 1 || marks?.contains(pattern) ?? false else { return false }
        let core = word[first...last]
        return isNumber(core)
            || core.split(whereSeparator: { joins[$0] }).allSatisfy { isWord($0) || isNumber($0) }
    }

    private func isWord(_ word: ArraySlice<Int>) -> Bool {
        if words.contains(word) { return true }
        // At the start of a sentence, or all in capitals.
        guard let first = word.first, small[first] != first else { return false }
        if words.contains([small[first]] + word.dropFirst()) { return true }
        return word.count > 1 && word.allSatisfy { small[$0] != $0 } && words.contains(word.map { small[$0] })
    }

    private func isNumber(_ word: ArraySlice<Int>) -> Bool {
        guard let numbers, word.contains(where: { kinds[$0] == .digit }) else { return false }
        return numbers.contains(word.map { kinds[$0] == .digit ? Self.placeholder : $0 })
    }
}
