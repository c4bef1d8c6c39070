// Bytes as digits and back.

internal import Platform
internal import Testing

@Suite struct HexadecimalTests {
    @Test(arguments: [([], ""), ([0], "00"), ([0x0A, 0xFF, 0x10], "0aff10")] as [([UInt8], String)])
    func writesAndReads(bytes: [UInt8], text: String) {
        #expect(bytes.hexadecimal == text)
        #expect([UInt8](hexadecimal: text) == bytes)
    }

    @Test func everyByteComesBack() {
        let bytes = (0...255).map { UInt8($0) }
        #expect([UInt8](hexadecimal: bytes.hexadecimal) == bytes)
    }

    @Test(arguments: ["a", "0g", "abc", " 1", "+f", "-1", "é"]) func refusesOtherText(text: String) {
        #expect([UInt8](hexadecimal: text) == nil)
    }

    @Test(arguments: [0, 1, 5, 16]) func randomNamesHaveTheirLength(digits: Int) {
        let name = Random.hexadecimal(digits: digits)
        #expect(name.count == digits)
        #expect(name.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    }

    @Test func randomNumbersDiffer() {
        #expect(Set((0..<64).map { _ in Random.number() }).count > 60)
    }
}
