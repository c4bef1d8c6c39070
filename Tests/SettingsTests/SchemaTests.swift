// The schema and the reference tell the same as the decoder, since both come from the same tables.

internal import Documents
@testable internal import Settings
internal import Testing

@Suite struct SchemaTests {
    private var keys: [SettingsReference.Key] { SettingsReference.sections.flatMap(\.keys) }

    @Test func namesEveryAvailableKey() {
        let text = schema()
        for key in keys where key.isAvailable { #expect(text.contains("\"\(key.name)\": {"), "\(key.name)") }
        for step in StepCatalogue.all {
            #expect(text.contains("\"#/$defs/step-\(step.name)\""))
            for option in step.options { #expect(text.contains("\"\(option.name)\": {"), "\(option.name)") }
        }
    }

    @Test func leavesOutWhatIsNotAvailable() {
        #expect(keys.filter { !$0.isAvailable }.map(\.name) == ["text"])
    }

    @Test func everyKeySaysWhatItIsFor() {
        for key in keys {
            #expect(!key.help.isEmpty && !key.help.hasSuffix("."), "\(key.name)")
            #expect(!key.expectation.isEmpty, "\(key.name)")
        }
    }

    /// A default that the decoder does not take would be a lie of the manual.
    @Test func everyDefaultIsTaken() throws {
        for section in [ServiceKeys.section, FolderKeys.section, LimitKeys.section] {
            let lines = section.keys.compactMap { key in key.defaultValue.map { "\(key.name) = \($0)" } }
            #expect(!lines.isEmpty)
            let table = try TOMLTable.parse(Array(lines.joined(separator: "\n").utf8))
            let log = MistakeLog(file: "")
            switch section.name {
            case "service": _ = WrittenService(table, log)
            case "limits": #expect(Limits(reading: table, log) == Limits())
            default: #expect(try keyMistakes(lines.joined(separator: "\n")) == [])
            }
            #expect(log.mistakes.isEmpty, "\(log.mistakes)")
        }
    }

    @Test func quotesText() {
        #expect(JSONText.text("a\"\\\n\u{1}中").written() == "\"a\\\"\\\\\\n\\u0001中\"")
        #expect(JSONText.array([]).written() == "[]")
        #expect(JSONText.number(0.5).written() == "0.5" && JSONText.number(2).written() == "2")
    }
}
