// A JSON value and its text, enough to write a schema: members keep their order and two spaces indent.

indirect enum JSONText {
    case text(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case array([JSONText])
    case object([(name: String, value: JSONText)])

    /// The text, without a newline at its end.
    func written(indent: Int = 0) -> String {
        switch self {
        case .text(let text): return Self.quoted(text)
        case .integer(let number): return String(number)
        case .number(let number): return number == number.rounded() ? String(Int(number)) : String(number)
        case .boolean(let value): return String(value)
        case .array(let values):
            return Self.block("[", values.map { $0.written(indent: indent + 2) }, "]", indent)
        case .object(let members):
            let lines = members.map { "\(Self.quoted($0.name)): \($0.value.written(indent: indent + 2))" }
            return Self.block("{", lines, "}", indent)
        }
    }

    private static func block(_ open: String, _ lines: [String], _ close: String, _ indent: Int) -> String {
        if lines.isEmpty { return open + close }
        let margin = String(repeating: " ", count: indent)
        return open + "\n" + lines.map { "\(margin)  \($0)" }.joined(separator: ",\n") + "\n\(margin)\(close)"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
