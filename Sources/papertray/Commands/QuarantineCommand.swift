// `papertray quarantine`: what needs a person, and the two ways out of it that are not another try.

import Console
import Documents
import Glibc

struct QuarantineCommand: Command {
    static let yes = OptionDeclaration(
        "yes", .boolean, default: .boolean(false), help: "Discard without asking")

    static let declaration = CommandDeclaration(
        "quarantine", "List what lies in the quarantine; release JOB to the outbox as it is, or discard JOB",
        operands: "[list | release JOB | discard JOB]", count: 0...2,
        options: [JobsCommand.folder, JobsCommand.limit, yes, CommonOption.json])

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        switch (arguments.operands.first ?? "list", arguments.operands.dropFirst().first) {
        case ("list", nil): return try list(arguments)
        case ("release", let job?): return try order("/release", job, arguments)
        case ("discard", let job?):
            guard arguments.isSet(yes) || confirms("Delete the original of \(job) for ever?") else {
                print("Nothing was discarded.")
                return .ok
            }
            return try order("/discard", job, arguments)
        case ("release", nil), ("discard", nil): throw UsageMistake("JOB is missing")
        case (let word, _): throw UsageMistake("quarantine knows list, release and discard, not \(word)")
        }
    }

    private static func order(_ path: String, _ job: String, _ arguments: ParsedArguments) throws -> ExitCode
    {
        print(try arguments.client().ask(Confirmation.self, "POST", path, [.job: job]).message)
        return .ok
    }

    /// Asks at the terminal; where there is none the answer is no.
    private static func confirms(_ question: String) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { return false }
        Terminal.write("\(question) [y/N] ", to: STDERR_FILENO)
        return ["y", "yes"].contains(readLine()?.lowercased())
    }

    private static func list(_ arguments: ParsedArguments) throws -> ExitCode {
        var query: [ControlArgument: String] = [.limit: arguments[JobsCommand.limit]?.written ?? "50"]
        query[.folder] = arguments[JobsCommand.folder]?.text
        query[.state] = JobState.quarantined.rawValue
        var jobs = try arguments.client().ask([JobReport].self, "GET", "/jobs", query)
        query[.state] = JobState.cancelled.rawValue
        jobs += try arguments.client().ask([JobReport].self, "GET", "/jobs", query).filter {
            $0.failure?.code == .cancelled
        }
        if arguments.isSet(CommonOption.json) {
            try printJSON(jobs)
            return .ok
        }
        if jobs.isEmpty { print("The quarantine is empty.") }
        for job in jobs {
            print("\(job.id)  \(job.folder)  \(job.name)")
            if let failure = job.failure {
                print("  \(failure.code.rawValue): \(failure.message)\n  \(failure.action)")
            }
        }
        return .ok
    }
}
