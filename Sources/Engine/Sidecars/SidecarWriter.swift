// Files beside a document, written page by page so that a book needs no more memory than a page. One type for each
// format; all of them see the same lines in the same order.

internal import Documents
internal import FoundationEssentials

/// Makes the text of a side file.
protocol SidecarWriter {
    /// What stands before the first page.
    func head(_ document: TextDocument, pageCount: Int) throws(Failure) -> String
    func page(_ page: TextDocument.Page, isLast: Bool) throws(Failure) -> String
    /// What stands behind the last page.
    var foot: String { get }
}

/// The writer of a type; `nil` for a type that is no side file.
func sidecarWriter(of type: FileType, named name: String) -> (any SidecarWriter)? {
    switch type {
    case .text: PlainTextWriter()
    case .markdown: MarkdownWriter()
    case .hocr: HOCRWriter(named: name)
    case .json: JSONTextWriter(name: name)
    default: nil
    }
}

/// UTF-8 text: one line for each line, a blank one between paragraphs, a form feed between pages.
struct PlainTextWriter: SidecarWriter {
    static let pageBreak = "\u{0C}"
    let foot = ""

    func head(_ document: TextDocument, pageCount: Int) -> String { "" }

    func page(_ page: TextDocument.Page, isLast: Bool) -> String {
        var text = ""
        var earlier: TextBlock?
        for block in TextBlock.blocks(of: page.lines) {
            if earlier != nil, !block.goesOn(with: earlier) { text += "\n" }
            text += block.lines.map { $0.text.withoutControls + "\n" }.joined()
            earlier = block
        }
        return text + (isLast ? "" : Self.pageBreak)
    }
}

/// CommonMark with a comment before each page, which renderers do not show.
struct MarkdownWriter: SidecarWriter {
    static let pageMark = "<!-- page "
    let foot = ""

    func head(_ document: TextDocument, pageCount: Int) -> String { "" }

    func page(_ page: TextDocument.Page, isLast: Bool) -> String {
        var text = "\(Self.pageMark)\(page.number) -->\n"
        var earlier: TextBlock?
        for block in TextBlock.blocks(of: page.lines) {
            let words = Self.escaped(block.joinedText.withoutControls)
            if words.isEmpty { continue }
            let line: String
            switch block.kind {
            case .heading(let level): line = String(repeating: "#", count: level) + " " + words
            case .item(let number): line = (number.map { "\($0). " } ?? "- ") + words
            case .paragraph: line = Self.withoutBlockMark(words)
            }
            text += (block.goesOn(with: earlier) ? "" : "\n") + line + "\n"
            earlier = block
        }
        return text + (isLast ? "" : "\n")
    }

    private static let marks = Set("\\`*_[]<>#|~&")

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for (index, character) in text.enumerated() {
            let isMark = marks.contains(character) && (character != "#" || index == 0)
            escaped += (isMark ? "\\" : "") + String(character)
        }
        return escaped
    }

    /// A paragraph must not begin like a list, a rule or a heading.
    private static func withoutBlockMark(_ text: String) -> String {
        guard let first = text.first else { return text }
        if "-+=".contains(first) { return "\\" + text }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let after = text.dropFirst(digits.count)
        guard !digits.isEmpty, let mark = after.first, ".)".contains(mark),
            after.dropFirst().first?.isWhitespace ?? true
        else { return text }
        return digits + "\\" + text.dropFirst(digits.count)
    }
}

/// The JSON form, one page to a line.
struct JSONTextWriter: SidecarWriter {
    let name: String
    let foot = "\n]}\n"

    /// A document without its pages.
    private struct Head: Encodable {
        let schema: String
        let document: String
        let producer: String
        let engine: TextDocument.Recogniser
        let languages: [String]
    }

    /// The document, left open for its pages.
    func head(_ document: TextDocument, pageCount: Int) throws(Failure) -> String {
        let head = Head(
            schema: document.schema, document: document.document, producer: document.producer,
            engine: document.engine, languages: document.languages)
        return try encoded(head).dropLast() + ",\"pages\":[\n"
    }

    func page(_ page: TextDocument.Page, isLast: Bool) throws(Failure) -> String {
        try encoded(page) + (isLast ? "" : ",\n")
    }

    private func encoded(_ value: some Encodable) throws(Failure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
            throw Failure(.inputOutput, name, "the text cannot be encoded")
        }
    }
}

extension String {
    /// Without characters that no text format takes.
    var withoutControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isControl }))
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        properties.generalCategory == .control || (0xFFFE...0xFFFF).contains(value)
    }
}
