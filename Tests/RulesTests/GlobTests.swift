// Patterns for names and subfolders.

internal import Rules
internal import Testing

@Suite struct GlobTests {
    @Test(arguments: [
        ("*", "anything.pdf"), ("*.pdf", "A.PDF"), ("*INVOICE*", "my invoice 7.pdf"), ("?.pdf", "é.pdf"),
        ("?.pdf", "👩‍👩‍👧.pdf"),
        ("?", "e\u{301}"), ("é*", "e\u{301}tude"), ("发票*", "发票 2024.pdf"), ("[abc]1", "B1"), ("[a-c]1", "b1"),
        ("[!a-c]1", "d1"),
        ("[^a]", "b"), ("[]a]", "]"), ("[a-]", "-"), ("a[", "a["), ("[ab", "[ab"), ("**", "x"),
        ("a*b*c", "a1b2b3c"), ("", ""),
        ("*[*]*", "a*b"), ("ÄPFEL", "äpfel"),
    ]) func matchesName(pattern: String, name: String) {
        #expect(Glob(pattern).matches(name: name))
    }

    @Test(arguments: [
        ("*.pdf", "a.pdf.txt"), ("?.pdf", "ab.pdf"), ("?", ""), ("[abc]1", "d1"), ("[!a-c]1", "b1"),
        ("a*b", "ab c"), ("", "a"),
        ("invoice", "my invoice"), ("[c-a]", "b"),
    ]) func refusesName(pattern: String, name: String) {
        #expect(!Glob(pattern).matches(name: name))
    }

    @Test(arguments: [
        ("a", "a"), ("a/*", "a/b"), ("a/**", "a"), ("a/**", "a/b/c"), ("**", ""), ("**/c", "c"),
        ("**/c", "a/b/c"),
        ("a/**/z", "a/z"), ("a/**/z", "a/b/c/z"), ("A/[Bb]?", "a/bx"), ("", ""), ("/a/", "a"), ("*", "a"),
    ]) func matchesPath(pattern: String, path: String) {
        #expect(Glob(pattern).matches(path: path))
    }

    @Test(arguments: [
        ("a", "a/b"), ("a/*", "a"), ("a/*", "a/b/c"), ("*", ""), ("*", "a/b"), ("**/c", "a/c/d"), ("", "a"),
    ])
    func refusesPath(pattern: String, path: String) {
        #expect(!Glob(pattern).matches(path: path))
    }

    @Test func staysFastOnHostilePattern() {
        let pattern = String(repeating: "a*", count: 100) + "b"
        #expect(!Glob(pattern).matches(name: String(repeating: "a", count: 255)))
    }
}
