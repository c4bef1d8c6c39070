// `papertray plan FILE...`: which rule would take a file, and why each earlier one would not.

import Documents
import Platform
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
        /// The names of the results below the outbox.
        let results: [String]
        let refusals: [String]
        let failure: FailureReport?

        init(_ forecast: Forecast, in language: Language) {
            file = forecast.file.display
            folder = forecast.folder
            rule = forecast.rule
            steps = forecast.steps.map(\.written)
            results = forecast.results.map(\.display)
            refusals = forecast.refusals
            failure = forecast.failure.map { FailureReport($0, in: language) }
        }
    }

    static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
        let configuration = try arguments.configuration()
        let folders = try folders(arguments, configuration)
        let files = arguments.operands.map { Path($0) }
        let answers = try await Workbench.use { bench in
            var answers: [Answer] = []
            for (number, file) in files.enumerated() {
                let wantsText = folders.contains { $0.rules.contains { $0.match.asksForText } }
                let document = try await bench.take(file, number: number, wantsText: wantsText)
                answers += folders.map {
                    Answer(Forecast(for: file, document, in: $0), in: configuration.service.language)
                }
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

    static func folders(
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

    private static func show(_ answer: Answer) {
        print("\(answer.file) in \(answer.folder):")
        for refusal in answer.refusals { print("  not \(refusal)") }
        if let rule = answer.rule {
            print(
                "  rule \(rule): \(answer.steps.isEmpty ? "passes through unchanged" : answer.steps.joined(separator: ", then "))"
            )
        }
        if answer.results.count > 1 { print("  makes \(answer.results.joined(separator: " and "))") }
        if let failure = answer.failure {
            print(
                "  would go to the quarantine: \(failure.code.rawValue): \(failure.message)\n  \(failure.action)"
            )
        }
    }
}
