// Manual pages in the roff of man(7). A page is a list of blocks; words in backticks become bold, as in the help lines
// that many blocks are made of. Nothing but this file knows roff.

import Documents

/// A piece of a manual page.
indirect enum ManualBlock: Sendable {
    case section(String)
    case subsection(String)
    case paragraph(String)
    /// A command line or a key with its placeholders, and what it does; `inner` is indented below.
    case item(String, String, inner: [ManualBlock] = [])
    /// Lines as somebody types them.
    case example(String)
    /// One form of a command line for the synopsis.
    case synopsis(String)
}

/// One page: `papertrayd(8)` and what it says.
struct ManualPage: Sendable {
    let name: String
    let section: Int
    /// Half a sentence, without a full stop.
    let purpose: String
    let blocks: [ManualBlock]

    /// The page as roff.
    /// - Parameter date: Of the page, as year, month and day.
    func roff(date: String) -> String {
        let head = [
            ".\\\" Made from the declarations by `papertray manual \(name)`.",
            ".TH \(Roff.code(name.uppercased())) \(section) \(date) \"Papertray \(papertrayVersion)\"",
            // Not stretched to the right edge: names and paths would stand far apart.
            ".ad l",
            ".SH NAME", "\(Roff.code(name)) \\- \(Roff.prose(purpose))",
        ]
        return (head + body).joined(separator: "\n") + "\n"
    }

    /// A title makes its own space, and the forms of a synopsis stand close together.
    private var body: [String] {
        var lines: [String] = []
        for line in blocks.flatMap(\.roff) {
            let followsTitle = lines.last.map { $0.hasPrefix(".SH") || $0.hasPrefix(".SS") } ?? false
            if followsTitle, line == ".PP" || line == ".br" { continue }
            lines.append(line)
        }
        return lines
    }
}

extension ManualBlock {
    fileprivate var roff: [String] {
        switch self {
        case .section(let title): [".SH \(title)"]
        case .subsection(let title): [".SS \(title)"]
        case .paragraph(let text): [".PP"] + Roff.lines(text)
        case .item(let tag, let text, let inner):
            [".TP", Roff.syntax(tag)] + Roff.lines(text)
                + (inner.isEmpty ? [] : [".RS"] + inner.flatMap(\.roff) + [".RE"])
        case .example(let text):
            [".PP", ".RS 4", ".EX"]
                + text.split(separator: "\n", omittingEmptySubsequences: false).map {
                    Roff.protected(Roff.code(String($0)))
                } + [".EE", ".RE"]
        case .synopsis(let text): [".br", Roff.syntax(text)]
        }
    }
}

/// Text as roff takes it.
enum Roff {
    private static let width = 78

    /// A paragraph in lines, each sentence on one of its own, none long.
    static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        var endsSentence = false
        for word in prose(text).split(separator: " ") {
            if !line.isEmpty, endsSentence || line.count + word.count >= width {
                lines.append(protected(line))
                line = ""
            }
            // Paths are not hyphenated.
            line += (line.isEmpty ? "" : " ") + (word.contains("/") && word.first != "\\" ? "\\%" : "") + word
            endsSentence = word.hasSuffix(".") && !word.hasSuffix("..")
        }
        return lines + (line.isEmpty ? [] : [protected(line)])
    }

    /// Sentences with bold words in backticks.
    static func prose(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        return parts.enumerated().map { index, part in
            index.isMultiple(of: 2) ? escaped(part, isCode: false) : "\\fB\(unbroken(part))\\fR"
        }.joined()
    }

    /// Text that a person copies: every character as it is.
    static func code(_ text: String) -> String { escaped(text, isCode: true) }

    /// Code in a sentence: its words are not hyphenated.
    private static func unbroken(_ text: String) -> String {
        text.split(separator: " ").map { "\\%" + code(String($0)) }.joined(separator: " ")
    }

    /// A command line: names bold, placeholders in capitals italic, brackets and bars plain.
    static func syntax(_ text: String) -> String {
        var written = ""
        var word = ""
        func flush() {
            let isPlaceholder = word.contains(where: \.isUppercase) && !word.contains(where: \.isLowercase)
            if !word.isEmpty { written += "\\f\(isPlaceholder ? "I" : "B")\(code(word))\\fR" }
            word = ""
        }
        for (index, character) in text.enumerated() {
            let rest = text.dropFirst(index)
            let isInName = character == "." && !rest.hasPrefix("..") && !word.isEmpty && word.last != "."
            if character.isLetter || character.isNumber || "-_/$".contains(character) || isInName {
                word.append(character)
            } else {
                flush()
                // A long list of choices may go on in the next line.
                written += code(String(character)) + (character == "|" ? "\\:" : "")
            }
        }
        flush()
        return protected(written)
    }

    /// A line that roff does not take for a request.
    static func protected(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    private static func escaped(_ text: String, isCode: Bool) -> String {
        var written = ""
        var previous: Character = " "
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            switch character {
            case "\\": written += "\\(rs"
            case "^": written += "\\(ha"
            case "~": written += "\\(ti"
            case "`": written += "\\(ga"
            case "'" where isCode: written += "\\(aq"
            case "-" where isCode || !(previous.isLetter && next.isLetter): written += "\\-"
            case _ where character.isASCII: written.append(character)
            default:
                for scalar in character.unicodeScalars { written += "\\[u\(hexadecimal(scalar))]" }
            }
            previous = character
        }
        return written
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
