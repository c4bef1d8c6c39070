// The forms that several settings share: choices, numbers, durations, sizes, paths, ranges, lists and tables.

internal import Documents

extension ValueForm where Value == Bool {
    static var boolean: ValueForm {
        .scalar(.boolean(only: nil), "true or false", write: { String($0) }) { value in
            if case .boolean(let flag) = value.content { flag } else { nil }
        }
    }
}

extension ValueForm where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> ValueForm {
        let expectation = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return .scalar(.integer(range), expectation, write: { String($0) }) { value in
            value.integer.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Bytes.
    static func size(_ range: ClosedRange<Int>) -> ValueForm {
        let expectation =
            "a size from \(WrittenSize.write(range.lowerBound)) to "
            + "\(WrittenSize.write(range.upperBound)), such as \(WrittenSize.example)"
        let shape = ValueShape.either([.integer(range), .text(pattern: Patterns.size)])
        return .scalar(shape, expectation, write: { "\"\(WrittenSize.write($0))\"" }) { value in
            (value.integer ?? value.text.flatMap(WrittenSize.parse)).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ValueForm where Value == Duration {
    static func duration(_ range: ClosedRange<Duration>) -> ValueForm {
        let expectation =
            "a duration from \(WrittenDuration.write(range.lowerBound)) to "
            + "\(WrittenDuration.write(range.upperBound)), such as \(WrittenDuration.example)"
        return .scalar(
            .text(pattern: Patterns.duration), expectation, write: { "\"\(WrittenDuration.write($0))\"" }
        ) { value in
            value.text.flatMap(WrittenDuration.parse).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ValueForm where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    static var choice: ValueForm {
        let choices = Value.allCases.map(\.rawValue)
        let kind = OptionKind.choice(choices)
        return .scalar(.choice(choices), kind.expectation, write: { "\"\($0.rawValue)\"" }) {
            value throws(OptionMistake) in
            guard let text = value.text else { return nil }
            _ = try kind.check(.text(text))
            return Value(rawValue: text)
        }
    }
}

extension ValueForm where Value == ClosedRange<Int> {
    /// Both ends included; an open lower end is 0, an open upper end the largest number.
    static var counts: ValueForm {
        range(
            "a number or a range such as \"1..50\", \"10..\" or \"..5\"", Patterns.counts, WrittenCount.parse)
    }

    static var sizes: ValueForm {
        range(
            "a size or a range such as \"1MB..2GB\", \"64KiB..\" or \"..500MB\"", Patterns.sizes,
            WrittenSize.parse)
    }

    private static func range(
        _ expectation: String, _ pattern: String, _ element: @escaping @Sendable (String) -> Int?
    ) -> ValueForm {
        let shape = ValueShape.either([.integer(0...Int.max), .text(pattern: pattern)])
        return .scalar(shape, expectation) { value throws(OptionMistake) in
            if let number = value.integer { return number >= 0 ? number...number : nil }
            guard let text = value.text else { return nil }
            do throws(WrittenRange.Mistake) {
                return try WrittenRange.parse(text, element: element)
            } catch {
                guard error == .reversed else { return nil }
                throw OptionMistake("\"\(text)\" is empty: its lower end is above its upper end")
            }
        }
    }
}

extension ValueForm {
    /// A list of values, or a single one in its place.
    static func oneOrMore<Element>(_ element: ValueForm<Element>) -> ValueForm where Value == [Element] {
        let shape = ValueShape.either([element.shape, .list(of: element.shape, minimumCount: 1)])
        return ValueForm(shape, "\(element.expectation), or a list of such") { value, name, log in
            guard let values = value.array else { return element.read(value, name, log).map { [$0] } }
            return readElements(values, of: value, element, name, log)
        }
    }

    /// A list with at least one value.
    static func list<Element>(of element: ValueForm<Element>) -> ValueForm where Value == [Element] {
        let expectation = "a list, each \(element.expectation)"
        return ValueForm(.list(of: element.shape, minimumCount: 1), expectation) { value, name, log in
            guard let values = value.array else {
                log.note(value.position, "\(name): \(value.written) is not \(expectation)")
                return nil
            }
            return readElements(values, of: value, element, name, log)
        }
    }

    private static func readElements<Element>(
        _ values: [TOMLValue], of list: TOMLValue, _ element: ValueForm<Element>, _ name: String,
        _ log: MistakeLog
    ) -> [Element]? {
        if values.isEmpty { log.note(list.position, "\(name): at least one value is needed") }
        let elements = values.compactMap { element.read($0, name, log) }
        return elements.isEmpty || elements.count < values.count ? nil : elements
    }

    /// A table with the keys of a section. The section is asked for when it is needed, since sections may nest.
    static func table(
        _ sectionName: String, _ read: @escaping @Sendable (TOMLTable, MistakeLog) -> Value?
    ) -> ValueForm {
        ValueForm(.section(sectionName), "a table") { value, name, log in
            if let table = value.table { return read(table, log) }
            log.note(value.position, "\(name): \(value.written) is not a table")
            return nil
        }
    }
}

/// Patterns for the schema, as close as a regular expression comes to the forms above.
enum Patterns {
    private static let bytes = "[0-9]+(\\.[0-9]+)? *[kKmMgGtT]?[iI]?[bB]|[0-9]+"
    static let duration = "^[0-9]+(\\.[0-9]+)? *(ms|s|m|h)$"
    static let size = "^(\(bytes))$"
    static let counts = "^ *([0-9]+|[0-9]+ *\\.\\. *[0-9]*|\\.\\. *[0-9]+) *$"
    static let sizes = "^ *((\(bytes))|(\(bytes)) *\\.\\. *(\(bytes))?|\\.\\. *(\(bytes))) *$"
}
