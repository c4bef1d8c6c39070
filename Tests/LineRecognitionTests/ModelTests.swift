internal import Foundation
@testable internal import LineRecognition
internal import Testing

@Suite struct ModelTests {
    @Test func refusesFilesThatEndTooSoon() throws {
        let whole = try model("chi_tra")
        let lengths =
            Array(0..<300) + stride(from: 300, to: whole.count, by: 41_003) + [whole.count - 200_000]
        for length in lengths {
            #expect(LineRecognizer(model: Array(whole.prefix(length)), kind: .portable) == nil, "\(length)")
        }
    }

    @Test func refusesOtherFiles() throws {
        var chance = Chance(11)
        for length in [0, 1, 4, 100, 5000] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &chance) }
            #expect(LineRecognizer(model: bytes) == nil)
        }
        let osd = "/usr/share/tesseract-ocr/5/tessdata/osd.traineddata"
        #expect(LineRecognizer(model: [UInt8](try Data(contentsOf: URL(filePath: osd)))) == nil)
    }

    /// Whatever a garbled file says: it is refused, or reads something.
    @Test func survivesGarbledFiles() throws {
        let whole = try model("eng")
        var chance = Chance(13)
        let picture = try #require(LinePicture.noise(width: 90, height: 36, &chance))
        // The header, the first layers, and behind 4 MB of word lists the characters and codes.
        for range in [0..<700, 390_000..<402_500, (whole.count - 7600)..<whole.count] {
            for _ in 0..<60 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...4, using: &chance) {
                    bytes[Int.random(in: range, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
                }
                _ = LineRecognizer(model: bytes)?.read([picture], isTimeUp: { false })
            }
        }
    }

    @Test func knowsWords() throws {
        let file = try ModelFile(try model("eng"))
        let table = try CharacterTable(try file.reader(of: .characters))
        let lexicon = try #require(Lexicon(file, table))
        func knows(_ word: String) -> Bool {
            lexicon.knows(word.map { character in table.texts.firstIndex(of: String(character)) ?? -1 })
        }
        for word in ["harbour", "Harbour", "HARBOUR", "letters,", "(letters)", "two-thirds", "1,024", "30"] {
            #expect(knows(word), "\(word)")
        }
        for word in ["hxrbour", "lettersletters", "pnnting", ",letters", "harbou"] {
            #expect(!knows(word), "\(word)")
        }
    }

    @Test func codesSpellCharacters() throws {
        let file = try ModelFile(try model("chi_sim"))
        let table = try CharacterTable(try file.reader(of: .characters))
        let tree = try CodeTree(try file.reader(of: .codes), blank: 223)
        #expect(tree.codeCount == 224)
        let spelled = Set(tree.characters.filter { $0 >= 0 }.map { table.texts[Int($0)] })
        #expect(["图", "书", "A", "9", "。"].allSatisfy(spelled.contains))
        #expect(tree.node(after: CodeTree.root, 223) == nil)
    }
}
