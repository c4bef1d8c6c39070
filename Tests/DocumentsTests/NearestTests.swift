// Suggestions for misspelt names.

internal import Documents
internal import Testing

@Suite struct NearestTests {
    @Test(arguments: [
        ("langages", "languages"), ("Languages", "languages"), ("rotat", "rotate"), ("page", "pages"),
        ("paegs", "pages"),
        ("languages", "languages"),
    ]) func findsTheNameThatDiffersLeast(word: String, name: String) {
        #expect(nearest(to: word, among: ["pages", "languages", "rotate"]) == name)
    }

    @Test(arguments: ["watermark", "signature", "xyzzyxyzzy"])
    func suggestsNothingWhereNothingIsNear(word: String) {
        #expect(nearest(to: word, among: ["pages", "languages", "rotate"]) == nil)
    }

    @Test func suggestsNothingWithoutCandidates() {
        #expect(nearest(to: "a", among: [String]()) == nil)
    }
}
