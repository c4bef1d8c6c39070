// Options that mean something only together. Settings and the command line judge them once all options are known.

/// An option that must be given where another one has a certain value.
package struct OptionRequirement: Sendable, Hashable {
    /// The option that asks for the other one, and the value with which it does.
    private let option: OptionDeclaration
    private let value: String
    private let needed: OptionDeclaration
    /// How many values the needed list has.
    private let count: Int

    package init(
        _ option: OptionDeclaration, is value: String, needs needed: OptionDeclaration, count: Int
    ) {
        (self.option, self.value, self.needed, self.count) = (option, value, needed, count)
    }

    /// The sentence that says what is wrong; `nil` where nothing is.
    fileprivate func mistake(in options: StepOptions) -> String? {
        let given = options[needed]?.list?.count
        if let given, given != count { return "\(needed.name): \(given) values are not \(count)" }
        guard given == nil, options[option]?.text == value else { return nil }
        return "\(option.name) = \"\(value)\" needs \(needed.name)"
    }
}

extension StepDeclaration {
    /// What is wrong with options that are right each by itself; `nil` where nothing is.
    package func mistake(in options: StepOptions) -> String? {
        requirements.lazy.compactMap { $0.mistake(in: options) }.first
    }
}
