// The configuration for a bug report: choices, numbers and which keys are used. Paths, patterns, templates, addresses,
// secrets and every other free text are left out.

import Documents
import Platform
import Settings

struct ConfigurationDigest: Encodable {
    struct Step: Encodable {
        let name: String
        let options: [String: String]

        init(_ step: PlannedStep) {
            name = step.name
            let declaration = StepCatalogue.step(named: step.name)
            options = Dictionary(
                uniqueKeysWithValues: step.options.given.map { name, value in
                    let kind = declaration?.option(named: name)?.kind
                    return (name, kind?.isFreeOfText == true ? value.written : "(text)")
                })
        }
    }

    struct Rule: Encodable {
        let matches: String
        let steps: [Step]
        let names: Bool
    }

    struct Folder: Encodable {
        let name: String
        let settle, watch, originals, signed, onConflict, language: String
        let recursive: Bool
        let limits: Limits
        let rules: [Rule]
    }

    struct Notify: Encodable {
        let kind: String
        let on: [String]
        let folders: Int?
        let names, signed, allowsPrivate, logsIn: Bool
    }

    /// How many mistakes there are; their sentences repeat what is written and stay out.
    let mistakes: Int
    let workers: Int?
    let rescan, language, log: String?
    let metrics: Bool?
    let folders: [Folder]
    let notify: [Notify]

    init(_ arguments: ParsedArguments) {
        do {
            let configuration = try arguments.configuration()
            let service = configuration.service
            mistakes = 0
            workers = service.workers
            rescan = "\(service.rescan)"
            language = service.language.rawValue
            log = service.log.rawValue
            metrics = service.metrics != nil
            folders = configuration.folders.map { Folder($0) }
            notify = configuration.notify.map { Notify($0) }
        } catch {
            mistakes = error.all.count
            workers = nil
            (rescan, language, log, metrics) = (nil, nil, nil, nil)
            (folders, notify) = ([], [])
        }
    }
}

extension ConfigurationDigest.Folder {
    init(_ folder: FolderSettings) {
        name = folder.name
        settle = "\(folder.settle)"
        watch = "\(folder.watch)"
        originals = folder.originals.rawValue
        signed = folder.signed.rawValue
        onConflict = folder.onConflict.rawValue
        language = folder.language?.rawValue ?? "the service's"
        recursive = folder.recursive
        limits = folder.limits
        rules = folder.rules.map { rule in
            ConfigurationDigest.Rule(
                matches: rule.match.shape, steps: rule.steps.map { ConfigurationDigest.Step($0) },
                names: rule.output != nil)
        }
    }
}

extension ConfigurationDigest.Notify {
    init(_ notify: NotifySettings) {
        kind = notify.target.kind
        on = notify.events.map(\.rawValue).sorted()
        folders = notify.folders?.count
        names = notify.showsNames
        switch notify.target {
        case .webhook(let webhook):
            (signed, allowsPrivate, logsIn) = (webhook.secret != nil, webhook.allowsPrivate, false)
        case .mail(let mail): (signed, allowsPrivate, logsIn) = (false, false, mail.login != nil)
        case .command: (signed, allowsPrivate, logsIn) = (false, false, false)
        }
    }
}

extension OptionKind {
    /// Whether a value can hold nothing but what the declaration foresees.
    fileprivate var isFreeOfText: Bool {
        switch self {
        case .boolean, .integer, .number, .length, .pages, .choice: true
        case .list(let element, _): element.isFreeOfText
        case .text: false
        }
    }
}

extension Match {
    /// The keys that are used, without what they are compared with.
    fileprivate var shape: String {
        switch self {
        case .type: "type"
        case .name: "name"
        case .path: "path"
        case .bytes: "bytes"
        case .pages: "pages"
        case .isEncrypted: "encrypted"
        case .isSigned: "signed"
        case .hasText: "has_text"
        case .hasForm: "has_form"
        case .all(let parts):
            parts.isEmpty ? "everything" : "all(\(parts.map(\.shape).joined(separator: ", ")))"
        case .any(let parts): "any(\(parts.map(\.shape).joined(separator: ", ")))"
        case .not(let part): "not(\(part.shape))"
        }
    }
}
