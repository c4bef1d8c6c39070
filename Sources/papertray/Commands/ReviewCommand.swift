// `papertray review`: finished documents that a person should look at, and what the person says to them.

import Console
import Documents
import Platform

struct ReviewCommand: Command {
    static let declaration = CommandDeclaration(
        "review",
        "List finished documents that a person should look at, or mark one: done JOB, or later JOB to put it off",
        operands: "[today | week | later | all | done JOB | later JOB]", count: 0...2,
        options: [JobsCommand.folder, CommonOption.json])

    /// The shape behind `--json`.
    struct Item: Encodable {
        let id: JobID
        let folder: String
        let name: String
        let reason: Attention.Reason
        /// The confidence that was wanted.
        let mark: Double
        let pages: [Attention.Page]
        /// Milliseconds since 1970.
        let since: Int64
        /// How long ago, in seconds.
        let age: Int64
        let postponed: Bool
        let outputs: [String]
    }

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        switch (arguments.operands.first, arguments.operands.dropFirst().first) {
        case ("done", let job?): try order("/review-done", job, arguments)
        case ("later", let job?): try order("/review-later", job, arguments)
        case ("done", nil): throw UsageMistake("JOB is missing")
        case (nil, _): try list(nil, arguments)
        case (let word?, nil):
            guard let part = ReviewList(rawValue: word) else {
                throw UsageMistake("review knows today, week, later, all and done, not \(word)")
            }
            try list(part, arguments)
        case (let word?, _): throw UsageMistake("review \(word) takes no JOB")
        }
        return .ok
    }

    private static func order(_ path: String, _ job: String, _ arguments: ParsedArguments) throws {
        print(try arguments.client().ask(Confirmation.self, "POST", path, [.job: job]).message)
    }

    /// - Parameter part: `nil` for everything that is not put off.
    private static func list(_ part: ReviewList?, _ arguments: ParsedArguments) throws {
        var query: [ControlArgument: String] = [:]
        query[.folder] = arguments[JobsCommand.folder]?.text
        let jobs = try arguments.client().ask([JobReport].self, "GET", "/review", query)
        let now = Moment.now()
        let midnight = Moment.startOfDay(now)
        let items = jobs.compactMap { job -> Item? in
            guard let attention = job.attention,
                part?.holds(attention, now: now, midnight: midnight) ?? (attention.postponedAt == nil)
            else { return nil }
            return Item(
                id: job.id, folder: job.folder, name: job.name, reason: attention.reason,
                mark: attention.mark, pages: attention.pages, since: attention.since,
                age: (now - attention.since) / 1000, postponed: attention.postponedAt != nil,
                outputs: job.outputs)
        }
        if arguments.isSet(CommonOption.json) {
            try printJSON(items)
        } else if items.isEmpty {
            print(part == nil || part == .all ? "There is nothing to look at." : "There is no such document.")
        } else {
            print(table([["AGE", "JOB", "FOLDER", "NAME", "CONFIDENCE", "RESULT"]] + items.map(row)))
        }
    }

    private static func row(_ item: Item) -> [String] {
        let lowest = item.pages.map(\.confidence).min() ?? 0
        let pages = item.pages.prefix(5).map { String($0.page) }.joined(separator: ", ")
        let more = item.pages.count > 5 ? ", …" : ""
        return [
            age(seconds: item.age) + (item.postponed ? " (later)" : ""), item.id.rawValue, item.folder,
            item.name, "\(Int(lowest.rounded())) of \(Int(item.mark)), page \(pages)\(more)",
            item.outputs.joined(separator: ", "),
        ]
    }
}

/// A time that has passed, in its largest unit.
func age(seconds: Int64) -> String {
    switch seconds {
    case ..<60: "\(max(0, seconds)) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
}
