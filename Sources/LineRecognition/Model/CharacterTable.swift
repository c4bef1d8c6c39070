// The characters that a model knows, by number. The file is text: a count, then one character a line with its
// properties, of which only the text and the letter and digit marks are of use here.

/// The characters of a model.
struct CharacterTable {
    private static let mostCharacters = 100_000
    /// The number of the space.
    static let space = 0

    /// The text of each character; the first is the space.
    let texts: [String]

    init(_ reader: ByteReader) throws(ModelFault) {
        var reader = reader
        let bytes = try reader.raw(reader.left)
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first, let count = Int(String(decoding: first, as: UTF8.self)),
            (1...Self.mostCharacters).contains(count), lines.count > count
        else { throw .inconsistent("characters") }
        texts = lines[1...count].enumerated().map { index, line in
            if index == Self.space { return " " }
            let text = String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
            // Entries for what could not be told apart from a mistake are named, and are not text.
            return text == "Joined" || text.hasPrefix("|Broken") ? "" : text
        }
    }
}
