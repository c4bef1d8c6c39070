// What a folder would do with a file, worked out as the service does it: the rule, the steps, the names of the results.

import Documents
import Platform
import Rules
import Settings

/// A folder's plan for a file that has not been dropped.
struct Forecast: Sendable {
    let file: RawName
    let folder: String
    /// `nil` where no rule takes the file.
    let rule: String?
    let steps: [PlannedStep]
    /// Why each earlier rule does not take it.
    let refusals: [String]
    /// Why it would go to the quarantine.
    let failure: Failure?
    /// Below the outbox, as they would be named now: the document first.
    let results: [RawName]

    /// - Parameter rule: The only rule that is asked, by name.
    init(
        for file: Path, _ document: Workbench.Document, in settings: FolderSettings,
        rule wanted: String? = nil
    ) {
        let (facts, sha256) = (document.facts, document.source.sha256)
        let name = RawName(file.last.bytes)
        self.file = name
        folder = settings.name
        let rules = settings.rules.filter { wanted == nil || $0.name == wanted }
        switch decide(rules, for: Candidate(facts: facts, name: name)) {
        case .none(let refusals):
            self.refusals = refusals.map(\.description)
            (rule, steps, results) = (nil, [], [])
            failure = Failure(.noRule, name.display, settings.name)
        case .plan(let plan, let refusals):
            self.refusals = refusals.map(\.description)
            rule = plan.rule
            let admission = admit(
                facts, name: name.display, under: plan, limits: settings.limits, signed: settings.signed)
            switch admission {
            case .refuse(let reason):
                (failure, steps, results) = (reason, plan.steps(for: facts.type), [])
            case .process(let admitted):
                failure = nil
                steps = admitted.steps(for: facts.type)
                results = Self.results(of: plan, steps, name, facts, sha256, settings)
            }
        }
    }

    private static func results(
        of plan: Plan, _ steps: [PlannedStep], _ source: RawName, _ facts: Facts, _ sha256: String,
        _ settings: FolderSettings
    ) -> [RawName] {
        let name = OutputName(
            source: source, sourceType: facts.type, resultType: steps.isEmpty ? facts.type : .pdf,
            folder: settings.name, rule: plan.rule, localTime: Moment.localFields(Moment.now()),
            pages: facts.pageCount ?? 0, sha256: sha256, title: facts.title
        ).expanded(plan.output)
        return [name] + namesOfSides(of: steps.compactMap(\.sideType), beside: name)
    }
}

extension PlannedStep {
    /// The step with its options as a rule writes them, in one line.
    var written: String {
        let options = options.given.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value.written)" }
        return name + options.joined()
    }
}
