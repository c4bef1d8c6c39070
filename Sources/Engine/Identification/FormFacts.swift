// The interactive form of a document: its fields, its signatures, and whether it is XFA that only Adobe software can
// show. The field tree is walked with bounds, since hostile trees loop.

/// What a document's AcroForm says.
struct FormFacts {
    private static let mostFields = 50_000
    private static let deepestField = 64
    private static let mostTemplateBytes = 8 << 20

    private(set) var fieldNames: [String] = []
    private(set) var signatureCount = 0
    private var hasFillableField = false
    private let hasXFA: Bool
    private let needsRendering: Bool
    private let demandsDynamicRendering: Bool

    init(_ file: PDFFile) {
        let form = file.root["AcroForm"]
        let template = form["XFA"]
        hasXFA = !template.isNull
        needsRendering = file.root["NeedsRendering"].boolean
        demandsDynamicRendering = Self.demandsDynamicRendering(template)
        walk(form["Fields"])
    }

    /// Fields to fill in, or a form of the XFA kind.
    var hasForm: Bool { hasFillableField || hasXFA }

    /// Whether the pages in the file are only a placeholder for those that Adobe software makes.
    func isDynamic(pageCount: Int) -> Bool {
        needsRendering
            || (hasXFA && (demandsDynamicRendering || (pageCount == 1 && fieldNames.isEmpty)))
    }

    private mutating func walk(_ roots: PDFObject) {
        var pending = roots.items.reversed().map { (object: $0, name: "", type: String?.none, depth: 0) }
        var seen: Set<Int> = []
        while let field = pending.popLast(), seen.count < Self.mostFields {
            let number = field.object.objectNumber
            if number > 0, !seen.insert(number).inserted { continue }
            let type = field.object["FT"].name ?? field.type
            let part = field.object["T"].text
            let name = [field.name, part ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
            let kids = field.object["Kids"].items.filter { !$0["T"].isNull }
            guard kids.isEmpty else {
                if field.depth < Self.deepestField {
                    pending += kids.reversed().map { ($0, name, type, field.depth + 1) }
                }
                continue
            }
            add(field.object, name: name, type: type)
        }
    }

    private mutating func add(_ field: PDFObject, name: String, type: String?) {
        if type == "Sig" {
            if !field["V"].isNull { signatureCount += 1 }
        } else if type != nil {
            hasFillableField = true
        }
        if !name.isEmpty { fieldNames.append(name) }
    }

    /// Looks for `<dynamicRender>required` in the form's configuration.
    private static func demandsDynamicRendering(_ template: PDFObject) -> Bool {
        let streams = template.isStream ? [template] : template.items.filter(\.isStream)
        return streams.prefix(32).contains { stream in
            guard let bytes = stream.data(limit: mostTemplateBytes) else { return false }
            return String(decoding: bytes, as: UTF8.self).split(separator: "<dynamicRender>").dropFirst()
                .contains {
                    $0.hasPrefix("required")
                }
        }
    }
}
