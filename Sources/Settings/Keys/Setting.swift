// One setting: its name, form, default and help line, declared once. A section lists its settings; reading a table
// against its section finds unknown keys, wrong values and defaults, and the schema and manual are made from the
// same list.

internal import Documents

/// A setting whose value has a type.
struct Setting<Value: Sendable>: Sendable {
    let name: String
    let form: ValueForm<Value>
    let defaultValue: Value
    /// The default in words where it depends on other settings.
    let defaultNote: String?
    let help: String

    init(_ name: String, _ form: ValueForm<Value>, default value: Value, note: String? = nil, help: String) {
        self.name = name
        self.form = form
        self.defaultValue = value
        self.defaultNote = note
        self.help = help
    }

    /// A setting that may be left out.
    init<Wrapped>(_ name: String, optional form: ValueForm<Wrapped>, note: String? = nil, help: String)
    where Value == Wrapped? {
        self.init(name, form.optional, default: nil, note: note, help: help)
    }

    var reference: SettingsReference.Key {
        SettingsReference.Key(
            name: name, shape: form.shape, expectation: form.expectation,
            defaultValue: form.write(defaultValue),
            defaultNote: defaultNote, help: help)
    }
}

/// Reads one table against the keys of its section.
struct SectionReader {
    let table: TOMLTable
    let log: MistakeLog
    /// The settings that were given and could not be read.
    private(set) var failed: Set<String> = []

    init(_ table: TOMLTable, as section: SettingsReference.Section, _ log: MistakeLog) {
        self.table = table
        self.log = log
        let names = section.keys.map(\.name)
        for entry in table.entries where !names.contains(entry.key) {
            log.note(entry.keyPosition, Self.unknown(entry.key, among: names, in: section.title))
        }
    }

    /// The value given, else the default.
    mutating func value<Value>(_ setting: Setting<Value>) -> Value {
        given(setting) ?? setting.defaultValue
    }

    /// The value given, or `nil` where there is none or it is wrong.
    mutating func given<Value>(_ setting: Setting<Value>) -> Value? {
        guard let written = table[setting.name] else { return nil }
        guard let value = setting.form.read(written, setting.name, log) else {
            failed.insert(setting.name)
            return nil
        }
        return value
    }

    static func unknown(_ key: String, among names: [String], in title: String) -> String {
        let hint = nearest(to: key, among: names).map { "did you mean \"\($0)\"?" }
        return
            "\"\(key)\" is not a key of \(title); \(hint ?? "the keys are \(names.joined(separator: ", "))")"
    }
}
