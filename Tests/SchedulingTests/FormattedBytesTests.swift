// Sizes as people read them.

internal import Scheduling
internal import Testing

@Suite struct FormattedBytesTests {
    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1 kB"), (1500, "1.5 kB"), (2_000_000_000, "2 GB"),
        (1_250_000, "1.3 MB"),
        (5_000_000_000_000_000, "5000 TB"), (999_999, "1 MB"),
    ]) func usesDecimalUnits(bytes: Int, text: String) {
        #expect(formatted(bytes: bytes) == text)
    }
}
