// Identifiers order jobs by time and are safe as file names.

internal import Documents
internal import FoundationEssentials
internal import Testing

@Suite struct JobIDTests {
    @Test(
        arguments: [
            (0, 0, "00000000000000"), (1, 31, "0000000010000z"), (35_184_372_088_831, .max, "zzzzzzzzzzzzzz"),
        ] as [(UInt64, UInt32, String)]) func writesTimeThenChance(
            milliseconds: UInt64, random: UInt32, text: String
        )
    {
        #expect(JobID(milliseconds: milliseconds, random: random).rawValue == text)
    }

    @Test func laterJobsAreGreater() {
        let ids = [1, 31, 32, 1_700_000_000_000, 1_700_000_000_001].map {
            JobID(milliseconds: $0, random: .max)
        }
        #expect(ids == ids.sorted() && Set(ids).count == ids.count)
    }

    @Test func isPlainTextInJSON() throws {
        let id = JobID(rawValue: "0abc")
        let data = try JSONEncoder().encode([id])
        #expect(String(decoding: data, as: UTF8.self) == "[\"0abc\"]")
        #expect(try JSONDecoder().decode([JobID].self, from: data) == [id])
    }
}
