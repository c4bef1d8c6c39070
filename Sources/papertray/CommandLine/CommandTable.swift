// All commands, in the order of the manual. A step's command needs no file: it is made from the step's declaration.

import Console
import Documents
import Platform
import Settings

enum CommandTable {
    static let commands: [any Command.Type] = [
        CheckCommand.self, ReloadCommand.self, StatusCommand.self, JobsCommand.self, ShowCommand.self,
        TraceCommand.self, PlanCommand.self, RetryCommand.self, SkipCommand.self, CancelCommand.self,
        UnlockCommand.self,
        QuarantineCommand.self,
        ReviewCommand.self, AuditCommand.self, InspectCommand.self, EstimateCommand.self, TextCommand.self,
        DoctorCommand.self,
        DiagnosticsCommand.self,
        SchemaCommand.self,
        CompletionCommand.self, ManualCommand.self,
    ]

    static var declarations: [CommandDeclaration] {
        commands.map { $0.declaration } + StepCatalogue.all.map(StepCommand.declaration)
    }

    static func run(_ words: [String]) async -> ExitCode {
        guard let name = words.first, name != "--help", name != "-h", name != "help" else {
            print(overview)
            return words.isEmpty ? .usage : .ok
        }
        if name == "--version" {
            print("papertray \(papertrayVersion)")
            return .ok
        }
        guard let declaration = declarations.first(where: { $0.name == name }) else {
            let hint = nearest(to: name, among: declarations.map(\.name)).map { " Did you mean \($0)?" } ?? ""
            Terminal.complain(
                "papertray: usage: there is no command \(name).\(hint)\n`papertray --help` lists them.")
            return .usage
        }
        return await run(declaration, Array(words.dropFirst()))
    }

    private static func run(_ declaration: CommandDeclaration, _ words: [String]) async -> ExitCode {
        do {
            let arguments = try declaration.parse(words)
            if arguments.isSet(CommonOption.help) {
                print(declaration.help)
                return .ok
            }
            if let command = commands.first(where: { $0.declaration.name == declaration.name }) {
                return try await command.run(arguments)
            }
            guard let step = StepCatalogue.step(named: declaration.name) else { return .bug }
            return try await StepCommand.run(step, arguments)
        } catch {
            return explain(error, declaration)
        }
    }

    /// `papertray: CODE: sentence`, then the advice.
    private static func explain(_ error: any Error, _ declaration: CommandDeclaration) -> ExitCode {
        switch error {
        case let mistake as UsageMistake:
            Terminal.complain("papertray: usage: \(mistake.message)\nUsage: \(declaration.usage)")
            return .usage
        case let mistakes as ConfigurationMistakes:
            Terminal.complain(mistakes.description)
            return .configuration
        default:
            let failure = failure(for: error)
            Terminal.complain("papertray: \(failure.code): \(failure.message)\n\(failure.action)")
            return failure.exit
        }
    }

    private static func failure(for error: any Error) -> CommandFailure {
        switch error {
        case let failure as CommandFailure: failure
        case let failure as Failure: CommandFailure(failure)
        case let failure as ControlFailure: CommandFailure(failure)
        default:
            CommandFailure(.bug, code: "bug", "Something unexpected happened: \(error).", "Please report it.")
        }
    }

    private static var overview: String {
        let steps = Set(StepCatalogue.all.map(\.name))
        func list(_ wanted: (CommandDeclaration) -> Bool) -> String {
            columns(declarations.filter(wanted).map { ("  " + $0.name, $0.summary) })
        }
        return """
            Papertray \(papertrayVersion): drop documents into folders, get finished files.

            Usage: papertray COMMAND [options]

            The service:
            \(list { !steps.contains($0.name) })

            One document at once, without the service:
            \(list { steps.contains($0.name) })

            `papertray COMMAND --help` explains a command.
            """
    }
}
