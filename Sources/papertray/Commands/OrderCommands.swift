// The commands that only pass an order on to the service: `reload`, `retry`, `skip`, `cancel`.

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
    static let failed = OptionDeclaration(
        "failed", .boolean, default: .boolean(false),
        help: "Every quarantined job: those of the batch JOB, or without JOB all of them")
    static let folder = OptionDeclaration(
        "folder", .text, help: "With --failed and no JOB, only jobs of this folder")

    static let declaration = CommandDeclaration(
        "retry", "Try a waiting or quarantined job again", operands: "JOB", count: 0...1,
        options: [failed, folder])

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        guard arguments.isSet(failed) else {
            guard !arguments.operands.isEmpty, arguments[folder] == nil else {
                throw CommandFailure(
                    .usage, code: "usage", "retry needs a JOB, or --failed for all that failed.",
                    "`papertray retry --help` shows how it is used.")
            }
            return try order("/retry", arguments)
        }
        var query: [ControlArgument: String] = [:]
        query[.job] = arguments.operands.first
        query[.folder] = arguments[folder]?.text
        print(try arguments.client().ask(Confirmation.self, "POST", "/retry-failed", query).message)
        return .ok
    }
}

struct SkipCommand: Command {
    static let declaration = CommandDeclaration(
        "skip", "Try a quarantined job again without the step that failed", operands: "JOB", count: 1...1)

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        try order("/skip", arguments)
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
