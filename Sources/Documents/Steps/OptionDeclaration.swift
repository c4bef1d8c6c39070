// How an option of a step or of a command is declared, once. TOML decoding and its diagnostics, command-line flags,
// `--help`, shell completion, the JSON schema and the console's forms are all made from these values.

/// One option: its name, kind, default and help line.
package struct OptionDeclaration: Sendable, Hashable {
    /// The TOML name, in snake case. On the command line underscores become dashes.
    package let name: String
    package let kind: OptionKind
    /// `nil` where the option has no value unless it is given.
    package let defaultValue: OptionValue?
    /// One line, without a full stop.
    package let help: String

    package init(_ name: String, _ kind: OptionKind, default value: OptionValue? = nil, help: String) {
        self.name = name
        self.kind = kind
        self.defaultValue = value
        self.help = help
    }

    /// The name as a long flag without the leading dashes.
    package var flag: String {
        String(name.map { $0 == "_" ? "-" : $0 })
    }
}

/// What values an option takes.
package indirect enum OptionKind: Sendable, Hashable {
    case boolean
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// Free text.
    case text
    /// A length in points; written with `pt` (default), `mm`, `cm` or `in`.
    case length(ClosedRange<Double>)
    /// Page ranges such as `1-3,7,r2-z,odd`.
    case pages
    case choice([String])
    case list(of: OptionKind, minimumCount: Int)
}

/// A decoded value of an option.
package enum OptionValue: Sendable, Hashable, Codable {
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([OptionValue])

    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    package var number: Double? {
        switch self {
        case .number(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }
    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var list: [OptionValue]? { if case .list(let value) = self { value } else { nil } }

    /// The value as it is written on the command line, lists with commas.
    package var written: String {
        switch self {
        case .boolean(let value): String(value)
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .text(let value): value
        case .list(let values): values.map(\.written).joined(separator: ",")
        }
    }
}

extension OptionValue {
    /// JSON does not tell 12.0 from 12, so a value is the same whichever way it was read.
    package static func == (left: OptionValue, right: OptionValue) -> Bool {
        switch (left, right) {
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.text(let left), .text(let right)): left == right
        case (.list(let left), .list(let right)): left == right
        default: left.number != nil && left.number == right.number
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(Double(value))
        case .number(let value): hasher.combine(value)
        case .text(let value): hasher.combine(value)
        case .list(let values): hasher.combine(values)
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else {
            self = .list(try container.decode([OptionValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        }
    }
}
