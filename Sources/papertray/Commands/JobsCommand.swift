// `papertray jobs`: the newest jobs, and `papertray quarantine`: those that need a person.

import Console
import Documents

struct JobsCommand: Command {
    static let folder = OptionDeclaration("folder", .text, help: "Only jobs of this folder")
    static let state = OptionDeclaration(
        "state", .choice(JobState.allCases.map(\.rawValue)), help: "Only jobs in this state")
    static let limit = OptionDeclaration(
        "limit", .integer(1...100_000), default: .integer(50), help: "At most so many")

    static let declaration = CommandDeclaration(
        "jobs", "List jobs, the newest first", options: [folder, state, limit, CommonOption.json])

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        var query: [ControlArgument: String] = [.limit: arguments[limit]?.written ?? "50"]
        query[.folder] = arguments[folder]?.text
        query[.state] = arguments[state]?.text
        let jobs = try arguments.client().ask([JobReport].self, "GET", "/jobs", query)
        if arguments.isSet(CommonOption.json) {
            try printJSON(jobs)
        } else {
            print(jobs.isEmpty ? "There are no such jobs." : list(jobs))
        }
        return .ok
    }

    private static func list(_ jobs: [JobReport]) -> String {
        let rows = jobs.map { job in
            [
                job.id.rawValue, Terminal.coloured(job.state.rawValue.padded(to: 11), for: job.state),
                job.folder,
                job.state == .running ? "\(Int(job.progress * 100)) %" : "", job.name,
                job.failure.map { "\($0.code.rawValue): \($0.message)" }
                    ?? job.outputs.joined(separator: ", "),
            ]
        }
        return rows.isEmpty ? "" : table([["JOB", "STATE      ", "FOLDER", "DONE", "NAME", "RESULT"]] + rows)
    }
}
