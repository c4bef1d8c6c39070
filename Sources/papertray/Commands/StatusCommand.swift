// `papertray status`: folders and workers.

import Console
import Documents

struct StatusCommand: Command {
    static let declaration = CommandDeclaration(
        "status", "Show the folders, what waits in them, and the workers", options: [CommonOption.json])

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        let report = try arguments.client().ask(StatusReport.self, "GET", "/status")
        if arguments.isSet(CommonOption.json) {
            try printJSON(report)
            return .ok
        }
        for warning in report.warnings { print("warning: \(warning)") }
        let head = [
            "FOLDER", "WATCH", "WAITING", "QUEUED", "RUNNING", "COMPLETED", "QUARANTINED", "REVIEW", "STATE",
        ]
        let rows = report.folders.map { folder in
            [
                folder.name, folder.watch, "\(folder.waiting)", "\(folder.queued)", "\(folder.running)",
                "\(folder.completed)", "\(folder.quarantined)", "\(folder.review)", folder.state,
            ]
        }
        print(table([head] + rows))
        let busy = report.workers.filter { $0.job != nil }
        print("\nWorkers: \(busy.count) working, \(report.workers.count - busy.count) idle")
        for worker in busy { print("  \(worker.pid)  \(worker.task ?? "")  job \(worker.job ?? "")") }
        return .ok
    }
}

/// Rows in aligned columns.
func table(_ rows: [[String]]) -> String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
    return rows.map { row in
        row.enumerated().map {
            $0.offset == count - 1 ? $0.element : $0.element.padded(to: widths[$0.offset])
        }
        .joined(separator: "  ")
    }.joined(separator: "\n")
}
