// Paths are bytes, joined, taken apart and normalised without asking the file system.

internal import Platform
internal import Testing

@Suite struct PathTests {
    @Test(
        arguments: [
            ("/a/b/../c", "/a/c"), ("/a/./b//c/", "/a/b/c"), ("/..", "/"), ("/../../a", "/a"), ("a/..", "."),
            ("../a", "../a"), ("a/../../b", "../b"), ("../..", "../.."), ("", "."), ("/", "/"), (".", "."),
            ("/a/...", "/a/..."), ("/a/..b", "/a/..b"), ("./a", "a"),
        ] as [(Path, Path)]) func normalises(path: Path, normal: Path)
    {
        #expect(path.normalized == normal)
        #expect(normal.normalized == normal)
    }

    @Test(
        arguments: [("/a", "/a"), ("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("/a/b/c", "/a/b")]
            as [(Path, Path)])
    func liesWithin(path: Path, other: Path) {
        #expect(path.isWithin(other))
    }

    @Test(arguments: [("/ab", "/a"), ("/a", "/a/b"), ("/", "/a"), ("/b/a", "/a")] as [(Path, Path)])
    func liesElsewhere(path: Path, other: Path) {
        #expect(!path.isWithin(other))
    }

    @Test(
        arguments: [
            ("/a", "b", "/a/b"), ("/a/", "b", "/a/b"), ("", "b", "b"), ("/a", "", "/a"), ("/a", "/b", "/b"),
            ("a", "b/c", "a/b/c"),
        ] as [(Path, Path, Path)]) func joins(left: Path, right: Path, joined: Path)
    {
        #expect(left / right == joined)
    }

    @Test(
        arguments: [
            ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b", "a", "b"),
        ] as [(Path, Path, Path)]) func takesApart(path: Path, parent: Path, last: Path)
    {
        #expect(path.parent == parent)
        #expect(path.last == last)
    }

    @Test func keepsBytesThatAreNotText() {
        let path: Path = "/a" / Path(bytes: [0xFF, 0xFE])
        #expect(path.bytes == [0x2F, 0x61, 0x2F, 0xFF, 0xFE])
        #expect(path.normalized.bytes == path.bytes)
        let lent = path.withCString { text in (0..<6).map { UInt8(bitPattern: text[$0]) } }
        #expect(lent == path.bytes + [0])
    }

    @Test(
        arguments: [("/", true), ("/a", true), ("a", false), ("", false), ("./a", false)] as [(Path, Bool)])
    func knowsAbsolutePaths(path: Path, isAbsolute: Bool) {
        #expect(path.isAbsolute == isAbsolute)
    }
}
