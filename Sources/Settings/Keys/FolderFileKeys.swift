// A file of `folders.d` as a whole: one `[folder]` and its `[[rule]]`s.

internal import Documents
internal import Platform

enum FolderFileKeys {
    static let folder = Setting(
        FolderKeys.section.name,
        optional: .table(FolderKeys.section.name) { table, _ in table },
        help: "Settings of the folder")
    static let rule = Setting(
        RuleKeys.section.name,
        ValueForm<[Rule]>(
            .list(of: .section(RuleKeys.section.name), minimumCount: 0), "a list of rules",
            read: WrittenRule.readAll),
        default: [], help: "The folder's rules, the first that matches wins")

    static let section = SettingsReference.Section(
        "folders.d", title: "a folder's file", summary: "Settings of one folder, one file each in folders.d",
        keys: [folder.reference, rule.reference])
}

/// A folder as written: paths still relative.
struct WrittenFolder: Sendable {
    var settings: FolderSettings
    let table: TOMLTable
    /// Whether all paths could be read, so that the arrangement can be judged.
    let pathsAreKnown: Bool

    /// Reads the document of one file; `nil` where it has no folder.
    init?(_ document: TOMLTable, fallbackName: String, _ log: MistakeLog) {
        var reader = SectionReader(document, as: FolderFileKeys.section, log)
        let rules = reader.value(FolderFileKeys.rule)
        guard let table = reader.value(FolderFileKeys.folder) else {
            if !reader.failed.contains(FolderFileKeys.folder.name) { log.note(.start, "[folder] is missing") }
            return nil
        }
        self.init(folder: table, fallbackName: fallbackName, log)
        settings.rules = rules
    }

    private init(folder table: TOMLTable, fallbackName: String, _ log: MistakeLog) {
        var reader = SectionReader(table, as: FolderKeys.section, log)
        let name = reader.value(FolderKeys.name) ?? fallbackName
        settings = FolderSettings(name: name, root: reader.value(FolderKeys.root) ?? Path(name))
        settings.inbox = reader.value(FolderKeys.inbox)
        settings.outbox = reader.value(FolderKeys.outbox)
        settings.quarantine = reader.value(FolderKeys.quarantine)
        settings.archive = reader.value(FolderKeys.archive)
        settings.settle = reader.value(FolderKeys.settle)
        settings.watch = reader.value(FolderKeys.watch)
        settings.doneFile = reader.value(FolderKeys.doneFile)
        settings.batch = reader.value(FolderKeys.batch)
        settings.tickets = reader.value(FolderKeys.tickets)
        settings.duplicates = reader.value(FolderKeys.duplicates)
        settings.priority = reader.value(FolderKeys.priority)
        settings.hours = reader.value(FolderKeys.hours)
        settings.recursive = reader.value(FolderKeys.recursive)
        settings.originals = reader.value(FolderKeys.originals)
        settings.signed = reader.value(FolderKeys.signed)
        settings.onConflict = reader.value(FolderKeys.onConflict)
        settings.limits = reader.value(FolderKeys.limits)
        settings.language = reader.value(FolderKeys.language)
        self.table = table
        pathsAreKnown = reader.failed.isDisjoint(with: FolderKeys.paths + [FolderKeys.name.name])
        checkBatch(log, table)
    }

    /// Settings that make sense only together.
    private func checkBatch(_ log: MistakeLog, _ table: TOMLTable) {
        if settings.batch == .directory, !settings.recursive {
            log.note(
                table.position(of: FolderKeys.batch.name),
                "batch: \"directory\" needs recursive = true, since its batches are folders")
        }
        if let doneFile = settings.doneFile, doneFile.isFixed, settings.batch != .directory {
            log.note(
                table.position(of: FolderKeys.doneFile.name),
                "done_file: \"\(doneFile)\" says nothing of a document; put {name} or {stem} in it, or set batch = "
                    + "\"directory\"")
        }
    }

    /// Makes every path absolute: the root below the service's, the other places below the root.
    mutating func resolve(below serviceRoot: Path) {
        settings.root = (serviceRoot / settings.root).normalized
        settings.inbox = (settings.root / settings.inbox).normalized
        settings.outbox = (settings.root / settings.outbox).normalized
        settings.quarantine = (settings.root / settings.quarantine).normalized
        settings.archive = (settings.root / settings.archive).normalized
    }
}
