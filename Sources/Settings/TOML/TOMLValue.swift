// A TOML document as a small Swift tree in reading order. Every key and value knows where it stands, so that each
// diagnostic can point at it.

/// A place in a file; line and column count from 1, the column in code points.
struct Position: Sendable, Hashable, Comparable {
    let line: Int
    let column: Int

    static let start = Position(line: 1, column: 1)

    static func < (left: Position, right: Position) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

struct TOMLValue: Sendable {
    enum Content: Sendable {
        case text(String)
        case integer(Int)
        case number(Double)
        case boolean(Bool)
        /// A date, a time, or both; no setting takes one.
        case moment
        case array([TOMLValue])
        case table(TOMLTable)
    }

    let content: Content
    let position: Position

    var text: String? { if case .text(let text) = content { text } else { nil } }
    var integer: Int? { if case .integer(let number) = content { number } else { nil } }
    var array: [TOMLValue]? { if case .array(let values) = content { values } else { nil } }
    var table: TOMLTable? { if case .table(let table) = content { table } else { nil } }

    /// The value for a diagnostic: scalars as written, anything else by its kind.
    var written: String {
        switch content {
        case .text(let text): "\"\(text)\""
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .boolean(let value): String(value)
        case .moment: "a date"
        case .array: "a list"
        case .table: "a table"
        }
    }
}

struct TOMLTable: Sendable {
    struct Entry: Sendable {
        let key: String
        let keyPosition: Position
        let value: TOMLValue
    }

    let position: Position
    let entries: [Entry]

    subscript(key: String) -> TOMLValue? { entries.first { $0.key == key }?.value }

    /// Where the value of `key` stands, or the table itself where it has none.
    func position(of key: String) -> Position { self[key]?.position ?? position }
}
