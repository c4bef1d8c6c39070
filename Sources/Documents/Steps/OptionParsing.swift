// From a written value to a checked one. TOML gives typed values, the command line gives text; both end here, so that
// ranges and choices are judged, and explained, in one place.

/// Why a value was not taken: a sentence that says what is allowed.
package struct OptionMistake: Error, Sendable, Hashable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}

extension OptionKind {
    /// Checks a typed value, as TOML or a stored plan gives it, and brings it to its canonical form.
    package func check(_ value: OptionValue) throws(OptionMistake) -> OptionValue {
        switch (self, value) {
        case (.boolean, .boolean): return value
        case (.integer(let range), .integer(let number)):
            guard range.contains(number) else { throw OptionMistake("\(number) is not \(expectation)") }
            return value
        case (.number(let range), .integer), (.number(let range), .number):
            guard let number = value.number, range.contains(number) else {
                throw OptionMistake("\(value.written) is not \(expectation)")
            }
            return .number(number)
        case (.length(let range), .integer), (.length(let range), .number):
            guard let points = value.number, range.contains(points) else {
                throw OptionMistake("\(value.written) is not \(expectation)")
            }
            return .number(points)
        case (.length(let range), .text(let text)):
            guard let points = Length.points(from: text), range.contains(points) else {
                throw OptionMistake("\"\(text)\" is not \(expectation)")
            }
            return .number(points)
        case (.text, .text): return value
        case (.pages, .text(let text)):
            guard PageSelection(text) != nil else { throw OptionMistake("\"\(text)\" is not \(expectation)") }
            return value
        case (.pages, .integer(let number)): return try check(.text(String(number)))
        case (.choice(let choices), .text(let text)): return try checkChoice(text, among: choices)
        case (.list(let element, let minimum), .list(let values)):
            guard values.count >= minimum else { throw OptionMistake("at least \(minimum) value is needed") }
            var checked: [OptionValue] = []
            for value in values { checked.append(try element.check(value)) }
            return .list(checked)
        default:
            throw OptionMistake("\(value.typeName) is not \(expectation)")
        }
    }

    /// Reads a value from the command line.
    package func parse(_ text: String) throws(OptionMistake) -> OptionValue {
        switch self {
        case .boolean:
            guard let value = Bool(text) else { throw OptionMistake("\"\(text)\" is not \(expectation)") }
            return .boolean(value)
        case .integer:
            guard let value = Int(text) else { throw OptionMistake("\"\(text)\" is not \(expectation)") }
            return try check(.integer(value))
        case .number:
            guard let value = Double(text) else { throw OptionMistake("\"\(text)\" is not \(expectation)") }
            return try check(.number(value))
        case .list(let element, _):
            var values: [OptionValue] = []
            for part in text.split(separator: ",", omittingEmptySubsequences: true) {
                values.append(try element.parse(String(part)))
            }
            return try check(.list(values))
        case .text, .length, .pages, .choice:
            return try check(.text(text))
        }
    }

    /// What is allowed, to follow "is not".
    package var expectation: String {
        switch self {
        case .boolean: "true or false"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .text: "a string"
        case .length(let range):
            "a length from \(range.lowerBound) to \(range.upperBound) points (\"12pt\", \"5mm\", \"1cm\", \"0.5in\")"
        case .pages: "a page range such as \"1-3,7,r2-z\" or \"odd\""
        case .choice(let choices): "one of " + choices.map { "\"\($0)\"" }.joined(separator: ", ")
        case .list(let element, _): "a list, each \(element.expectation)"
        }
    }

    private func checkChoice(_ text: String, among choices: [String]) throws(OptionMistake) -> OptionValue {
        guard choices.contains(text) else {
            let hint = nearest(to: text, among: choices).map { "; did you mean \"\($0)\"?" } ?? ""
            throw OptionMistake("\"\(text)\" is not \(expectation)\(hint)")
        }
        return .text(text)
    }
}

extension OptionValue {
    package var typeName: String {
        switch self {
        case .boolean: "a boolean"
        case .integer: "a whole number"
        case .number: "a number"
        case .text: "a string"
        case .list: "a list"
        }
    }
}

/// Lengths as people write them.
package enum Length {
    private static let pointsPerUnit: [(suffix: String, points: Double)] = [
        ("pt", 1), ("mm", 72 / 25.4), ("cm", 72 / 2.54), ("in", 72),
    ]

    /// The length in points, or `nil` where the text is no length.
    package static func points(from text: String) -> Double? {
        for unit in pointsPerUnit where text.hasSuffix(unit.suffix) {
            let digits = text.dropLast(unit.suffix.count)
            guard let number = Double(String(digits).trimmingSpaces), number.isFinite else { return nil }
            return number * unit.points
        }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension String {
    var trimmingSpaces: String {
        var slice = self[...]
        while slice.first == " " { slice.removeFirst() }
        while slice.last == " " { slice.removeLast() }
        return String(slice)
    }
}
