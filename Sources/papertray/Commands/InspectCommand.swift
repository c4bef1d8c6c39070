// `papertray inspect FILE`: what a document is, found by a confined worker.

import Documents
import Platform
import Scheduling

struct InspectCommand: Command {
    static let declaration = CommandDeclaration(
        "inspect", "Show what a document is: type, pages, encryption, signatures, form, text, pictures",
        operands: "FILE", count: 1...1, options: [CommonOption.json])

    static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
        let file = Path(arguments.operands[0])
        let facts = try await Workbench.use { bench in
            try await bench.take(file, number: 0, wantsText: true, wantsDetails: true).facts
        }
        if arguments.isSet(CommonOption.json) {
            try printJSON(InspectReport(facts))
        } else {
            show(facts)
        }
        return .ok
    }

    private static func show(_ facts: Facts) {
        var lines = [("Type", facts.type.rawValue), ("Size", formatted(bytes: facts.bytes))]
        lines.append(("Pages", facts.pageCount.map(String.init) ?? "unknown, it is locked"))
        lines.append(
            (
                "Encrypted",
                facts.isEncrypted
                    ? (facts.isLocked ? "yes, a password is needed" : "yes, opens without a password") : "no"
            ))
        lines += [
            ("Signed", yesNo(facts.isSigned)),
            ("Form", facts.isDynamicForm ? "dynamic XFA" : yesNo(facts.hasForm)),
        ]
        if let hasText = facts.hasText { lines.append(("Text", yesNo(hasText))) }
        if let details = facts.details {
            if let version = details.version { lines.append(("PDF version", version)) }
            if let permissions = details.permissions {
                lines.append(("Allows", permissions.joined(separator: ", ")))
            }
            if details.signatureCount > 0 { lines.append(("Signatures", String(details.signatureCount))) }
            if !details.formFields.isEmpty {
                lines.append(("Fields", details.formFields.joined(separator: ", ")))
            }
            if details.annotationCount > 0 { lines.append(("Annotations", String(details.annotationCount))) }
            if !details.fonts.isEmpty { lines.append(("Fonts", details.fonts.joined(separator: ", "))) }
            lines += details.metadata.sorted { $0.key < $1.key }.map { ($0.key, RawName($0.value).display) }
        }
        print(columns(lines.map { (left: $0.0, right: $0.1) }))
        for page in facts.details?.pages ?? [] { print(line(for: page)) }
    }

    private static func line(for page: Facts.Page) -> String {
        let size = "\(Int(page.width.rounded())) x \(Int(page.height.rounded())) pt"
        let images = page.images.map {
            "\($0.width) x \($0.height) \($0.filter) \(Int($0.dpi.rounded())) dpi"
        }
        return "  page \(page.number)  \(size)  rotation \(page.rotation)  \(page.textCharacters) characters"
            + (images.isEmpty ? "" : "  " + images.joined(separator: ", "))
    }

    private static func yesNo(_ value: Bool) -> String { value ? "yes" : "no" }
}

/// The shape behind `inspect --json`; its keys are relied upon.
struct InspectReport: Encodable {
    private let facts: Facts

    init(_ facts: Facts) { self.facts = facts }

    private enum Key: String, CodingKey {
        case type, bytes, pages, encrypted, locked, signed, title, version, permissions, signatures, fields,
            annotations
        case fonts, metadata
        case pageCount = "page_count"
        case hasText = "has_text"
        case hasForm = "has_form"
        case dynamicForm = "dynamic_form"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(facts.type, forKey: .type)
        try container.encode(facts.bytes, forKey: .bytes)
        try container.encode(facts.pageCount, forKey: .pageCount)
        try container.encode(facts.isEncrypted, forKey: .encrypted)
        try container.encode(facts.isLocked, forKey: .locked)
        try container.encode(facts.isSigned, forKey: .signed)
        try container.encode(facts.hasText, forKey: .hasText)
        try container.encode(facts.hasForm, forKey: .hasForm)
        try container.encode(facts.isDynamicForm, forKey: .dynamicForm)
        try container.encode(facts.title, forKey: .title)
        let details = facts.details ?? Facts.Details()
        try container.encode(details.pages, forKey: .pages)
        try container.encode(details.version, forKey: .version)
        try container.encode(details.permissions, forKey: .permissions)
        try container.encode(details.signatureCount, forKey: .signatures)
        try container.encode(details.formFields, forKey: .fields)
        try container.encode(details.annotationCount, forKey: .annotations)
        try container.encode(details.fonts, forKey: .fonts)
        try container.encode(details.metadata, forKey: .metadata)
    }
}
