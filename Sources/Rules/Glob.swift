// Shell-style patterns for names and subfolders: `*`, `?`, `[abc]`, `[a-z]`, `[!abc]`, without regard to case and by
// whole characters of the name as people see it. In a subfolder pattern `*` stays within one folder and `**` stands
// for any number of them, none included. A `[` that is never closed stands for itself.

/// A parsed pattern.
package struct Glob: Sendable {
    private enum Test: Sendable {
        case any
        case character(Character)
        case set(singles: [Character], ranges: [ClosedRange<Character>], isNegated: Bool)

        func holds(for character: Character) -> Bool {
            switch self {
            case .any: true
            case .character(let wanted): wanted == character
            case .set(let singles, let ranges, let isNegated):
                (singles.contains(character) || ranges.contains { $0.contains(character) }) != isNegated
            }
        }
    }

    private typealias Component = [WildcardElement<Test>]

    private let name: Component
    private let path: [WildcardElement<Component>]

    package init(_ pattern: String) {
        let characters = Array(pattern.lowercased())
        name = Self.component(characters[...])
        path = characters.split(separator: "/", omittingEmptySubsequences: true).map { part in
            part.elementsEqual("**") ? .anyRun : .one(Self.component(part))
        }
    }

    /// Whether the pattern fits a file name without folders.
    package func matches(name text: String) -> Bool {
        wildcardMatches(name, Array(text.lowercased())) { $0.holds(for: $1) }
    }

    /// Whether the pattern fits a subfolder, given as components joined with `/`; the inbox itself is empty.
    package func matches(path text: String) -> Bool {
        let folders = text.lowercased().split(separator: "/", omittingEmptySubsequences: true).map(Array.init)
        return wildcardMatches(path, folders) { component, folder in
            wildcardMatches(component, folder) { $0.holds(for: $1) }
        }
    }

    private static func component(_ pattern: ArraySlice<Character>) -> Component {
        var elements: Component = []
        var rest = pattern
        while let character = rest.popFirst() {
            switch character {
            case "*": elements.append(.anyRun)
            case "?": elements.append(.one(.any))
            case "[": elements.append(.one(set(&rest) ?? .character("[")))
            default: elements.append(.one(.character(character)))
            }
        }
        return elements
    }

    /// The set whose `[` was just taken; `nil`, with nothing consumed, where it is never closed.
    private static func set(_ rest: inout ArraySlice<Character>) -> Test? {
        var body = rest
        let isNegated = body.first == "!" || body.first == "^"
        if isNegated { body.removeFirst() }
        // A `]` right at the start is a member.
        guard let end = body.dropFirst().firstIndex(of: "]") else { return nil }
        var (singles, ranges): ([Character], [ClosedRange<Character>]) = ([], [])
        var index = body.startIndex
        while index < end {
            if index + 2 < end, body[index + 1] == "-", body[index] <= body[index + 2] {
                ranges.append(body[index]...body[index + 2])
                index += 3
            } else {
                singles.append(body[index])
                index += 1
            }
        }
        rest = body[(end + 1)...]
        return .set(singles: singles, ranges: ranges, isNegated: isNegated)
    }
}
