// The commands that only pass an order on to the service: `reload`, `retry`, `cancel`.

import Console
import Documents
import Settings

struct ReloadCommand: Command {
    static let declaration = CommandDeclaration("reload", "Make the service read its configuration again")

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        try order("/reload", arguments)
    }
}

struct RetryCommand: Command {
    static let declaration = CommandDeclaration(
        "retry", "Try a waiting or quarantined job again", operands: "JOB", count: 1...1)

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        try order("/retry", arguments)
    }
}

struct CancelCommand: Command {
    static let declaration = CommandDeclaration(
        "cancel", "Stop a job; its original goes to the quarantine", operands: "JOB", count: 1...1)

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        try order("/cancel", arguments)
    }
}

private func order(_ path: String, _ arguments: ParsedArguments) throws -> ExitCode {
    let job = arguments.operands.first.map { [ControlArgument.job: $0] } ?? [:]
    print(try arguments.client().ask(Confirmation.self, "POST", path, job).message)
    return .ok
}
