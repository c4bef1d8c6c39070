// What is wrong with a configuration, each mistake at its place. Mistakes are collected, so that one run of
// `papertray check` shows them all.

/// One mistake. Its description is the line that compilers and editors understand.
package struct ConfigurationMistake: Sendable, Hashable, CustomStringConvertible {
    /// The file as the operator named it, below the configuration directory.
    package let file: String
    /// From 1.
    package let line: Int
    /// From 1, in code points.
    package let column: Int
    package let message: String

    package init(file: String, line: Int, column: Int, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    package var description: String { "\(file):\(line):\(column): error: \(message)" }
}

/// All mistakes of one configuration; never empty when thrown.
package struct ConfigurationMistakes: Error, Sendable, Hashable, CustomStringConvertible {
    package let all: [ConfigurationMistake]

    package init(_ all: [ConfigurationMistake]) { self.all = all }

    /// One line per mistake.
    package var description: String { all.map(\.description).joined(separator: "\n") }
}

/// Collects the mistakes of one file while it is read.
final class MistakeLog {
    let file: String
    private(set) var mistakes: [ConfigurationMistake] = []

    init(file: String) { self.file = file }

    func note(_ position: Position, _ message: String) {
        mistakes.append(
            ConfigurationMistake(file: file, line: position.line, column: position.column, message: message))
    }

    /// The mistakes in the order of the file, and at one place in the order found.
    var inReadingOrder: [ConfigurationMistake] {
        mistakes.enumerated().sorted { left, right in
            (left.element.line, left.element.column, left.offset)
                < (right.element.line, right.element.column, right.offset)
        }.map(\.element)
    }
}
