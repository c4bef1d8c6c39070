// A file with one rule, for commands that run a rule without a service.

package import Documents
package import Platform

extension Rule {
    /// Reads a file that holds one `[[rule]]` and nothing else. The file may belong to anybody: who runs the command
    /// chose it.
    /// - Throws: all mistakes, in the order of the lines.
    package static func load(from file: Path) throws(ConfigurationMistakes) -> Rule {
        let log = MistakeLog(file: file.string)
        let rules = ConfigurationFile.document(file, serviceUser: nil, log).map { document in
            var reader = SectionReader(document, as: RuleFileKeys.section, log)
            return reader.value(FolderFileKeys.rule)
        }
        if log.mistakes.isEmpty, rules?.count != 1 { log.note(.start, "the file must hold one [[rule]]") }
        guard log.mistakes.isEmpty, let rule = rules?.first else {
            throw ConfigurationMistakes(log.inReadingOrder)
        }
        return rule
    }
}

private enum RuleFileKeys {
    static let section = SettingsReference.Section(
        "rule-file", title: "a rule's file", summary: "One rule", keys: [FolderFileKeys.rule.reference])
}
