// A folder's rules as data. The first rule whose match holds takes the document.

/// One `[[rule]]` of a folder.
package struct Rule: Codable, Sendable, Hashable {
    package let name: String
    package let match: Match
    package let steps: [PlannedStep]
    /// The template of the result's name, `nil` for the name it came with.
    package let output: String?
    /// What a ticket may change, in folders that take tickets.
    package let ticket: TicketPolicy

    package init(
        name: String, match: Match, steps: [PlannedStep], output: String?, ticket: TicketPolicy = .options
    ) {
        self.ticket = ticket
        self.name = name
        self.match = match
        self.steps = steps
        self.output = output
    }
}

/// What a dropper's ticket may change.
package enum TicketPolicy: String, Codable, Sendable, CaseIterable {
    /// Options of steps that the rule already has.
    case options
    /// The ticket brings its own steps.
    case steps
}

/// A condition over the facts and the name of a document.
package indirect enum Match: Codable, Sendable, Hashable {
    /// Any of these types; `image` stands for every picture.
    case type(Set<FileType>)
    /// Shell-style pattern for the name, without regard to case.
    case name(String)
    /// Shell-style pattern for the subfolder.
    case path(String)
    case bytes(ClosedRange<Int>)
    case pages(ClosedRange<Int>)
    case isEncrypted(Bool)
    case isSigned(Bool)
    case hasText(Bool)
    case hasForm(Bool)
    case all([Match])
    case any([Match])
    case not(Match)

    /// The match of a rule without one.
    package static let everything = Match.all([])

    /// Whether the answer depends on `has_text`, which costs reading the pages.
    package var asksForText: Bool {
        switch self {
        case .hasText: true
        case .all(let parts), .any(let parts): parts.contains(where: \.asksForText)
        case .not(let part): part.asksForText
        default: false
        }
    }
}

/// A step with its options, as a rule orders it and a plan freezes it.
package struct PlannedStep: Codable, Sendable, Hashable {
    package let name: String
    package let options: StepOptions

    package init(_ name: String, _ options: StepOptions = StepOptions()) {
        self.name = name
        self.options = options
    }
}
