// A step is declared once: its name, options and kinds of input. Adding a step touches its declaration here, its
// engine file, its tests, and the list in `StepCatalogue`.

/// What a step is called, what it takes, and which options it has.
package struct StepDeclaration: Sendable, Hashable {
    package let name: String
    /// One line for help pages, without a full stop.
    package let summary: String
    /// The types that the step reads itself; other pictures are converted to PDF before it.
    package let accepts: Set<FileType>
    /// Whether the result must have exactly the pages of the input; a result that has others is not published.
    package let keepsPageCount: Bool
    /// Whether a person may have a failed job go on without it; never where a result without it would show what it is
    /// to hide.
    package let mayBeLeftOut: Bool
    package let options: [OptionDeclaration]
    /// Options that ask for others.
    package let requirements: [OptionRequirement]

    package init(
        _ name: String, summary: String, accepts: Set<FileType>, keepsPageCount: Bool,
        mayBeLeftOut: Bool = true, options: [OptionDeclaration], requirements: [OptionRequirement] = []
    ) {
        self.requirements = requirements
        self.mayBeLeftOut = mayBeLeftOut
        self.name = name
        self.summary = summary
        self.accepts = accepts
        self.keepsPageCount = keepsPageCount
        self.options = options
    }

    package func option(named name: String) -> OptionDeclaration? {
        options.first { $0.name == name }
    }
}

extension PlannedStep {
    /// Writes the text of a document in its JSON form; a command's work, and no step of a rule.
    package static let exportText = PlannedStep("text-export")
    /// Puts a corrected text, the only companion, in the place of a document's text layer; a command's work as well.
    package static let applyText = PlannedStep("text-apply")
}

/// All steps of the product, in the order of the manual.
package enum StepCatalogue {
    package static let all: [StepDeclaration] = [.ocr, .convert, .enhance]

    package static func step(named name: String) -> StepDeclaration? {
        all.first { $0.name == name }
    }
}

/// The options of one planned step: the given values, checked; anything else has its declared default.
package struct StepOptions: Sendable, Hashable, Codable {
    package private(set) var given: [String: OptionValue]

    package init(_ given: [String: OptionValue] = [:]) {
        self.given = given
    }

    package init(from decoder: any Decoder) throws {
        given = try decoder.singleValueContainer().decode([String: OptionValue].self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(given)
    }

    /// The value given for `option`, else its default.
    package subscript(_ option: OptionDeclaration) -> OptionValue? {
        given[option.name] ?? option.defaultValue
    }
}
