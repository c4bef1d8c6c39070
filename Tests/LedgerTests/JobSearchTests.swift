// Finding jobs as people name them, and in the order people read them.

internal import Documents
internal import Ledger
internal import TestSupport
internal import Testing

@Suite struct JobSearchTests {
    private static let ids = ["01hv5k2xaaaa01", "01hv5k2xbbbb02", "01hv6zzzcccc02"]
    private let scratch: ScratchFolder
    private let ledger: Ledger

    init() async throws {
        scratch = try ScratchFolder()
        ledger = try Ledger(directory: scratch.path)
        for (index, id) in Self.ids.enumerated() {
            try await ledger.insert(
                sampleJob(id, folder: index == 1 ? "receipts" : "invoices", createdAt: Int64(index) + 1000))
        }
    }

    @Test(
        arguments: [
            ("01hv5k2xaaaa01", [0]), ("01hv6", [2]), ("aaaa01", [0]), ("BBBB02", [1]), ("01HV6Z", [2]),
            ("xyz", []),
            ("hv5k2", []), ("01hv5k2xaaaa01x", []), ("%", []), ("0_hv6", []),
        ] as [(String, [Int])]) func findsByPrefixOrSuffix(text: String, found: [Int]) async throws
    {
        #expect(try await ledger.jobs(matching: text).map(\.id.rawValue) == found.map { Self.ids[$0] })
    }

    @Test(arguments: ["01hv5", "02", "0", ""]) func ambiguousTextFindsTwo(text: String) async throws {
        #expect(try await ledger.jobs(matching: text).count == 2)
    }

    @Test func newestComeFirstUpToTheLimit() async throws {
        #expect(try await ledger.jobs(limit: 2).map(\.id.rawValue) == [Self.ids[2], Self.ids[1]])
    }

    @Test func filtersByFolderAndState() async throws {
        try await ledger.move(JobID(rawValue: Self.ids[0]), to: .staged) { $0.sha256 = hash }
        #expect(
            try await ledger.jobs(folder: "invoices", limit: 9).map(\.id.rawValue) == [
                Self.ids[2], Self.ids[0],
            ])
        #expect(try await ledger.jobs(state: .staged, limit: 9).map(\.id.rawValue) == [Self.ids[0]])
        #expect(try await ledger.jobs(folder: "receipts", state: .staged, limit: 9).isEmpty)
    }

    @Test func walkVisitsEveryJobOnce() async throws {
        var seen: [String] = []
        var last = JobID(rawValue: "")
        while let next = try await ledger.jobs(after: last, limit: 1).first {
            seen.append(next.id.rawValue)
            last = next.id
        }
        #expect(seen == Self.ids)
    }
}
