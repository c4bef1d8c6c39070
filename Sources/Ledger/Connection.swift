// One SQLite connection and its prepared statements. Only the `Ledger` actor holds one, so it is never used by two
// threads at once; the connection is opened without SQLite's own mutex.

internal import CSQLite

/// A failure of SQLite, with its own sentence.
package struct LedgerError: Error, Sendable, CustomStringConvertible {
    /// The extended result code, see sqlite.org/rescode.html.
    package let code: Int32
    package let description: String

    package var isOutOfSpace: Bool { code & 0xFF == SQLITE_FULL }
}

/// A value in a column.
enum Column: Equatable {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case null

    init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
    init(_ value: String?) { self = value.map { .text($0) } ?? .null }
}

/// A row of an answer, valid while its closure runs.
struct Row {
    fileprivate let statement: OpaquePointer

    func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(statement, index) }

    func optionalInteger(_ index: Int32) -> Int64? {
        sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : integer(index)
    }

    func text(_ index: Int32) -> String {
        sqlite3_column_text(statement, index).map { String(cString: $0) } ?? ""
    }

    func optionalText(_ index: Int32) -> String? {
        sqlite3_column_text(statement, index).map { String(cString: $0) }
    }

    func blob(_ index: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    }
}

final class Connection {
    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    /// Opens or creates the database. Corresponds to `sqlite3_open_v2`.
    init(path: String) throws(LedgerError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let sentence = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
            sqlite3_close_v2(handle)
            throw LedgerError(code: code, description: "\(path): \(sentence)")
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, 5000)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs SQL that has no parameters and no answer.
    func execute(_ sql: String) throws(LedgerError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Runs a statement; returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ columns: [Column] = []) throws(LedgerError) -> Int {
        try query(sql, columns) { _ throws(LedgerError) in }
        return Int(sqlite3_changes(handle))
    }

    /// Runs a query and hands every row to `body`.
    func query(
        _ sql: String, _ columns: [Column] = [], _ body: (Row) throws(LedgerError) -> Void
    ) throws(LedgerError) {
        let statement = try prepare(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, column) in columns.enumerated() { try bind(column, to: statement, at: Int32(index + 1)) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(Row(statement: statement))
            case SQLITE_DONE: return
            case let code: throw error(code)
            }
        }
    }

    /// Runs `body` as one transaction, which a thrown error undoes; inside another one as a part of that.
    func transaction<Result>(_ body: () throws(LedgerError) -> Result) throws(LedgerError) -> Result {
        if sqlite3_get_autocommit(handle) == 0 { return try body() }
        do {
            // Nobody else has the database open, so one that only reads need not ask for the right to write.
            try run("BEGIN")
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // The first error is the one worth telling; a failed rollback leaves nothing to undo.
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    private func prepare(_ sql: String) throws(LedgerError) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { throw LedgerError(code: SQLITE_MISUSE, description: "empty statement") }
        statements[sql] = statement
        return statement
    }

    private func bind(_ column: Column, to statement: OpaquePointer, at index: Int32) throws(LedgerError) {
        // SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch column {
        case .integer(let value): try check(sqlite3_bind_int64(statement, index, value))
        case .text(let value): try check(sqlite3_bind_text(statement, index, value, -1, transient))
        case .blob(let value):
            try check(
                value.withUnsafeBytes {
                    value.isEmpty
                        ? sqlite3_bind_zeroblob(statement, index, 0)
                        : sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), transient)
                })
        case .null: try check(sqlite3_bind_null(statement, index))
        }
    }

    private func check(_ code: Int32) throws(LedgerError) {
        if code != SQLITE_OK { throw error(code) }
    }

    private func error(_ code: Int32) -> LedgerError {
        LedgerError(code: code, description: String(cString: sqlite3_errmsg(handle)))
    }
}
