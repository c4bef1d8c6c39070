// `papertray audit`: the proof that nothing is lost.

import Console
import Documents

struct AuditCommand: Command {
    static let declaration = CommandDeclaration(
        "audit", "Prove that every document taken is in exactly one place; ends with 1 where one is not",
        options: [CommonOption.json])

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        let report = try arguments.client().ask(AuditReport.self, "GET", "/audit")
        if arguments.isSet(CommonOption.json) {
            try printJSON(report)
        } else {
            print(
                "\(report.jobs) jobs: \(report.completed) completed, \(report.quarantined) in the quarantine, "
                    + "\(report.inFlight) in flight")
            for finding in report.findings {
                print("\(finding.job?.rawValue ?? "-")  \(finding.place): \(finding.problem)")
            }
            print(
                report.findings.isEmpty
                    ? "Everything is accounted for." : "\(report.findings.count) findings.")
        }
        return report.findings.isEmpty ? .ok : .failure
    }
}
