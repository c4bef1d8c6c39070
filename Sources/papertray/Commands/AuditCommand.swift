// `papertray audit`: the proof that nothing is lost.

import Console
import Documents

struct AuditCommand: Command {
    static let strict = OptionDeclaration(
        "strict", .boolean, default: .boolean(false),
        help: "End with 1 for notes too: results that are no longer in an outbox")

    static let declaration = CommandDeclaration(
        "audit",
        "Prove that every document taken is in exactly one place; ends with 1 where one is lost, changed or doubled",
        options: [strict, CommonOption.json])

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        let report = try arguments.client().ask(AuditReport.self, "GET", "/audit")
        if arguments.isSet(CommonOption.json) {
            try printJSON(report)
        } else {
            show(report)
        }
        let isGood = report.findings.isEmpty && (report.notes.isEmpty || !arguments.isSet(strict))
        return isGood ? .ok : .failure
    }

    private static func show(_ report: AuditReport) {
        print(
            "\(report.jobs) jobs: \(report.completed) completed, \(report.quarantined) in the quarantine, "
                + "\(report.inFlight) in flight")
        for (word, entries) in [("finding", report.findings), ("note", report.notes)] {
            for entry in entries {
                print("\(word): \(entry.job?.rawValue ?? "-")  \(entry.place): \(entry.problem)")
            }
        }
        if !report.notes.isEmpty {
            print("\(report.notes.count) notes: results that somebody has taken out of an outbox.")
        }
        print(
            report.findings.isEmpty
                ? "Everything is accounted for." : "\(report.findings.count) findings.")
    }
}
