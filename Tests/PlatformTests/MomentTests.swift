// Wall-clock moments as records hold them.

internal import Platform
internal import Testing

@Suite struct MomentTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (999, "1970-01-01T00:00:00Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_709_210_096_789, "2024-02-29T12:34:56Z"), (253_402_300_799_999, "9999-12-31T23:59:59Z"),
            (-1000, "1969-12-31T23:59:59Z"), (-1, "1969-12-31T23:59:59Z"),
        ] as [(Int64, String)]) func writesRFC3339(milliseconds: Int64, text: String)
    {
        #expect(Moment.rfc3339(milliseconds) == text)
    }

    @Test func nowIsInThisCentury() {
        #expect((1_700_000_000_000..<4_102_444_800_000).contains(Moment.now()))
    }

    @Test func localFieldsAreSixAndInRange() {
        let fields = Moment.localFields(1_709_210_096_789)
        #expect(fields.count == 6)
        #expect(fields[0] == 2024 && fields[5] == 56)
    }
}
