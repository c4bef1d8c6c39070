// The manual: which pages there are, and what they have in common. Commands, options, settings, steps and reasons come
// from their declarations; only the prose around them is written here and in the file of each page.

import Documents
import Glibc
import Platform

enum Manual {
    /// Names and sections, which every page shows of the others.
    static let names = [("papertray", 1), ("papertrayd", 8), ("papertray-worker", 8), ("papertray.toml", 5)]

    /// The page of that name as roff.
    static func roff(of name: String) -> String? {
        [papertray, papertrayd, worker, configuration].first { $0.name == name }?.roff(date: date)
    }

    /// The day of the page: `$SOURCE_DATE_EPOCH` where it is set, so that packages can be built twice alike.
    private static var date: String {
        let epoch = getenv("SOURCE_DATE_EPOCH").flatMap { Int64(String(cString: $0)) }
        return String(Moment.rfc3339(epoch.map { $0 * 1000 } ?? Moment.now()).prefix(10))
    }

    // MARK: What several pages say

    /// The statuses a program can end with.
    static func exitStatus(_ codes: [ExitCode]) -> [ManualBlock] {
        [.section("EXIT STATUS")] + codes.map { .item(String($0.rawValue), $0.meaning + ".") }
    }

    static func seeAlso(_ name: String) -> [ManualBlock] {
        let others = names.filter { $0.0 != name }
        return [
            .section("SEE ALSO"), .paragraph(others.map { "`\($0.0)`(\($0.1))" }.joined(separator: ", ")),
        ]
    }

    static let configurationVariable = ManualBlock.item(
        "PAPERTRAY_CONFIG", "The configuration directory, where `--config` does not say it.")
    static let tessdataVariable = ManualBlock.item(
        "TESSDATA_PREFIX", "The directory with OCR data, where it is not the system's own.")
}

extension ExitCode {
    fileprivate var meaning: String {
        switch self {
        case .ok: "All is well"
        case .failure: "The answer is no: `audit` or `doctor` found something"
        case .usage: "The command line is wrong"
        case .inputRefused: "The document is refused: damaged, encrypted, of no known type"
        case .noInput: "A file cannot be read"
        case .unavailable: "The service does not answer"
        case .bug: "Something went wrong inside, or a step ran out of its time or memory"
        case .cannotCreate: "The result cannot be made, or a file of its name is there already"
        case .inputOutput: "The disk is full or cannot be read or written"
        case .tryAgain: "Not now; the same may succeed later"
        case .permission: "Permission is missing"
        case .configuration: "The configuration has mistakes"
        }
    }
}

extension CommandDeclaration {
    /// The command with its own options; those of every command have a section to themselves.
    var manualItem: ManualBlock {
        let line = [name, options.isEmpty ? "" : "[options]", operands].filter { !$0.isEmpty }
        return .item(
            line.joined(separator: " "), summary.sentence, inner: options.map(\.manualItem))
    }
}

extension OptionDeclaration {
    /// The option as a flag.
    var manualItem: ManualBlock {
        let short = CommonOption.short.first { $0.value == flag }.map { ", -\($0.key)" } ?? ""
        let tag = synopsis.split(separator: " ", maxSplits: 1).map(String.init)
        return .item(
            tag[0] + short + (tag.count > 1 ? " " + tag[1] : ""),
            [help.sentence, allowed, defaultSentence].filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// What is allowed, where the placeholder does not say it.
    private var allowed: String {
        switch kind {
        case .boolean, .text, .choice: ""
        case .list(let element, _): if case .choice = element { "" } else { kind.expectation.sentence }
        case .integer, .number, .length, .pages: kind.expectation.sentence
        }
    }

    private var defaultSentence: String {
        guard let defaultValue, defaultValue != .boolean(false) else { return "" }
        return "Default: `\(defaultValue.written)`."
    }
}

extension String {
    /// With a capital letter at its start and a full stop at its end.
    var sentence: String {
        isEmpty ? self : prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
    }
}
