// Lengths as people write them.

internal import Documents
internal import Testing

@Suite struct LengthTests {
    @Test(
        arguments: [
            ("12", 12), ("12pt", 12), ("25.4mm", 72), ("2.54cm", 72), ("1in", 72), ("0.5 in", 36),
            ("-1in", -72), ("0", 0),
            ("1e1pt", 10),
        ] as [(String, Double)]) func readsPoints(text: String, points: Double) throws
    {
        let length = try #require(Length.points(from: text))
        #expect(abs(length - points) < 1e-9)
    }

    @Test(arguments: ["", "pt", "mm", "1 2mm", "12px", "one in", "nan", "infpt", "12 pts", "--1"])
    func refusesWhatIsNoLength(text: String) {
        #expect(Length.points(from: text) == nil)
    }
}
