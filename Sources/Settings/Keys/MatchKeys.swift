// The keys of a rule's `match`. A table holds where all its keys hold; `any`, `all` and `not` nest tables.

internal import Documents

enum MatchKeys {
    static let all: [Setting<Match?>] = [
        key(
            "type", ValueForm.types.map { .type($0) },
            "What the content is; \"image\" stands for every picture"),
        key("name", globs(.nameGlob) { .name($0) }, "Pattern for the file's name: *, ?, [abc]"),
        key(
            "path", globs(.pathGlob) { .path($0) }, "Pattern for the subfolder: *, ?, [abc], ** for any depth"
        ),
        key("bytes", ValueForm.sizes.map { .bytes($0) }, "Size of the file"),
        key("pages", ValueForm.counts.map { .pages($0) }, "Number of pages"),
        key("encrypted", ValueForm.boolean.map { .isEncrypted($0) }, "Whether the document is encrypted"),
        key("signed", ValueForm.boolean.map { .isSigned($0) }, "Whether the document is digitally signed"),
        key("has_text", ValueForm.boolean.map { .hasText($0) }, "Whether any page has text"),
        key("has_form", ValueForm.boolean.map { .hasForm($0) }, "Whether the document is a form"),
        key("text", .unavailable("conditions on the text"), "Pattern for the text"),
        key("any", ValueForm.list(of: .match).map { .any($0) }, "At least one of these conditions holds"),
        key("all", ValueForm.list(of: .match).map { .all($0) }, "All of these conditions hold"),
        key("not", ValueForm.match.map { .not($0) }, "This condition does not hold"),
    ]

    static let section = SettingsReference.Section(
        "match", title: "match", summary: "Which documents a rule takes; all keys must hold",
        keys: all.map(\.reference))

    private static func key(_ name: String, _ form: ValueForm<Match>, _ help: String) -> Setting<Match?> {
        Setting(name, optional: form, help: help)
    }

    private static func globs(
        _ form: ValueForm<String>, _ make: @escaping @Sendable (String) -> Match
    ) -> ValueForm<Match> {
        ValueForm<[String]>.oneOrMore(form).map { patterns in
            patterns.count == 1 ? make(patterns[0]) : .any(patterns.map(make))
        }
    }
}

extension Match {
    /// Reads a table; `nil` where anything in it is wrong.
    static func read(_ table: TOMLTable, _ log: MistakeLog) -> Match? {
        let mistakesBefore = log.mistakes.count
        var reader = SectionReader(table, as: MatchKeys.section, log)
        let parts = MatchKeys.all.compactMap { reader.value($0) }
        guard log.mistakes.count == mistakesBefore else { return nil }
        return parts.count == 1 ? parts[0] : .all(parts)
    }
}

extension ValueForm where Value == Match {
    /// A table with at least one condition, as `any`, `all` and `not` need it.
    fileprivate static var match: ValueForm {
        .table("match") { table, log in
            guard table.entries.isEmpty else { return Match.read(table, log) }
            log.note(table.position, "a condition needs at least one key")
            return nil
        }
    }

    /// A key whose place is known and whose work is not done yet.
    static func unavailable(_ subject: String) -> ValueForm {
        ValueForm(.unavailable, "available in this version") { value, name, log in
            log.note(value.position, "\(name): \(subject) are not available in this version")
            return nil
        }
    }
}

extension ValueForm where Value == Set<FileType> {
    fileprivate static var types: ValueForm {
        ValueForm<[Set<FileType>]>.oneOrMore(.type).map { $0.reduce([]) { $0.union($1) } }
    }

    private static var type: ValueForm {
        let kind = OptionKind.choice(FileType.documents.map(\.rawValue) + ["image"])
        return .scalar(kind.shape, kind.expectation) { value throws(OptionMistake) in
            guard let text = value.text else { return nil }
            _ = try kind.check(.text(text))
            return FileType(rawValue: text).map { [$0] } ?? Set(FileType.documents.filter(\.isImage))
        }
    }
}

extension ValueForm where Value == String {
    fileprivate static var nameGlob: ValueForm {
        .scalar(.text(pattern: "^[^/]+$"), "a pattern such as \"*invoice*\"") { value throws(OptionMistake) in
            guard let text = value.text, !text.isEmpty else { return nil }
            if text.contains("/") {
                throw OptionMistake("\"\(text)\" never fits a name; folders are matched by path")
            }
            return text
        }
    }

    fileprivate static var pathGlob: ValueForm {
        .scalar(.text(pattern: nil), "a pattern such as \"invoices/**\"") { $0.text }
    }
}
