// Help pages, from the declarations.

import Documents

extension CommandDeclaration {
    var help: String {
        let lines = allOptions.map { (left: "  " + $0.synopsis, right: $0.help + $0.defaultNote) }
        return """
            \(summary).

            Usage: \(usage)

            Options:
            \(columns(lines))
            """
    }
}

extension OptionDeclaration {
    /// Such as `--page-size image|a4|letter`.
    var synopsis: String {
        switch kind {
        case .boolean: defaultValue == .boolean(true) ? "--[no-]\(flag)" : "--\(flag)"
        default: "--\(flag) \(kind.placeholder)"
        }
    }

    fileprivate var defaultNote: String {
        guard let defaultValue, defaultValue != .boolean(false) else { return "" }
        return " (default \(defaultValue.written))"
    }
}

extension OptionKind {
    /// What stands for the value in help texts.
    var placeholder: String {
        switch self {
        case .boolean: ""
        case .integer, .number: "N"
        case .text: "TEXT"
        case .length: "LENGTH"
        case .pages: "PAGES"
        case .choice(let choices): choices.joined(separator: "|")
        case .list(let element, _): "\(element.placeholder),..."
        }
    }
}

/// Two columns, the right one aligned; long left sides push theirs to the next line.
func columns(_ lines: [(left: String, right: String)]) -> String {
    let width = min(lines.map(\.left.count).max() ?? 0, 34)
    return lines.map { line in
        line.left.count <= width
            ? line.left.padded(to: width) + "  " + line.right
            : line.left + "\n" + String(repeating: " ", count: width + 2) + line.right
    }.joined(separator: "\n")
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - displayWidth))
    }

    /// Columns on a terminal: Han, kana, hangul and full-width characters take two.
    var displayWidth: Int {
        unicodeScalars.reduce(0) { width, scalar in
            let value = scalar.value
            let isWide =
                (0x1100...0x115F).contains(value) || (0x2E80...0xA4CF).contains(value)
                || (0xAC00...0xD7A3).contains(value) || (0xF900...0xFAFF).contains(value)
                || (0xFE30...0xFE6F).contains(value) || (0xFF00...0xFF60).contains(value)
                || (0x20000...0x3FFFD).contains(value)
            return width + (isWide ? 2 : 1)
        }
    }
}
