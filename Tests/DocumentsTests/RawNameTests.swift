// Names are bytes: shown escaped, stored whole.

internal import Documents
internal import FoundationEssentials
internal import Testing

@Suite struct RawNameTests {
    @Test(arguments: [
        ("scan.pdf", "scan.pdf"), ("发票 2024.pdf", "发票 2024.pdf"), ("a\nb", "a\\x0ab"),
        ("a\u{7F}b", "a\\x7fb"),
        ("a\\b", "a\\x5cb"), ("a\u{202E}b", "a\\xe2\\x80\\xaeb"), ("a\u{2028}b", "a\\xe2\\x80\\xa8b"),
        ("\u{FEFF}a", "\\xef\\xbb\\xbfa"), ("e\u{301}", "e\u{301}"), ("", ""), ("a\0b", "a\\x00b"),
    ]) func escapesWhatMisleadsEyes(name: String, shown: String) {
        #expect(RawName(name).display == shown)
    }

    @Test(
        arguments: [
            ([0x61, 0xFF], "a\\xff"), ([0xC3, 0x28, 0x0A], "\\xc3(\\x0a"), ([0x5C, 0x80], "\\x5c\\x80"),
            ([0xE5, 0x8F], "\\xe5\\x8f"), ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
        ] as [([UInt8], String)]) func escapesInvalidBytes(bytes: [UInt8], shown: String)
    {
        #expect(RawName(bytes).display == shown)
    }

    @Test func differentBytesAreNeverShownAlike() {
        let names = (UInt8.min...UInt8.max).flatMap { byte -> [[UInt8]] in
            [[byte], [0x61, byte], Array("\\x\(String(byte, radix: 16))".utf8)]
        }
        #expect(Set(names.map { RawName($0).display }).count == Set(names).count)
    }

    @Test(
        arguments: [
            Array("scan.pdf".utf8), Array("发票.pdf".utf8), [0xFF, 0xFE], [], [0x61, 0x80, 0x0A],
            Array("\"\\\u{0}".utf8),
        ] as [[UInt8]]) func keepsEveryByteThroughJSON(bytes: [UInt8]) throws
    {
        let data = try JSONEncoder().encode([RawName(bytes)])
        #expect(try JSONDecoder().decode([RawName].self, from: data) == [RawName(bytes)])
    }

    @Test func encodesTextAsStringAndOtherBytesAsNumbers() throws {
        let data = try JSONEncoder().encode([RawName("é"), RawName([0x61, 0xFF])])
        #expect(String(decoding: data, as: UTF8.self) == "[\"é\",[97,255]]")
    }

    @Test(arguments: [
        ("a/b/c.pdf", "c.pdf", "a/b", 3), ("c.pdf", "c.pdf", "", 1), ("a//b", "b", "a/", 2), ("", "", "", 0),
    ]) func takesPathsApart(path: String, last: String, parent: String, count: Int) {
        let name = RawName(path)
        #expect(name.last == RawName(last))
        #expect(name.parent == RawName(parent))
        #expect(name.components.count == count)
    }

    @Test(arguments: [
        ("a.pdf", "a", "pdf"), ("a.tar.gz", "a.tar", "gz"), (".hidden", ".hidden", ""), ("a", "a", ""),
        ("a.", "a", ""), ("x.y/z", "z", ""), ("发票.PDF", "发票", "PDF"),
    ]) func cutsAtTheLastDot(path: String, stem: String, fileExtension: String) {
        let parts = RawName(path).stemAndExtension
        #expect(parts.stem == RawName(stem))
        #expect(parts.fileExtension == RawName(fileExtension))
    }

    @Test func appendsBelowAndKeepsABareNameBare() {
        #expect(RawName([]).appending("a") == "a")
        #expect(RawName("a").appending("b") == "a/b")
    }

    @Test func ordersByBytes() {
        #expect(
            [RawName("b"), RawName([0xFF]), RawName("a"), RawName("aa")].sorted() == [
                "a", "aa", "b", RawName([0xFF]),
            ])
    }
}
