// The JSON schema (draft 2020-12) of both kinds of file, for editors that complete and check TOML. It is made from
// the key tables that decode and from the step catalogue. `#/$defs/papertray.toml` and `#/$defs/folders.d` are the
// two files.

internal import Documents

/// The schema's text, with a newline at its end.
package func schema() -> String {
    let files = SettingsReference.files.map { file -> JSONText in
        .object([("$ref", .text("#/$defs/\(file.name)"))])
    }
    var definitions: [(name: String, value: JSONText)] = []
    for section in SettingsReference.files + SettingsReference.sections {
        definitions.append((section.name, section.schema))
    }
    for step in StepCatalogue.all { definitions.append(("step-\(step.name)", step.schema)) }
    let root = JSONText.object([
        ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
        ("title", .text("Papertray configuration")),
        ("anyOf", .array(files)),
        ("$defs", .object(definitions)),
    ])
    return root.written() + "\n"
}

extension SettingsReference.Section {
    fileprivate var schema: JSONText {
        let properties = keys.filter(\.isAvailable).map { ($0.name, $0.schema) }
        return .closedObject(summary, properties, required: required)
    }

    private var required: [String] {
        switch name {
        case RuleKeys.section.name: [RuleKeys.step.name]
        case NotifyKeys.section.name: [NotifyKeys.on.name]
        case MailKeys.section.name: [MailKeys.server.name, MailKeys.from.name, MailKeys.to.name]
        default: []
        }
    }
}

extension SettingsReference.Key {
    fileprivate var schema: JSONText {
        let value = defaultValue.map { $0.hasPrefix("\"") ? String($0.dropFirst().dropLast()) : $0 }
        let note = (defaultNote ?? value).map { " (default: \($0))" } ?? ""
        return .object([("description", .text(help + note))] + shape.schema)
    }
}

extension ValueShape {
    fileprivate var schema: [(name: String, value: JSONText)] {
        switch self {
        case .boolean(let only?): [("const", .boolean(only))]
        case .boolean(nil): [("type", .text("boolean"))]
        case .integer(let range): [("type", .text("integer"))] + Self.limits(range)
        case .number(let range):
            [("type", .text("number"))]
                + (range.map { [("minimum", .number($0.lowerBound)), ("maximum", .number($0.upperBound))] }
                    ?? [])
        case .text(let pattern):
            [("type", .text("string"))] + (pattern.map { [("pattern", .text($0))] } ?? [])
        case .choice(let choices): [("enum", .array(choices.map { .text($0) }))]
        case .either(let shapes): [("anyOf", .array(shapes.map { .object($0.schema) }))]
        case .list(let element, let count):
            [("type", .text("array")), ("items", .object(element.schema)), ("minItems", .integer(count))]
        case .section(let name): [("$ref", .text("#/$defs/\(name)"))]
        case .steps: [("type", .text("array")), ("items", .object([("anyOf", .array(Self.stepTables))]))]
        case .unavailable: [("not", .object([]))]
        }
    }

    private static var stepTables: [JSONText] {
        StepCatalogue.all.map { .object([("$ref", .text("#/$defs/step-\($0.name)"))]) }
    }

    private static func limits(_ range: ClosedRange<Int>) -> [(name: String, value: JSONText)] {
        [("minimum", .integer(range.lowerBound))]
            + (range.upperBound == .max ? [] : [("maximum", .integer(range.upperBound))])
    }
}

extension StepDeclaration {
    fileprivate var schema: JSONText {
        let name = (PlannedStep.nameKey, JSONText.object([("const", .text(name))]))
        return .closedObject(
            summary, [name] + options.map { ($0.name, $0.schema) }, required: [PlannedStep.nameKey])
    }
}

extension OptionDeclaration {
    fileprivate var schema: JSONText {
        let value = defaultValue.map { [("default", $0.json)] } ?? []
        return .object([("description", .text(help))] + kind.shape.schema + value)
    }
}

extension OptionKind {
    /// The shape of the TOML values that `check` takes.
    var shape: ValueShape {
        switch self {
        case .boolean: .boolean(only: nil)
        case .integer(let range): .integer(range)
        case .number(let range): .number(range)
        case .text: .text(pattern: nil)
        case .length: .either([.number(nil), .text(pattern: "^-?[0-9.]+ *(pt|mm|cm|in)?$")])
        case .pages: .either([.integer(1...1_000_000), .text(pattern: nil)])
        case .choice(let choices): .choice(choices)
        case .list(let element, let count): .list(of: element.shape, minimumCount: count)
        }
    }
}

extension OptionValue {
    fileprivate var json: JSONText {
        switch self {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .text(let value): .text(value)
        case .list(let values): .array(values.map(\.json))
        }
    }
}

extension JSONText {
    fileprivate static func closedObject(
        _ summary: String, _ properties: [(name: String, value: JSONText)], required: [String]
    ) -> JSONText {
        let needed = required.isEmpty ? [] : [("required", JSONText.array(required.map { .text($0) }))]
        return .object(
            [("description", .text(summary)), ("type", .text("object")), ("properties", .object(properties))]
                + needed + [("additionalProperties", .boolean(false))])
    }
}
