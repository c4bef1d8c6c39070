// The template of a result's name, such as `{date:yyyy-MM}/{stem}.pdf`. It is parsed here, once for the configuration
// that judges it and for the rules that expand it. A template stays below the outbox: it is not absolute, has no
// `..`, and values that are put in never add a component.

/// A parsed output template: the components of a path, each a sequence of literals and variables.
package struct OutputTemplate: Sendable, Hashable {
    package enum Piece: Sendable, Hashable {
        case literal(String)
        case variable(Variable)
    }

    /// What is put in. `width` is the least number of digits.
    package enum Variable: Sendable, Hashable {
        case stem
        case ext
        case date([DatePiece])
        case folder
        case rule
        case counter(width: Int)
        case part(width: Int)
        case pages(width: Int)
        case sha8
        case title
    }

    package enum DatePiece: Sendable, Hashable {
        case literal(Character)
        /// An index into year, month, day, hour, minute, second, and the number of digits, the last ones of more.
        case field(Int, digits: Int)
    }

    /// The names of all variables, for diagnostics and manuals.
    package static let variableNames = [
        "stem", "ext", "date", "folder", "rule", "counter", "part", "pages", "sha8", "title",
    ]

    package let components: [[Piece]]

    /// Parses the text.
    /// - Throws: what is wrong with it, in words for its author.
    package init(_ text: String) throws(OptionMistake) {
        guard !text.isEmpty else { throw OptionMistake("an output template must not be empty") }
        guard !text.hasPrefix("/") else {
            throw OptionMistake("\"\(text)\" is absolute; an output template is a path below the outbox")
        }
        guard !text.hasSuffix("/") else {
            throw OptionMistake("\"\(text)\" ends with \"/\" and names no file")
        }
        var components: [[Piece]] = [[]]
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "/": components.append([])
            case "{" where rest.first != "{":
                components[components.count - 1].append(try Self.variable(&rest))
            case "{", "}": try Self.append(brace: character, &rest, to: &components)
            default: Self.append(character, to: &components)
            }
        }
        for component in components { try Self.check(component, of: text) }
        self.components = components
    }

    /// Whether the name has this variable.
    package func uses(_ isWanted: (Variable) -> Bool) -> Bool {
        components.joined().contains { piece in
            if case .variable(let variable) = piece { isWanted(variable) } else { false }
        }
    }
}

extension OutputTemplate {
    private static func append(_ character: Character, to components: inout [[Piece]]) {
        let last = components.count - 1
        if case .literal(let text) = components[last].last {
            components[last][components[last].count - 1] = .literal(text + String(character))
        } else {
            components[last].append(.literal(String(character)))
        }
    }

    /// `{{` and `}}` stand for the brace itself.
    private static func append(
        brace: Character, _ rest: inout Substring, to components: inout [[Piece]]
    ) throws(OptionMistake) {
        guard rest.first == brace else {
            throw OptionMistake("\"}\" without \"{\"; a brace itself is written \"}}\"")
        }
        rest.removeFirst()
        append(brace, to: &components)
    }

    private static func check(_ component: [Piece], of text: String) throws(OptionMistake) {
        guard let first = component.first else { throw OptionMistake("\"\(text)\" has an empty component") }
        guard case .literal(let literal) = first else { return }
        if component.count == 1, literal == "." || literal == ".." {
            throw OptionMistake(
                "\"\(text)\" must not contain \"\(literal)\"; a result stays below the outbox")
        }
        if literal.hasPrefix(".") {
            throw OptionMistake("\"\(text)\" would be hidden: a component must not begin with \".\"")
        }
    }

    private static func variable(_ rest: inout Substring) throws(OptionMistake) -> Piece {
        guard let end = rest.firstIndex(of: "}") else {
            throw OptionMistake("\"{\" without \"}\"; a brace itself is written \"{{\"")
        }
        let parts = rest[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        rest = rest[rest.index(after: end)...]
        let name = String(parts[0])
        return .variable(try named(name, argument: parts.count > 1 ? String(parts[1]) : nil))
    }

    private static func named(_ name: String, argument: String?) throws(OptionMistake) -> Variable {
        switch name {
        case "date": return .date(try dateFormat(argument ?? "yyyy-MM-dd"))
        case "counter": return .counter(width: try width(argument, of: name))
        case "part": return .part(width: try width(argument, of: name))
        case "pages": return .pages(width: try width(argument, of: name))
        default: break
        }
        guard let plain = plainVariables[name] else {
            let hint = nearest(to: name, among: variableNames).map { "; did you mean {\($0)}?" } ?? ""
            throw OptionMistake("{\(name)} is not a variable of output names\(hint)")
        }
        guard argument == nil else { throw OptionMistake("{\(name)} takes no format") }
        return plain
    }

    private static let plainVariables: [String: Variable] = [
        "stem": .stem, "ext": .ext, "folder": .folder, "rule": .rule, "sha8": .sha8, "title": .title,
    ]

    private static func width(_ argument: String?, of name: String) throws(OptionMistake) -> Int {
        guard let argument else { return 1 }
        guard argument.hasPrefix("0"), let width = Int(argument), (1...9).contains(width) else {
            throw OptionMistake("{\(name):\(argument)} is not a number of digits such as {\(name):03}")
        }
        return width
    }

    private static let dateFields: [String: DatePiece] = [
        "yyyy": .field(0, digits: 4), "yy": .field(0, digits: 2), "MM": .field(1, digits: 2),
        "M": .field(1, digits: 1),
        "dd": .field(2, digits: 2), "d": .field(2, digits: 1), "HH": .field(3, digits: 2),
        "H": .field(3, digits: 1),
        "mm": .field(4, digits: 2), "ss": .field(5, digits: 2),
    ]

    private static func dateFormat(_ text: String) throws(OptionMistake) -> [DatePiece] {
        var pieces: [DatePiece] = []
        var rest = text[...]
        while let character = rest.first {
            let run = rest.prefix { $0 == character }
            rest = rest[run.endIndex...]
            if let field = dateFields[String(run)] {
                pieces.append(field)
            } else if character == "/" {
                throw OptionMistake("{date:\(text)}: write folders as {date:yyyy}/{date:MM}")
            } else if character.isASCII, character.isLetter {
                throw OptionMistake(
                    "{date:\(text)}: \"\(run)\" is not one of yyyy, yy, MM, M, dd, d, HH, H, mm, ss")
            } else {
                pieces += run.map { .literal($0) }
            }
        }
        guard !pieces.isEmpty else { throw OptionMistake("{date:} needs a format such as {date:yyyy-MM}") }
        return pieces
    }
}
