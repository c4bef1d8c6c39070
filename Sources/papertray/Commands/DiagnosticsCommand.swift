// `papertray diagnostics`: everything a helper from afar needs in one text, and nothing that came from a document. What
// goes in is chosen piece by piece; texts that could hold a name, a path or a secret stay out even where they are useful.

import Console
import Documents
import Platform
import Settings

struct DiagnosticsCommand: Command {
    static let declaration = CommandDeclaration(
        "diagnostics", "Collect versions, settings and numbers for a bug report, without names or content",
        options: [CommonOption.output])

    /// The bundle, in the order of its keys.
    private struct Bundle: Encodable {
        let at: String
        let versions: InstalledVersions
        let configuration: ConfigurationDigest
        let doctor: [Finding]
        /// `nil` where the service does not answer.
        let service: DiagnosticsReport?
    }

    private struct Finding: Encodable {
        let subject: String
        let ok: Bool
        let detail: String?

        /// Details of these are counts, versions and names of packages; those of others may hold paths.
        private static let harmless = ["confinement", "OCR data", "fs.inotify"]

        init(_ finding: DoctorCommand.Finding) {
            subject = finding.subject
            ok = finding.isGood
            let isHarmless = Self.harmless.contains { finding.subject.hasPrefix($0) }
            detail = isHarmless ? finding.detail : nil
        }
    }

    static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
        let bundle = Bundle(
            at: Moment.rfc3339(Moment.now()), versions: InstalledVersions(),
            configuration: ConfigurationDigest(arguments),
            doctor: await DoctorCommand.findings(arguments).map { Finding($0) }, service: service(arguments))
        let text = try json(bundle)
        guard let output = arguments[CommonOption.output]?.text, output != "-" else {
            print(text)
            return .ok
        }
        try write(text + "\n", to: Path(output))
        return .ok
    }

    private static func service(_ arguments: ParsedArguments) -> DiagnosticsReport? {
        do {
            return try arguments.client().ask(DiagnosticsReport.self, "GET", "/diagnostics")
        } catch {
            // A service that does not answer is itself the finding, and doctor says so.
            return nil
        }
    }

    private static func write(_ text: String, to path: Path) throws(CommandFailure) {
        do throws(SystemError) {
            let directory = try Directory(path.parent)
            let file = try directory.create(path.last, mode: 0o600)
            try file.write(text.utf8)
            try file.sync()
            try file.close()
        } catch {
            throw CommandFailure(
                .cannotCreate, code: FailureCode.targetUnreachable.rawValue,
                error.isTaken ? "\(path) exists already." : "\(path) cannot be written: \(error.reason).",
                "Give another name; an existing file is never overwritten.")
        }
    }
}
