// The key tables as data, for the JSON schema, the manual page and the console. They are made from the settings that
// decode, so they cannot tell anything else.

internal import Documents

package enum SettingsReference {
    /// One key of a section.
    package struct Key: Sendable, Hashable {
        package let name: String
        package let shape: ValueShape
        /// What is allowed, such as "a duration from 0s to 1h, …".
        package let expectation: String
        /// The default as TOML, where it does not depend on anything.
        package let defaultValue: String?
        /// The default in words, where it depends on other settings.
        package let defaultNote: String?
        /// One line, without a full stop.
        package let help: String

        /// Whether this version takes the key.
        package var isAvailable: Bool { shape != .unavailable }
    }

    /// One table.
    package struct Section: Sendable, Hashable {
        /// The name that shapes and the schema refer to.
        package let name: String
        /// The table as people write it, such as `[service]`.
        package let title: String
        package let summary: String
        package let keys: [Key]

        init(_ name: String, title: String, summary: String, keys: [Key]) {
            self.name = name
            self.title = title
            self.summary = summary
            self.keys = keys
        }
    }

    /// The two kinds of file.
    package static let files = [ServiceFileKeys.section, FolderFileKeys.section]

    /// The tables in them, in the order of the manual.
    package static let sections = [
        ServiceKeys.section, NotifyKeys.section, MailKeys.section, FolderKeys.section, LimitKeys.section,
        RuleKeys.section, MatchKeys.section,
    ]
}
