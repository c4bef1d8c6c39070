// The keys of `[folder]`.

internal import Documents
internal import Platform

enum FolderKeys {
    static let name = Setting(
        "name", optional: .folderName, note: "the name of the file without \".toml\"",
        help: "Name of the folder in commands, logs and output names")
    static let root = Setting(
        "root", optional: .path, note: "the folder's name",
        help: "Where the folder lies; relative to the service's root")
    static let inbox = Setting(
        "inbox", .path, default: "inbox", help: "Where people drop files; below the folder's root")
    static let outbox = Setting("outbox", .path, default: "outbox", help: "Where results appear")
    static let quarantine = Setting(
        "quarantine", .path, default: "quarantine",
        help: "Where files lie that could not be finished, with the reason")
    static let archive = Setting(
        "archive", .path, default: "archive", help: "Where originals of finished files go")
    static let settle = Setting(
        "settle", .duration(.zero ... .seconds(3600)), default: .seconds(2),
        help: "Quiet time before a file counts as complete")
    static let watch = Setting(
        "watch", .watch, default: .auto,
        help:
            "How the inbox is watched; \"auto\" polls where the file system gives no events (NFS, SMB, FUSE)")
    static let doneFile = Setting(
        "done_file", optional: .doneFile, note: "none",
        help:
            "A file that must be there before its document is taken, such as \"{name}.done\"; for a batch of a folder "
            + "a fixed name in that folder, such as \"READY\"")
    static let batch = Setting(
        "batch", .batch, default: .file,
        help: "What makes one job: each file, each folder in the inbox, or files whose names share a stem")
    static let duplicates = Setting(
        "duplicates", ValueForm<Duplicates>.choice, default: .process,
        help:
            "What to do with content that the folder has taken before; \"skip\" archives the original and publishes "
            + "nothing")
    static let priority = Setting(
        "priority", ValueForm<Priority>.choice, default: .normal,
        help: "Whose work goes first; \"low\" is done when nothing else waits")
    static let hours = Setting(
        "hours", optional: .hours, note: "always",
        help: "When documents are taken, in local time; what is under way then is finished")
    static let recursive = Setting(
        "recursive", .boolean, default: true,
        help: "Whether subfolders are watched too, and mirrored to the outbox")
    static let originals = Setting(
        "originals", ValueForm<Originals>.choice, default: .archive,
        help: "What becomes of an original when its result is there; \"keep\" puts it beside the result")
    static let signed = Setting(
        "signed", ValueForm<SignedPolicy>.choice, default: .quarantine,
        help: "What to do with a digitally signed document where a step would change it")
    static let tickets = Setting(
        "tickets", .boolean, default: false, help: "Whether a dropper's ticket may change step options")
    static let onConflict = Setting(
        "on_conflict", ValueForm<ConflictPolicy>.choice, default: .number,
        help: "What to do where the outbox holds another file of that name; nothing is ever overwritten")
    static let limits = Setting(
        LimitKeys.section.name, .table(LimitKeys.section.name) { Limits(reading: $0, $1) }, default: Limits(),
        help: "What one document may cost")
    static let language = Setting(
        "language", optional: ValueForm<Language>.choice, note: "the service's language",
        help: "Language of this folder's reasons")

    static let paths = [root.name, inbox.name, outbox.name, quarantine.name, archive.name]

    static let section = SettingsReference.Section(
        "folder", title: "[folder]", summary: "One hot folder",
        keys: [
            name.reference, root.reference, inbox.reference, outbox.reference, quarantine.reference,
            archive.reference, settle.reference, doneFile.reference, watch.reference, batch.reference,
            recursive.reference, duplicates.reference, priority.reference, hours.reference,
            originals.reference, signed.reference, tickets.reference, onConflict.reference, limits.reference,
            language.reference,
        ])
}

extension ValueForm where Value == String {
    fileprivate static var folderName: ValueForm {
        let expectation = "a name of 1 to 100 bytes without \"/\", control characters or a dot at its start"
        return .scalar(.text(pattern: "^[^./][^/]*$"), expectation) { value in
            guard let text = value.text, (1...100).contains(text.utf8.count), !text.hasPrefix(".") else {
                return nil
            }
            return text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") } ? nil : text
        }
    }
}

extension ValueForm where Value == Batch {
    fileprivate static var batch: ValueForm {
        let shape = ValueShape.either([
            .choice(["file", "directory"]), .text(pattern: "^group:.*\\{stem\\}.*$"),
        ])
        let expectation = "\"file\", \"directory\" or \"group:\" with a pattern, such as \"group:{stem}-*\""
        return .scalar(shape, expectation, write: { $0 == .file ? "\"file\"" : nil }) {
            value throws(OptionMistake) in
            switch value.text {
            case "file": return .file
            case "directory": return .directory
            case let text? where text.hasPrefix("group:"):
                return .group(try GroupPattern(String(text.dropFirst(6).filter { $0 != "\"" })))
            default: return nil
            }
        }
    }
}

extension ValueForm where Value == DoneFile {
    fileprivate static var doneFile: ValueForm {
        .scalar(.text(pattern: "^[^./][^/]*$"), "a name such as \"{name}.done\"") {
            value throws(OptionMistake) in
            guard let text = value.text else { return nil }
            return try DoneFile(text)
        }
    }
}

extension ValueForm where Value == OpeningHours {
    fileprivate static var hours: ValueForm {
        let window = "[0-9]{2}:[0-9]{2} *- *[0-9]{2}:[0-9]{2}"
        let expectation =
            "one or more windows of a day, such as \"18:00-06:00\" or \"06:00-08:00, 18:00-22:00\""
        return .scalar(.text(pattern: "^ *\(window)( *, *\(window))* *$"), expectation) { value in
            value.text.flatMap(OpeningHours.init)
        }
    }
}

extension ValueForm where Value == Watch {
    fileprivate static var watch: ValueForm {
        let shape = ValueShape.either([
            .choice(["auto", "events"]), .text(pattern: "^poll:[0-9]+(\\.[0-9]+)? *(ms|s|m|h)$"),
        ])
        let expectation =
            "\"auto\", \"events\" or \"poll:\" with a duration from 100ms to 24h, such as \"poll:30s\""
        return .scalar(shape, expectation, write: written) { value in
            switch value.text {
            case "auto": return .auto
            case "events": return .events
            case let text? where text.hasPrefix("poll:"):
                guard let interval = WrittenDuration.parse(String(text.dropFirst(5))),
                    (.milliseconds(100) ... .seconds(86_400)).contains(interval)
                else { return nil }
                return .poll(interval)
            default: return nil
            }
        }
    }

    private static func written(_ watch: Watch) -> String {
        switch watch {
        case .auto: "\"auto\""
        case .events: "\"events\""
        case .poll(let interval): "\"poll:\(WrittenDuration.write(interval))\""
        }
    }
}
