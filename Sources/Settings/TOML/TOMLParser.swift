// From text to the tree, by toml++. Its sentence for a syntax error is kept with its position.

internal import TOMLShims

/// Why a text is no TOML document.
struct TOMLSyntaxError: Error, Sendable {
    let position: Position
    let message: String
}

/// One parsed document of toml++.
private final class ParsedDocument {
    private let handle: OpaquePointer

    init?(_ bytes: [UInt8]) {
        let handle = bytes.withUnsafeBytes { buffer in
            papertray_toml_parse(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        guard let handle else { return nil }
        self.handle = handle
    }

    deinit { papertray_toml_free(handle) }

    var error: TOMLSyntaxError? {
        withExtendedLifetime(self) {
            var (line, column): (UInt32, UInt32) = (0, 0)
            guard let message = papertray_toml_error(handle, &line, &column) else { return nil }
            return TOMLSyntaxError(position: Position(line, column), message: String(cString: message))
        }
    }

    /// Reads the nodes while they are alive.
    func reading<Result>(_ body: (UnsafeBufferPointer<papertray_toml_node>) -> Result) -> Result {
        var count = 0
        let nodes = papertray_toml_nodes(handle, &count)
        return withExtendedLifetime(self) { body(UnsafeBufferPointer(start: nodes, count: count)) }
    }
}

extension TOMLTable {
    /// Parses a whole document.
    static func parse(_ bytes: [UInt8]) throws(TOMLSyntaxError) -> TOMLTable {
        guard let document = ParsedDocument(bytes) else {
            throw TOMLSyntaxError(position: .start, message: "there is not enough memory to read the file")
        }
        if let error = document.error { throw error }
        let root = document.reading { nodes in
            var place = 0
            return TOMLValue(nodes, &place)
        }
        return root.table ?? TOMLTable(position: .start, entries: [])
    }
}

extension TOMLValue {
    /// The value at `place` with all its children; `place` moves behind them.
    fileprivate init(_ nodes: UnsafeBufferPointer<papertray_toml_node>, _ place: inout Int) {
        let node = nodes[place]
        place += 1
        position = Position(node.line, node.column)
        switch node.kind {
        case PAPERTRAY_TOML_STRING: content = .text(String(node.text, node.text_length))
        case PAPERTRAY_TOML_INTEGER: content = .integer(Int(node.integer))
        case PAPERTRAY_TOML_FLOAT: content = .number(node.number)
        case PAPERTRAY_TOML_BOOLEAN: content = .boolean(node.integer != 0)
        case PAPERTRAY_TOML_ARRAY:
            content = .array((0..<node.children).map { _ in TOMLValue(nodes, &place) })
        case PAPERTRAY_TOML_TABLE:
            let entries = (0..<node.children).map { _ in TOMLTable.Entry(nodes, &place) }
            content = .table(TOMLTable(position: position, entries: entries))
        default: content = .moment
        }
    }
}

extension TOMLTable.Entry {
    fileprivate init(_ nodes: UnsafeBufferPointer<papertray_toml_node>, _ place: inout Int) {
        let node = nodes[place]
        key = String(node.key, node.key_length)
        keyPosition = Position(node.key_line, node.key_column)
        value = TOMLValue(nodes, &place)
    }
}

extension Position {
    fileprivate init(_ line: UInt32, _ column: UInt32) {
        self.init(line: max(Int(line), 1), column: max(Int(column), 1))
    }
}

extension String {
    fileprivate init(_ start: UnsafePointer<CChar>?, _ count: Int) {
        let buffer = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        self.init(decoding: buffer, as: UTF8.self)
    }
}
