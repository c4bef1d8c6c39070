// `papertray show JOB`: one job with its lineage and everything that happened to it.

import Console
import Documents
import Platform
import Scheduling

struct ShowCommand: Command {
    static let declaration = CommandDeclaration(
        "show", "Show one job: its revisions, its results and what happened", operands: "JOB", count: 1...1,
        options: [CommonOption.json])

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        let job = try arguments.client().ask(JobReport.self, "GET", "/show", [.job: arguments.operands[0]])
        if arguments.isSet(CommonOption.json) {
            try printJSON(job)
            return .ok
        }
        print("\(job.name)\n")
        print(columns(facts(of: job)))
        print("\nRevisions:")
        print(table((job.revisions ?? []).map(row)))
        print("\nEvents:")
        print(table((job.events ?? []).map { [Moment.rfc3339($0.at), $0.event, $0.detail] }))
        return .ok
    }

    private static func facts(of job: JobReport) -> [(left: String, right: String)] {
        var facts = [("Job", job.id.rawValue), ("Folder", job.folder), ("State", job.state.rawValue)]
        if let rule = job.rule { facts.append(("Rule", rule)) }
        if let batch = job.batch { facts.append(("Batch", batch.rawValue)) }
        for file in job.files ?? [] { facts.append(("File", file)) }
        facts.append(("Attempts", String(job.attempts)))
        for output in job.outputs { facts.append(("Result", output)) }
        if let attention = job.attention {
            let pages = attention.pages.map { "\($0.page) (\($0.confidence))" }.joined(separator: ", ")
            let state = attention.isOpen ? "" : "; somebody has looked at it"
            facts.append(("Review", "below \(attention.mark) on page \(pages)\(state)"))
        }
        if let failure = job.failure {
            facts += [
                ("Code", failure.code.rawValue), ("Reason", failure.message), ("Advice", failure.action),
            ]
        }
        return facts.map { (left: $0.0, right: $0.1) }
    }

    private static func row(_ revision: Revision) -> [String] {
        let parent = revision.parent.map { "from \($0)" } ?? ""
        let options = revision.options.given.sorted { $0.key < $1.key }.map {
            "\($0.key)=\($0.value.written)"
        }
        return [
            "\(revision.number)", parent, revision.step + (revision.role == .side ? " (beside)" : ""),
            options.joined(separator: " "),
            formatted(bytes: revision.bytes), "\(revision.pages) pages", String(revision.sha256.prefix(16)),
            Moment.rfc3339(revision.at),
        ]
    }
}

struct TraceCommand: Command {
    static let declaration = CommandDeclaration(
        "trace", "Show everything that happened to a dropped name, ignored files with the reason",
        operands: "NAME",
        count: 1...1, options: [CommonOption.json])

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        let name = arguments.operands[0]
        let events = try arguments.client().ask(
            [TraceEvent].self, "GET", "/trace", [.name: RawName(displayed: name).bytes.hexadecimal])
        if arguments.isSet(CommonOption.json) {
            try printJSON(events)
        } else if events.isEmpty {
            print("Nothing is known of \(name): no file of that name has been seen in an inbox.")
        } else {
            print(
                table(
                    events.map {
                        [Moment.rfc3339($0.at), $0.folder, $0.job?.rawValue ?? "-", $0.event, $0.detail]
                    }))
        }
        return .ok
    }
}
