// A dropper's ticket: options of steps for one document, in a file named after it.

/// Steps with the options that a ticket gives, in the order of the ticket.
package struct Ticket: Sendable, Hashable {
    package let steps: [PlannedStep]

    package init(_ steps: [PlannedStep]) { self.steps = steps }
}

extension Plan {
    /// The plan with the ticket's options in place of the rule's, or with the ticket's steps.
    /// - Throws: `OptionMistake` where the ticket names a step that the rule does not have and may not add.
    package func applying(_ ticket: Ticket, _ policy: TicketPolicy) throws(OptionMistake) -> Plan {
        if policy == .steps {
            try ticket.steps.check()
            return with(ticket.steps)
        }
        var changed = steps
        for wanted in ticket.steps {
            let places = changed.indices.filter { changed[$0].name == wanted.name }
            guard !places.isEmpty else {
                throw OptionMistake(
                    "the rule \"\(rule)\" has no step \(wanted.name), and a ticket may only change options of steps "
                        + "that it has")
            }
            for place in places {
                changed[place] = PlannedStep(wanted.name, changed[place].options.merging(wanted.options))
            }
        }
        try changed.check()
        return with(changed)
    }
}

extension [PlannedStep] {
    /// - Throws: `OptionMistake` where options do not go together.
    fileprivate func check() throws(OptionMistake) {
        for step in self {
            guard let mistake = StepCatalogue.step(named: step.name)?.mistake(in: step.options) else {
                continue
            }
            throw OptionMistake("\(step.name): \(mistake)")
        }
    }
}

extension StepOptions {
    /// These options with the other ones put in.
    package func merging(_ other: StepOptions) -> StepOptions {
        StepOptions(given.merging(other.given) { _, newer in newer })
    }
}
