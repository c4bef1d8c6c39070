// From the network's codes to characters. A letter is one code; a Han character is a sequence of up to nine, in which a
// code for one position never stands in another, so that a sequence needs no separators.

/// The codes of all characters as a tree.
struct CodeTree {
    private static let longest = 9
    private static let mostCodes = 16_384
    static let root = 0

    /// One more than the largest code.
    let codeCount: Int
    /// [node][code]: the next node, 0 for none.
    private let next: [UInt16]
    /// The character that is complete at a node, -1 for none.
    let characters: [Int32]

    /// - Parameter blank: The code that stands for no character.
    init(_ reader: ByteReader, blank: Int) throws(ModelFault) {
        var reader = reader
        let count = try reader.count(of: 5)
        var sequences: [[Int]] = []
        var most = blank
        for _ in 0..<count {
            try reader.skip(1)
            let length = Int(try reader.number(Int32.self))
            guard (0...Self.longest).contains(length) else { throw .inconsistent("codes") }
            var sequence: [Int] = []
            for _ in 0..<length {
                let code = Int(try reader.number(Int32.self))
                guard (0..<Self.mostCodes).contains(code) else { throw .inconsistent("code") }
                sequence.append(code)
            }
            most = max(most, sequence.max() ?? 0)
            sequences.append(sequence)
        }
        guard (0..<Self.mostCodes).contains(blank) else { throw .inconsistent("blank") }
        let width = most + 1
        var next = [UInt16](repeating: 0, count: width)
        var characters: [Int32] = [-1]
        for (character, sequence) in sequences.enumerated() where !sequence.isEmpty && sequence != [blank] {
            var node = Self.root
            for code in sequence {
                if next[node * width + code] == 0 {
                    guard characters.count < Int(UInt16.max) else { throw .inconsistent("codes") }
                    next[node * width + code] = UInt16(characters.count)
                    characters.append(-1)
                    next.append(contentsOf: repeatElement(0, count: width))
                }
                node = Int(next[node * width + code])
            }
            if characters[node] < 0 { characters[node] = Int32(character) }
        }
        guard characters[Int(next[CharacterTable.space])] == CharacterTable.space else {
            throw .inconsistent("space")
        }
        (codeCount, self.next, self.characters) = (width, next, characters)
    }

    /// The node behind `node` on the way of a code, or `nil`.
    func node(after node: Int, _ code: Int) -> Int? {
        let found = Int(next[node * codeCount + code])
        return found == Self.root ? nil : found
    }
}
