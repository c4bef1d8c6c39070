// Which files belong together by their names: a pattern for the name without its extension, such as "{stem}-*", whose
// `{stem}` is what they share.

package import Documents

/// A pattern with one `{stem}`, and `*` and `?` around it.
package struct GroupPattern: Sendable, Hashable, CustomStringConvertible {
    private enum Element: Hashable {
        case byte(UInt8)
        case any
        case anyRun
        case stem
    }

    private let elements: [Element]
    package let description: String

    /// - Throws: what is wrong with it, in words for its author.
    package init(_ text: String) throws(OptionMistake) {
        let parts = text.split(separator: "{stem}", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw OptionMistake("\"\(text)\" must hold {stem} once, for what the names of a group share")
        }
        guard !text.contains("/"), text.utf8.count <= 200 else {
            throw OptionMistake("\"\(text)\" is a pattern for names, without \"/\" and of at most 200 bytes")
        }
        guard parts != ["", ""] else {
            throw OptionMistake("\"\(text)\" puts every file in a group of its own; write batch = \"file\"")
        }
        func elements(_ part: Substring) -> [Element] {
            part.utf8.map { $0 == UInt8(ascii: "*") ? .anyRun : $0 == UInt8(ascii: "?") ? .any : .byte($0) }
        }
        self.elements = elements(parts[0]) + [.stem] + elements(parts[1])
        description = text
    }

    /// What the name has at the place of `{stem}`, as much as fits; `nil` where the pattern does not fit.
    package func stem(of name: RawName) -> RawName? {
        let bytes = name.stemAndExtension.stem.bytes
        guard let stem = elements.firstIndex(of: .stem) else { return nil }
        let (before, after) = (Array(elements[..<stem]), Array(elements[(stem + 1)...]))
        for start in 0..<max(bytes.count, 1) where Self.fits(before, bytes.prefix(start)) {
            for end in stride(from: bytes.count, to: start, by: -1)
            where Self.fits(after, bytes[end...]) {
                return RawName(bytes[start..<end])
            }
        }
        return nil
    }

    /// Both are at most a name long, so trying every length of a run is quick enough.
    private static func fits(_ elements: [Element], _ bytes: ArraySlice<UInt8>) -> Bool {
        // The ends of `bytes` that the elements so far can reach.
        var reached: Set<Int> = [bytes.startIndex]
        for element in elements {
            var next: Set<Int> = []
            switch element {
            case .anyRun:
                if let least = reached.min() { next = Set(least...bytes.endIndex) }
            case .any: next = Set(reached.filter { $0 < bytes.endIndex }.map { $0 + 1 })
            case .byte(let byte):
                next = Set(reached.filter { $0 < bytes.endIndex && bytes[$0] == byte }.map { $0 + 1 })
            case .stem: break
            }
            reached = next
        }
        return reached.contains(bytes.endIndex)
    }
}

/// The name of the file that says that a document, or a batch's directory, is complete.
package struct DoneFile: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// Reads a name such as "{name}.done", "{stem}.ok" or "READY".
    /// - Throws: what is wrong with it, in words for its author.
    package init(_ text: String) throws(OptionMistake) {
        guard !text.isEmpty, !text.contains("/"), !text.hasPrefix("."), text.utf8.count <= 200 else {
            throw OptionMistake(
                "\"\(text)\" is not a name such as \"{name}.done\"; it has no \"/\" and does not begin with a dot"
            )
        }
        guard text != "{name}", text != "{stem}" else {
            throw OptionMistake("\"\(text)\" is the name of the document itself")
        }
        description = text
    }

    /// Whether one such file stands for a whole directory, since its name says nothing of a document.
    package var isFixed: Bool { !description.contains("{name}") && !description.contains("{stem}") }

    /// The path of the done-file of a document, below the inbox like the document's own.
    package func path(for document: RawName) -> RawName {
        let last = document.last
        let parts = description.split(separator: "{", omittingEmptySubsequences: false)
        var bytes = Array(parts[0].utf8)
        for part in parts.dropFirst() {
            if part.hasPrefix("name}") {
                bytes += last.bytes + Array(part.dropFirst(5).utf8)
            } else if part.hasPrefix("stem}") {
                bytes += last.stemAndExtension.stem.bytes + Array(part.dropFirst(5).utf8)
            } else {
                bytes += Array("{\(part)".utf8)
            }
        }
        return document.parent.appending(RawName(bytes))
    }
}
