// The name of a result. Without a template the result mirrors its source; with one, each variable is put in, made
// safe and cut. The suffix always tells the truth about the content. Names that are taken are numbered.

package import Documents

/// What the name of a result is made from.
package struct OutputName: Sendable, Hashable {
    /// The source's place below the inbox.
    package var source: RawName
    package var sourceType: FileType
    package var resultType: FileType
    package var folder: String
    package var rule: String
    /// Year, month, day, hour, minute and second in the machine's time zone, as `Moment.localFields` gives them.
    package var localTime: [Int]
    /// Pages of the result.
    package var pages: Int
    /// Hexadecimal SHA-256 of the source.
    package var sha256: String
    package var title: String?
    /// 1-based, where a step made several results.
    package var part: Int?
    /// 1-based; raised until the name is free.
    package var counter: Int

    package init(
        source: RawName, sourceType: FileType, resultType: FileType, folder: String, rule: String,
        localTime: [Int],
        pages: Int, sha256: String, title: String? = nil, part: Int? = nil, counter: Int = 1
    ) {
        self.source = source
        self.sourceType = sourceType
        self.resultType = resultType
        self.folder = folder
        self.rule = rule
        self.localTime = localTime
        self.pages = pages
        self.sha256 = sha256
        self.title = title
        self.part = part
        self.counter = counter
    }

    /// The path below the outbox. A template that is no template counts as none, since a result must get a name.
    package func expanded(_ template: String?) -> RawName {
        guard let template, let parsed = try? OutputTemplate(template) else { return mirrored }
        return expanded(parsed)
    }

    package func expanded(_ template: OutputTemplate) -> RawName {
        var path = RawName([])
        for component in template.components.dropLast() {
            path = path.appending(RawName(SafeName.joined(safe(component), suffix: [])))
        }
        var name = safe(template.components.last ?? [])
        if part != nil, !template.uses({ if case .part = $0 { true } else { false } }) {
            name = withPart(name)
        }
        return path.appending(fitted(RawName(name)))
    }

    /// The place of the source, with the suffix of the result.
    private var mirrored: RawName {
        let isSameType = sourceType == resultType
        guard part != nil || !isSameType || !hasTrueExtension(source) else { return source }
        return source.parent.appending(
            fitted(RawName(part == nil ? source.last.bytes : withPart(source.last.bytes))))
    }
}

extension OutputName {
    /// The suffix is kept where it is one of the result's type, replaced where it is another, else appended.
    private func fitted(_ name: RawName) -> RawName {
        let (stem, fileExtension) = name.stemAndExtension
        if hasTrueExtension(name) {
            return RawName(SafeName.joined(stem.bytes, suffix: [UInt8(ascii: ".")] + fileExtension.bytes))
        }
        let kept = looksLikeExtension(fileExtension.bytes) ? stem.bytes : name.last.bytes
        return RawName(SafeName.joined(kept, suffix: Array(".\(resultType.fileExtension)".utf8)))
    }

    private func hasTrueExtension(_ name: RawName) -> Bool {
        let text = String(decoding: name.stemAndExtension.fileExtension.bytes, as: UTF8.self)
        return resultType.knownExtensions.contains(text.lowercased())
    }

    /// Up to five letters and digits, a letter among them: `docx` is a suffix, the end of `scan.2024` is not.
    private func looksLikeExtension(_ bytes: [UInt8]) -> Bool {
        let characters = bytes.map { Character(Unicode.Scalar($0)) }
        return (1...5).contains(bytes.count)
            && characters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && characters.contains(where: \.isLetter)
    }

    private func withPart(_ name: [UInt8]) -> [UInt8] {
        let (stem, fileExtension) = RawName(name).stemAndExtension
        let marked = stem.bytes + Array("-\(part ?? 1)".utf8)
        return fileExtension.isEmpty ? marked : marked + [UInt8(ascii: ".")] + fileExtension.bytes
    }

    private func safe(_ component: [OutputTemplate.Piece]) -> [UInt8] {
        var bytes: [UInt8] = []
        for piece in component {
            switch piece {
            case .literal(let text): bytes += Array(text.utf8)
            case .variable(let variable): bytes += SafeName.sanitised(value(of: variable))
            }
        }
        return SafeName.trimmed(SafeName.sanitised(bytes))
    }

    private func value(of variable: OutputTemplate.Variable) -> [UInt8] {
        switch variable {
        case .stem: sourceStem
        case .ext: Array(resultType.fileExtension.utf8)
        case .date(let pieces): Array(pieces.map(written).joined().utf8)
        case .folder: Array(folder.utf8)
        case .rule: Array(rule.utf8)
        case .counter(let width): Array(padded(counter, width).utf8)
        case .part(let width): Array(padded(part ?? 1, width).utf8)
        case .pages(let width): Array(padded(pages, width).utf8)
        case .sha8: Array(sha256.utf8.prefix(8))
        case .title: titleOrStem
        }
    }

    private var sourceStem: [UInt8] {
        let (stem, fileExtension) = source.stemAndExtension
        return looksLikeExtension(fileExtension.bytes) ? stem.bytes : source.last.bytes
    }

    private var titleOrStem: [UInt8] {
        let words = (title ?? "").split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? sourceStem : Array(words.joined(separator: " ").utf8)
    }

    private func written(_ piece: OutputTemplate.DatePiece) -> String {
        switch piece {
        case .literal(let character): return String(character)
        case .field(let index, let digits):
            let text = padded(localTime.indices.contains(index) ? localTime[index] : 0, digits)
            return index == 0 ? String(text.suffix(digits)) : text
        }
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// The name with a number before its suffix, for where it is taken: "a.pdf" becomes "a (2).pdf", never over 255 bytes.
package func numbered(_ name: RawName, _ number: Int) -> RawName { marked(name, " (\(number))") }

/// The name with a mark before its suffix, never over 255 bytes.
package func marked(_ name: RawName, _ mark: String) -> RawName {
    let (stem, fileExtension) = name.stemAndExtension
    let dotted = fileExtension.isEmpty ? [] : [UInt8(ascii: ".")] + fileExtension.bytes
    let suffix = Array(mark.utf8) + dotted
    return name.parent.appending(RawName(SafeName.joined(stem.bytes, suffix: suffix)))
}

/// The names of the files that lie beside a result: its own with their suffixes, numbered where two have the same one.
package func namesOfSides(of types: [FileType], beside name: RawName) -> [RawName] {
    var taken: [FileType: Int] = [:]
    return types.map { type in
        taken[type, default: 0] += 1
        let mark = taken[type] == 1 ? "" : "-\(taken[type] ?? 1)"
        let stem = name.stemAndExtension.stem.bytes
        return name.parent.appending(
            RawName(SafeName.joined(stem, suffix: Array("\(mark).\(type.fileExtension)".utf8))))
    }
}
