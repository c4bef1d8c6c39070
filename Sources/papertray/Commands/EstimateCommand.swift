// `papertray estimate FILE...`: how long a file would take and how large it would become, by the plan that `papertray
// plan` shows and by what the service has done on this machine.

import Console
import Documents
import Platform
import Scheduling
import Settings

struct EstimateCommand: Command {
    static let rule = OptionDeclaration("rule", .text, help: "Ask the rule of this name only")

    static let declaration = CommandDeclaration(
        "estimate", "Say how long a file would take and how large its result would be", operands: "FILE...",
        count: 1...Int.max, options: [PlanCommand.folder, rule, CommonOption.json])

    /// The shape behind `--json`.
    struct Answer: Encodable {
        let file: String
        let folder: String
        let rule: String?
        let pages: Int?
        /// Pages that recognition will read.
        let pagesToRead: Int?
        let seconds: Double?
        let sourceBytes: Int
        let bytes: Int?
        let basis: Estimate.Basis?
        /// The finished documents behind it.
        let documents: Int?
        let failure: FailureReport?

        private enum CodingKeys: String, CodingKey {
            case file, folder, rule, pages, seconds, bytes, basis, documents, failure
            case pagesToRead = "pages_to_read"
            case sourceBytes = "source_bytes"
        }
    }

    static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
        let configuration = try arguments.configuration()
        let folders = try PlanCommand.folders(arguments, configuration)
        let wanted = try wantedRule(arguments, folders)
        let asked = folders.filter { folder in wanted == nil || folder.rules.contains { $0.name == wanted } }
        let history = history(try arguments.client())
        let files = arguments.operands.map { Path($0) }
        let language = configuration.service.language
        let answers = try await Workbench.use { bench in
            var answers: [Answer] = []
            for (number, file) in files.enumerated() {
                let document = try await bench.take(
                    file, number: number, wantsText: true, wantsDetails: true)
                answers += asked.map { folder in
                    answer(
                        Forecast(for: file, document, in: folder, rule: wanted), document.facts,
                        history ?? [], language)
                }
            }
            return answers
        }
        if arguments.isSet(CommonOption.json) {
            try printJSON(answers)
        } else {
            for answer in answers { show(answer, isHistoryKnown: history != nil) }
            total(answers)
        }
        return .ok
    }

    private static func wantedRule(_ arguments: ParsedArguments, _ folders: [FolderSettings]) throws
        -> String?
    {
        guard let name = arguments[rule]?.text else { return nil }
        let names = folders.flatMap(\.rules).map(\.name)
        guard names.contains(name) else {
            let hint = nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
            throw UsageMistake("there is no rule \(name)\(hint)")
        }
        return name
    }

    /// What the service knows; `nil` where it does not answer.
    private static func history(_ client: ControlClient) -> [StepFigure]? {
        do { return try client.ask([StepFigure].self, "GET", "/history") } catch { return nil }
    }

    private static func answer(
        _ forecast: Forecast, _ facts: Facts, _ figures: [StepFigure], _ language: Language
    ) -> Answer {
        let estimate =
            forecast.failure == nil ? Estimate(of: forecast.steps, for: facts, figures) : nil
        return Answer(
            file: forecast.file.display, folder: forecast.folder, rule: forecast.rule,
            pages: facts.pageCount, pagesToRead: estimate?.pagesToRead,
            seconds: estimate.map { ($0.seconds * 10).rounded() / 10 }, sourceBytes: facts.bytes,
            bytes: estimate?.bytes, basis: forecast.steps.isEmpty ? nil : estimate?.basis,
            documents: estimate?.documents, failure: forecast.failure.map { FailureReport($0, in: language) })
    }

    // MARK: Showing

    private static func show(_ answer: Answer, isHistoryKnown: Bool) {
        print("\(answer.file) in \(answer.folder)\(answer.rule.map { ", rule \($0)" } ?? ""):")
        if let failure = answer.failure {
            print("  would go to the quarantine: \(failure.code.rawValue): \(failure.message)")
            return
        }
        var pages = answer.pages.map(String.init) ?? "unknown"
        if let read = answer.pagesToRead, read != answer.pages { pages += ", \(read) of them to be read" }
        print("  pages  \(pages)")
        print("  time   \(time(answer.seconds ?? 0)) \(source(answer, isHistoryKnown))")
        let (now, then) = (formatted(bytes: answer.sourceBytes), formatted(bytes: answer.bytes ?? 0))
        print("  size   \(answer.basis == nil ? then : "about \(then)"), now \(now)")
    }

    private static func source(_ answer: Answer, _ isHistoryKnown: Bool) -> String {
        let count = answer.documents ?? 0
        switch answer.basis {
        case nil: return "(it passes through unchanged)"
        case .history:
            return "(by \(count) finished \(count == 1 ? "document" : "documents") of this machine)"
        case .mixed: return "(partly by built-in figures, as not all steps have been done here)"
        case .builtIn:
            let reason = isHistoryKnown ? "nothing like it has been done here" : "the service does not answer"
            return "(by built-in figures, as \(reason))"
        }
    }

    private static func time(_ seconds: Double) -> String {
        switch seconds {
        case ..<1: "under a second"
        case ..<90: "about \(Int(seconds.rounded(.up))) s"
        case ..<5400: "about \(Int((seconds / 60).rounded(.up))) min"
        default: "about \((seconds / 360).rounded() / 10) h"
        }
    }

    private static func total(_ answers: [Answer]) {
        let counted = answers.filter { $0.failure == nil }
        guard Set(answers.map(\.folder)).count == 1, counted.count > 1 else { return }
        let (seconds, bytes) = (counted.compactMap(\.seconds), counted.compactMap(\.bytes))
        let size = formatted(bytes: bytes.reduce(0, +))
        print("Together \(time(seconds.reduce(0, +))) and about \(size), what waits before them not counted.")
    }
}
