// Durations, sizes and ranges in both directions.

@testable internal import Settings
internal import Testing

@Suite struct WrittenValueTests {
    @Test(
        arguments: [
            ("500ms", .milliseconds(500)), ("2s", .seconds(2)), ("30m", .seconds(1800)),
            ("1h", .seconds(3600)),
            ("1.5s", .milliseconds(1500)), ("0s", .zero), ("2 s", .seconds(2)),
        ] as [(String, Duration)]) func readsDuration(text: String, expected: Duration)
    {
        #expect(WrittenDuration.parse(text) == expected)
    }

    @Test(arguments: [
        "", "s", "2", "-1s", "1e3s", "infs", "nanm", "2d", "1h30m", ".5s", "1..5s", "99999999999999999999h",
    ])
    func refusesDuration(text: String) {
        #expect(WrittenDuration.parse(text) == nil)
    }

    @Test(arguments: ["500ms", "2s", "90s", "30m", "1h", "24h", "0s"]) func writesDurationBack(text: String) {
        #expect(WrittenDuration.parse(text).map(WrittenDuration.write) == text)
    }

    @Test(arguments: [
        ("2GB", 2_000_000_000), ("500MB", 500_000_000), ("64KiB", 65_536), ("1.5kB", 1500), ("7B", 7),
        ("7", 7),
        ("1 tib", 1 << 40), ("0", 0),
    ]) func readsSize(text: String, expected: Int) {
        #expect(WrittenSize.parse(text) == expected)
    }

    @Test(arguments: ["", "B", "-1B", "2XB", "1e3", "10000000TB", "0x10", "٣"]) func refusesSize(text: String)
    {
        #expect(WrittenSize.parse(text) == nil)
    }

    @Test(arguments: ["2GB", "500MB", "64KiB", "1kB", "1TB", "7B"]) func writesSizeBack(text: String) {
        #expect(WrittenSize.parse(text).map(WrittenSize.write) == text)
    }

    @Test(arguments: [
        ("1..50", 1...50), ("10..", 10...Int.max), ("..5", 0...5), ("7", 7...7), (" 1 .. 2 ", 1...2),
    ]) func readsRange(text: String, expected: ClosedRange<Int>) throws {
        #expect(try WrittenRange.parse(text, element: WrittenCount.parse) == expected)
    }

    @Test(arguments: ["", "..", "a", "1-5", "1...5", "1..2..3", "-1..5"]) func refusesRange(text: String) {
        #expect(throws: WrittenRange.Mistake.unreadable) {
            try WrittenRange.parse(text, element: WrittenCount.parse)
        }
    }

    @Test func readsRangeOfSizes() throws {
        #expect(try WrittenRange.parse("1.5MB..2GB", element: WrittenSize.parse) == 1_500_000...2_000_000_000)
    }
}
