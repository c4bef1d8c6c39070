// The word lists of a model: directed acyclic graphs over its characters' numbers, one edge in 64 bits.

/// One list of words.
struct WordGraph {
    private static let magic: Int16 = 42
    private static let longestNode = 1 << 16
    private static let isLast: UInt64 = 1
    private static let endsWord: UInt64 = 4
    private static let flagBits: UInt64 = 3

    /// The bits of a letter; the flags and the place of the next node's first edge lie above them.
    private let letterBits: UInt64
    private let edges: [UInt64]

    init(_ reader: ByteReader) throws(ModelFault) {
        var reader = reader
        guard try reader.number(Int16.self) == Self.magic else { throw .unknown("word list") }
        let characters = Int(try reader.number(Int32.self))
        guard (1..<(1 << 24)).contains(characters) else { throw .inconsistent("word list") }
        // As many bits as the numbers up to the count of characters take.
        letterBits = UInt64(Int.bitWidth - characters.leadingZeroBitCount)
        let count = try reader.count(of: 8)
        let bytes = try reader.raw(count * 8)
        edges = bytes.withUnsafeBytes { raw in
            (0..<count).map {
                UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
            }
        }
    }

    /// Whether the characters, by number, are a word of the list.
    func contains(_ word: some Collection<Int>) -> Bool {
        var (node, left) = (0, word.count)
        for character in word {
            left -= 1
            guard let edge = edge(from: node, by: character, endsWord: left == 0) else { return false }
            node = Int(edge >> (letterBits + Self.flagBits))
            if left > 0, node == 0 { return false }
        }
        return !word.isEmpty
    }

    private func edge(from node: Int, by character: Int, endsWord: Bool) -> UInt64? {
        guard node < edges.count else { return nil }
        let mask = (UInt64(1) << letterBits) - 1
        for index in node..<min(edges.count, node + Self.longestNode) {
            let (edge, flags) = (edges[index], edges[index] >> letterBits)
            if edge & mask == UInt64(character), !endsWord || flags & Self.endsWord != 0 { return edge }
            if flags & Self.isLast != 0 { return nil }
        }
        return nil
    }
}
