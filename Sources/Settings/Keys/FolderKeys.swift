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
    static let batch = Setting("batch", .batch, default: "file", help: "What makes one job: each file")
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
        "tickets", .tickets, default: false, help: "Whether a dropper's ticket may change step options")
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
            archive.reference, settle.reference, watch.reference, batch.reference, recursive.reference,
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

    fileprivate static var batch: ValueForm {
        .scalar(.choice(["file"]), "\"file\"", write: { "\"\($0)\"" }) { value throws(OptionMistake) in
            guard let text = value.text else { return nil }
            if text == "directory" || text.hasPrefix("group:") {
                throw OptionMistake("\"\(text)\" is not available in this version; only \"file\" is")
            }
            return text == "file" ? text : nil
        }
    }
}

extension ValueForm where Value == Bool {
    fileprivate static var tickets: ValueForm {
        .scalar(.boolean(only: false), "true or false", write: { String($0) }) {
            value throws(OptionMistake) in
            guard case .boolean(let isWanted) = value.content else { return nil }
            if isWanted {
                throw OptionMistake("true is not available in this version; tickets are not read yet")
            }
            return isWanted
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
