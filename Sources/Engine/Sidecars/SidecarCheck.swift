// A side file is not trusted either: it is read again from the disk, must be what its suffix promises, and must have the
// pages of its document.

internal import Documents
internal import FoundationEssentials

extension Engine {
    private static let mostSideBytes = 1 << 30

    /// - Throws: `validationFailed` with the reason.
    func verifySide(_ file: StepFile, _ task: Assignment) throws(Failure) {
        let bytes = try task.workspace.read(file.path, limit: Self.mostSideBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.validationFailed, task.name, "the text beside it is not UTF-8")
        }
        guard let count = Self.pageCount(in: text, file.type) else {
            throw Failure(.validationFailed, task.name, "the \(file.type.rawValue) beside it cannot be read")
        }
        guard count == file.pages else {
            throw Failure(
                .validationFailed, task.name,
                "the \(file.type.rawValue) beside it has \(count) pages and should have \(file.pages)")
        }
    }

    /// The pages of a side file; `nil` where it is not what its type says.
    static func pageCount(in text: String, _ type: FileType) -> Int? {
        switch type {
        case .text: text.unicodeScalars.count { $0 == "\u{0C}" } + 1
        case .markdown:
            text.split(separator: "\n").count { $0.hasPrefix(MarkdownWriter.pageMark) && $0.hasSuffix("-->") }
        case .hocr: XMLCheck(text)?.pages
        case .json: jsonPageCount(text)
        default: nil
        }
    }

    private static func jsonPageCount(_ text: String) -> Int? {
        do {
            let document = try JSONDecoder().decode(TextDocument.self, from: Data(text.utf8))
            let isOrdered = document.pages.enumerated().allSatisfy { $1.number == $0 + 1 }
            return document.schema == TextDocument.schemaName && isOrdered ? document.pages.count : nil
        } catch {
            return nil
        }
    }
}

/// Whether XML is well-formed (XML 1.0, without a DTD of its own), and how many hOCR pages it has.
struct XMLCheck {
    private(set) var pages = 0
    private var open: [Substring] = []
    private static let entities: Set<Substring> = ["amp", "lt", "gt", "quot", "apos"]

    init?(_ text: String) {
        var rest = text.utf8[...]
        var hasRoot = false
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            guard Self.isText(rest[..<start]) else { return nil }
            guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
            let tag = Substring(rest[rest.index(after: start)..<end])
            rest = rest[rest.index(after: end)...]
            if tag.first == "?" || tag.first == "!" { continue }
            hasRoot = true
            guard take(tag) else { return nil }
        }
        guard hasRoot, open.isEmpty, Self.isText(rest) else { return nil }
    }

    private mutating func take(_ tag: Substring) -> Bool {
        if tag.first == "/" {
            guard let last = open.popLast() else { return false }
            return last == tag.dropFirst()
        }
        let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
        guard !name.isEmpty, Self.hasQuotedValues(tag), Self.isText(tag.utf8) else { return false }
        if tag.contains("class=\"ocr_page\"") { pages += 1 }
        if tag.last != "/" { open.append(name) }
        return true
    }

    private static func hasQuotedValues(_ tag: Substring) -> Bool {
        tag.count { $0 == "\"" } % 2 == 0
    }

    /// Whether every ampersand begins an entity.
    private static func isText(_ bytes: Substring.UTF8View) -> Bool {
        var rest = bytes
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            let after = rest[rest.index(after: start)...]
            guard let end = after.firstIndex(of: UInt8(ascii: ";")) else { return false }
            let name = Substring(after[..<end])
            let isNumber = name.first == "#" && name.dropFirst().allSatisfy(\.isNumber)
            guard entities.contains(name) || isNumber else { return false }
            rest = after[after.index(after: end)...]
        }
        return true
    }
}
