// How a condition judges a candidate. The answer is not yes or no but the sentence that explains a no, for
// `papertray plan` and for people who wonder why a file was not taken.

internal import Documents

extension Match {
    /// Why the condition does not hold, without a full stop; `nil` where it holds.
    func refusal(of candidate: Candidate) -> String? {
        let facts = candidate.facts
        switch self {
        case .type(let types):
            return types.contains(facts.type)
                ? nil : "type: \(facts.type.rawValue) is not \(Self.written(types))"
        case .name(let pattern): return nameRefusal(of: candidate.name.last, pattern)
        case .path(let pattern): return pathRefusal(of: candidate.name.parent, pattern)
        case .bytes(let range): return rangeRefusal("bytes", facts.bytes, range)
        case .pages(let range):
            guard let count = facts.pageCount else { return "pages: their number is not known" }
            return rangeRefusal("pages", count, range)
        case .isEncrypted(let wanted): return flagRefusal("encrypted", facts.isEncrypted, wanted)
        case .isSigned(let wanted): return flagRefusal("signed", facts.isSigned, wanted)
        case .hasForm(let wanted): return flagRefusal("has_form", facts.hasForm, wanted)
        case .hasText(let wanted):
            guard let hasText = facts.hasText else { return "has_text: it is not known" }
            return flagRefusal("has_text", hasText, wanted)
        case .all(let parts): return parts.lazy.compactMap { $0.refusal(of: candidate) }.first
        case .any(let parts): return anyRefusal(of: candidate, parts)
        case .not(let part):
            return part.refusal(of: candidate) == nil ? "not: it is so that \(part.written)" : nil
        }
    }

    private func nameRefusal(of name: RawName, _ pattern: String) -> String? {
        let shown = name.display
        return Glob(pattern).matches(name: shown) ? nil : "name: \"\(shown)\" does not match \"\(pattern)\""
    }

    private func pathRefusal(of folder: RawName, _ pattern: String) -> String? {
        let shown = folder.display
        if Glob(pattern).matches(path: shown) { return nil }
        let place = shown.isEmpty ? "the inbox itself" : "\"\(shown)\""
        return "path: \(place) does not match \"\(pattern)\""
    }

    private func rangeRefusal(_ key: String, _ number: Int, _ range: ClosedRange<Int>) -> String? {
        range.contains(number) ? nil : "\(key): \(number) is not in \(Self.written(range))"
    }

    private func flagRefusal(_ key: String, _ value: Bool, _ wanted: Bool) -> String? {
        value == wanted ? nil : "\(key): it is \(value) and not \(wanted)"
    }

    private func anyRefusal(of candidate: Candidate, _ parts: [Match]) -> String? {
        var reasons: [String] = []
        for part in parts {
            guard let reason = part.refusal(of: candidate) else { return nil }
            reasons.append(reason)
        }
        return "any: none of them holds (\(reasons.joined(separator: "; ")))"
    }
}

extension Match {
    /// The condition in the words of the configuration, to follow "it is so that".
    var written: String {
        switch self {
        case .type(let types): "type is \(Self.written(types))"
        case .name(let pattern): "name matches \"\(pattern)\""
        case .path(let pattern): "path matches \"\(pattern)\""
        case .bytes(let range): "bytes are in \(Self.written(range))"
        case .pages(let range): "pages are in \(Self.written(range))"
        case .isEncrypted(let wanted): "encrypted is \(wanted)"
        case .isSigned(let wanted): "signed is \(wanted)"
        case .hasText(let wanted): "has_text is \(wanted)"
        case .hasForm(let wanted): "has_form is \(wanted)"
        case .all(let parts): parts.map(\.written).joined(separator: " and ")
        case .any(let parts): parts.map(\.written).joined(separator: " or ")
        case .not(let part): "not (\(part.written))"
        }
    }

    /// Types in the order of the manual.
    private static func written(_ types: Set<FileType>) -> String {
        let names = FileType.documents.filter(types.contains).map(\.rawValue)
        guard let last = names.last, names.count > 1 else { return names.first ?? "anything" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A range as the configuration writes it: `1..50`, `10..`, `..5`, `7`.
    private static func written(_ range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return String(range.lowerBound) }
        let lower = range.lowerBound <= 0 ? "" : String(range.lowerBound)
        return lower + ".." + (range.upperBound == .max ? "" : String(range.upperBound))
    }
}
