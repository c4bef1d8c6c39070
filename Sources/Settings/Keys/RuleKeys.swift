// The keys of a `[[rule]]`, and what must be true of a folder's rules together: names differ, and every rule can be
// reached.

internal import Documents

enum RuleKeys {
    static let name = Setting(
        "name", optional: .ruleName, note: "\"rule\" and its number",
        help: "Name of the rule in plans, logs and output names")
    static let match = Setting(
        MatchKeys.section.name, .table(MatchKeys.section.name, Match.read), default: .everything,
        note: "every document", help: "Which documents the rule takes")
    static let step = Setting(
        "step", optional: .steps,
        help: "What is done, in this order; an empty list passes the file through")
    static let output = Setting(
        "output", optional: .outputTemplate, note: "the source's name and subfolder",
        help: "Name of the result below the outbox, such as \"{date:yyyy-MM}/{stem}.pdf\"")
    static let ticket = Setting(
        "ticket", ValueForm<TicketPolicy>.choice, default: .options,
        help:
            "What a dropper's ticket may change: options of the rule's steps, or the steps themselves; needs tickets = "
            + "true in the folder")

    static let section = SettingsReference.Section(
        "rule", title: "[[rule]]", summary: "What happens to the documents that match; the first rule wins",
        keys: [name.reference, match.reference, step.reference, output.reference, ticket.reference])
}

/// A rule as written, with what is needed to judge it beside others.
struct WrittenRule: Sendable {
    let rule: Rule
    let position: Position
    let takesEverything: Bool

    /// Reads the rule; mistakes are noted and leave defaults in their place.
    init(_ table: TOMLTable, number: Int, _ log: MistakeLog) {
        var reader = SectionReader(table, as: RuleKeys.section, log)
        let name = reader.value(RuleKeys.name) ?? "rule \(number)"
        let match = reader.value(RuleKeys.match)
        let steps = reader.value(RuleKeys.step)
        if steps == nil, !reader.failed.contains(RuleKeys.step.name) {
            log.note(
                table.position, "the rule \"\(name)\" has no \"step\"; to pass files through, write step = []"
            )
        }
        rule = Rule(
            name: name, match: match, steps: steps ?? [], output: reader.value(RuleKeys.output),
            ticket: reader.value(RuleKeys.ticket))
        position = table.position(of: RuleKeys.name.name)
        takesEverything = match == .everything && !reader.failed.contains(RuleKeys.match.name)
    }

    /// Reads all rules of a folder and judges them together.
    static func readAll(_ value: TOMLValue, _ name: String, _ log: MistakeLog) -> [Rule]? {
        guard let elements = value.array else {
            log.note(value.position, "\(name): \(value.written) is not a list of rules; write [[rule]]")
            return nil
        }
        for element in elements where element.table == nil {
            log.note(element.position, "\(name): \(element.written) is not a table; write [[rule]]")
        }
        let rules = elements.compactMap(\.table).enumerated().map { WrittenRule($1, number: $0 + 1, log) }
        checkNames(rules, log)
        checkReach(rules, log)
        return rules.map(\.rule)
    }

    private static func checkNames(_ rules: [WrittenRule], _ log: MistakeLog) {
        for (index, rule) in rules.enumerated() {
            guard let first = rules[..<index].first(where: { $0.rule.name == rule.rule.name }) else {
                continue
            }
            log.note(
                rule.position, "the rule name \"\(rule.rule.name)\" is taken in line \(first.position.line)")
        }
    }

    private static func checkReach(_ rules: [WrittenRule], _ log: MistakeLog) {
        guard let last = rules.firstIndex(where: \.takesEverything) else { return }
        for rule in rules[(last + 1)...] {
            log.note(
                rule.position,
                "the rule \"\(rule.rule.name)\" is never reached: \"\(rules[last].rule.name)\" before it has no match "
                    + "and takes everything")
        }
    }
}

extension ValueForm where Value == String {
    fileprivate static var ruleName: ValueForm {
        let expectation = "a name of 1 to 200 bytes without control characters"
        return .scalar(.text(pattern: "^.+$"), expectation) { value in
            guard let text = value.text, (1...200).contains(text.utf8.count) else { return nil }
            return text.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? nil : text
        }
    }

    fileprivate static var outputTemplate: ValueForm {
        .scalar(.text(pattern: "^[^/].*$"), "a name such as \"{stem}.pdf\"") { value throws(OptionMistake) in
            guard let text = value.text else { return nil }
            _ = try OutputTemplate(text)
            return text
        }
    }
}
