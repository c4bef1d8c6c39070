// `papertray plan FILE...`: which rule would take a file, and why each earlier one would not.

import Documents
import Platform
import Rules
import Settings

struct PlanCommand: Command {
    static let folder = OptionDeclaration("folder", .text, help: "Ask the rules of this folder only")

    static let declaration = CommandDeclaration(
        "plan", "Say which rule would take a file, and why each earlier one would not", operands: "FILE...",
        count: 1...Int.max, options: [folder, CommonOption.json])

    /// The shape behind `--json`.
    struct Answer: Encodable {
        let file: String
        let folder: String
        let rule: String?
        let steps: [String]
        let refusals: [String]
        let failure: FailureReport?
    }

    static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
        let configuration = try arguments.configuration()
        let folders = try folders(arguments, configuration)
        let files = arguments.operands.map { Path($0) }
        let answers = try await Workbench.use { bench in
            var answers: [Answer] = []
            for (number, file) in files.enumerated() {
                let wantsText = folders.contains { $0.rules.contains { $0.match.asksForText } }
                let facts = try await bench.take(file, number: number, wantsText: wantsText).facts
                answers += folders.map { answer(for: file, facts, in: $0, configuration.service.language) }
            }
            return answers
        }
        if arguments.isSet(CommonOption.json) {
            try printJSON(answers)
        } else {
            for answer in answers { show(answer) }
        }
        return .ok
    }

    private static func folders(
        _ arguments: ParsedArguments, _ configuration: Configuration
    ) throws -> [FolderSettings] {
        guard let name = arguments[folder]?.text else { return configuration.folders }
        guard let found = configuration.folder(named: name) else {
            let hint =
                nearest(to: name, among: configuration.folders.map(\.name)).map { "; did you mean \($0)?" }
                ?? ""
            throw UsageMistake("there is no folder \(name)\(hint)")
        }
        return [found]
    }

    private static func answer(
        for file: Path, _ facts: Facts, in folder: FolderSettings, _ language: Language
    ) -> Answer {
        let name = RawName(file.last.bytes)
        switch decide(folder.rules, for: Candidate(facts: facts, name: name)) {
        case .none(let refusals):
            let failure = Failure(.noRule, name.display, folder.name)
            return Answer(
                file: name.display, folder: folder.name, rule: nil, steps: [],
                refusals: refusals.map(\.description), failure: FailureReport(failure, in: language))
        case .plan(let plan, let refusals):
            let admission = admit(
                facts, name: name.display, under: plan, limits: folder.limits, signed: folder.signed)
            var failure: Failure?
            var steps = plan.steps(for: facts.type)
            switch admission {
            case .refuse(let reason): failure = reason
            case .process(let admitted): steps = admitted.steps(for: facts.type)
            }
            return Answer(
                file: name.display, folder: folder.name, rule: plan.rule, steps: steps.map(written),
                refusals: refusals.map(\.description),
                failure: failure.map { FailureReport($0, in: language) })
        }
    }

    private static func written(_ step: PlannedStep) -> String {
        let options = step.options.given.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value.written)" }
        return step.name + options.joined()
    }

    private static func show(_ answer: Answer) {
        print("\(answer.file) in \(answer.folder):")
        for refusal in answer.refusals { print("  not \(refusal)") }
        if let rule = answer.rule {
            print(
                "  rule \(rule): \(answer.steps.isEmpty ? "passes through unchanged" : answer.steps.joined(separator: ", then "))"
            )
        }
        if let failure = answer.failure {
            print(
                "  would go to the quarantine: \(failure.code.rawValue): \(failure.message)\n  \(failure.action)"
            )
        }
    }
}
