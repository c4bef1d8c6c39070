// When a folder takes documents.

@testable internal import Settings
internal import Testing

@Suite struct OpeningHoursTests {
    @Test(arguments: [
        ("18:00-06:00", 17, 59, 60), ("18:00-06:00", 18, 0, 0), ("18:00-06:00", 3, 0, 0),
        ("18:00-06:00", 6, 0, 12 * 3600), ("06:00-08:00, 22:30-24:00", 9, 0, 13 * 3600 + 1800),
        ("06:00-08:00, 22:30-24:00", 23, 59, 0), ("06:00-08:00, 22:30-24:00", 0, 0, 6 * 3600),
    ]) func waitsForTheNextWindow(text: String, hour: Int, minute: Int, seconds: Int) throws {
        let hours = try #require(OpeningHours(text))
        #expect(hours.secondsUntilOpen(at: [2026, 1, 2, hour, minute, 0]) == seconds)
    }

    @Test(arguments: ["", "6-8", "06:00", "06:00-06:00", "25:00-06:00", "06:60-07:00", "24:30-01:00", "a-b"])
    func refusesWhatIsNoWindow(text: String) {
        #expect(OpeningHours(text) == nil)
    }
}
