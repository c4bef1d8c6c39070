// What will be done with one document: frozen into its job when the rule is chosen, so that a changed configuration
// never changes work that is under way.

/// An ordered list of steps and where the result goes.
package struct Plan: Codable, Sendable, Hashable {
    package let rule: String
    package let steps: [PlannedStep]
    /// The result's name template, `nil` for the name it came with.
    package let output: String?
    /// The earlier job with the same content, where the folder skips such: nothing is done and nothing published.
    package let duplicateOf: JobID?

    package init(rule: String, steps: [PlannedStep], output: String?, duplicateOf: JobID? = nil) {
        self.duplicateOf = duplicateOf
        self.rule = rule
        self.steps = steps
        self.output = output
    }

    /// The plan with other steps.
    package func with(_ steps: [PlannedStep]) -> Plan {
        Plan(rule: rule, steps: steps, output: output, duplicateOf: duplicateOf)
    }

    /// The steps for a document of this type, with the conversion to PDF where the next step needs one.
    package func steps(for type: FileType) -> [PlannedStep] {
        guard let first = steps.first, let declaration = StepCatalogue.step(named: first.name) else {
            return steps
        }
        return declaration.accepts.contains(type) ? steps : [PlannedStep("convert")] + steps
    }
}

/// What a folder allows one document to cost.
package struct Limits: Codable, Sendable, Hashable {
    package var bytes = 2_000_000_000
    package var pages = 5000
    /// Seconds for the whole job.
    package var time = 1800.0
    /// Seconds for one page of one step.
    package var pageTime = 60.0
    /// Bytes of a worker.
    package var memory = 2_000_000_000
    package var attempts = 3
    /// Pixels of one picture.
    package var pixels = 250_000_000

    package init() {}
}

/// What to do with a digitally signed document where a step would change it.
package enum SignedPolicy: String, Codable, Sendable, CaseIterable {
    case quarantine
    case copy
    case invalidate
}
