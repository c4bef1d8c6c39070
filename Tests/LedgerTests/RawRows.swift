// The ledger's file through a connection of its own, for what no legal call can reach.

@testable internal import Ledger
internal import Platform
internal import TestSupport

struct RawRows {
    private let connection: Connection

    init(_ scratch: ScratchFolder) throws {
        connection = try Connection(path: (scratch.path / "ledger.sqlite").string)
        try connection.execute("PRAGMA foreign_keys = ON")
    }

    func run(_ sql: String) throws(LedgerError) { try connection.execute(sql) }

    func texts(_ sql: String) throws -> [String] {
        var texts: [String] = []
        try connection.query(sql) { row throws(LedgerError) in texts.append(row.text(0)) }
        return texts
    }
}
