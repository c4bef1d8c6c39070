// A rule's steps. Which steps there are and which options they have stands in `StepCatalogue` alone; here TOML
// values become option values, and each mistake gets its place.

internal import Documents

extension ValueForm where Value == [PlannedStep] {
    static var steps: ValueForm {
        let expectation = "a list of tables such as { do = \"ocr\" }"
        return ValueForm(.steps, expectation) { value, name, log in
            guard let elements = value.array else {
                log.note(value.position, "\(name): \(value.written) is not \(expectation)")
                return nil
            }
            let steps = elements.compactMap { PlannedStep.read($0, log) }
            return steps.count == elements.count ? steps : nil
        }
    }
}

extension PlannedStep {
    /// The key that names the step.
    static let nameKey = "do"

    fileprivate static func read(_ value: TOMLValue, _ log: MistakeLog) -> PlannedStep? {
        guard let table = value.table else {
            log.note(value.position, "step: \(value.written) is not a table such as { do = \"ocr\" }")
            return nil
        }
        guard let declaration = declaration(of: table, log) else { return nil }
        guard let options = StepOptions(reading: table, of: declaration, naming: [nameKey], log) else {
            return nil
        }
        if let mistake = declaration.mistake(in: options) {
            log.note(value.position, "\(declaration.name): \(mistake)")
            return nil
        }
        return PlannedStep(declaration.name, options)
    }

    private static func declaration(of table: TOMLTable, _ log: MistakeLog) -> StepDeclaration? {
        let steps = StepCatalogue.all.map(\.name)
        guard let name = table[nameKey] else {
            log.note(table.position, "\"do\" is missing; it names the step: \(steps.joined(separator: ", "))")
            return nil
        }
        if let text = name.text, let declaration = StepCatalogue.step(named: text) { return declaration }
        let hint = name.text.flatMap { nearest(to: $0, among: steps) }.map { "did you mean \"\($0)\"?" }
        log.note(
            name.position,
            "do: \(name.written) is not a step; \(hint ?? "the steps are \(steps.joined(separator: ", "))")")
        return nil
    }
}

extension StepOptions {
    /// Reads the options of a step; `nil` where there is a mistake.
    /// - Parameter naming: Keys of the table that are no options.
    init?(
        reading table: TOMLTable, of declaration: StepDeclaration, naming others: [String] = [],
        _ log: MistakeLog
    ) {
        let names = others + declaration.options.map(\.name)
        let mistakesBefore = log.mistakes.count
        var options: [String: OptionValue] = [:]
        for entry in table.entries where !others.contains(entry.key) {
            guard let option = declaration.option(named: entry.key) else {
                let title = "the step \(declaration.name)"
                log.note(entry.keyPosition, SectionReader.unknown(entry.key, among: names, in: title))
                continue
            }
            options[option.name] = option.read(entry.value, log)
        }
        guard log.mistakes.count == mistakesBefore else { return nil }
        self.init(options)
    }
}

extension OptionDeclaration {
    /// Reads and checks a value; mistakes in a list point at the element.
    fileprivate func read(_ value: TOMLValue, _ log: MistakeLog) -> OptionValue? {
        if case .list(let element, _) = kind, let values = value.array {
            let checked = values.map { check($0, against: element, log) }
            if checked.contains(where: { $0 == nil }) { return nil }
        }
        return check(value, against: kind, log)
    }

    private func check(_ value: TOMLValue, against kind: OptionKind, _ log: MistakeLog) -> OptionValue? {
        guard let written = OptionValue(value) else {
            log.note(value.position, "\(name): \(value.written) is not \(kind.expectation)")
            return nil
        }
        do throws(OptionMistake) {
            return try kind.check(written)
        } catch {
            log.note(value.position, "\(name): \(error.message)")
            return nil
        }
    }
}

extension OptionValue {
    /// The value as options know it; `nil` for tables and dates, which no option takes.
    fileprivate init?(_ value: TOMLValue) {
        switch value.content {
        case .text(let text): self = .text(text)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .boolean(let flag): self = .boolean(flag)
        case .array(let elements):
            let values = elements.compactMap { OptionValue($0) }
            guard values.count == elements.count else { return nil }
            self = .list(values)
        case .table, .moment: return nil
        }
    }
}
