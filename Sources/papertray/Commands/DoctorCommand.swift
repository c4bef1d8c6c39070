// `papertray doctor`: whether this machine gives the service what it needs, each point with what to do about it.

import Console
import Documents
import Platform
import Scheduling
import Settings

struct DoctorCommand: Command {
    static let declaration = CommandDeclaration(
        "doctor", "Check this machine: confinement, OCR data, configuration, service, limits",
        options: [CommonOption.json])

    struct Finding: Encodable {
        let subject: String
        let isGood: Bool
        let detail: String

        private enum CodingKeys: String, CodingKey {
            case subject, detail
            case isGood = "ok"
        }
    }

    static func findings(_ arguments: ParsedArguments) async -> [Finding] {
        var findings = await confinement()
        findings += languages()
        findings.append(configuration(arguments))
        findings.append(service(arguments))
        findings += limits()
        return findings
    }

    static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
        let findings = await findings(arguments)
        if arguments.isSet(CommonOption.json) {
            try printJSON(findings)
        } else {
            print(table(findings.map { [$0.isGood ? "ok" : "!!", $0.subject, $0.detail] }))
        }
        return findings.allSatisfy(\.isGood) ? .ok : .failure
    }

    /// A worker tries every forbidden act.
    private static func confinement() async -> [Finding] {
        do {
            let (status, text) = try await onBlockingThread { () throws(SystemError) in
                try ConfinementTrial.run()
            }
            let lines = text.split(separator: "\n").map(String.init)
            let open = lines.filter { !$0.hasPrefix("refused: ") }
            let detail =
                open.isEmpty ? "\(lines.count) forbidden acts were all refused" : open.joined(separator: "; ")
            return [Finding(subject: "confinement", isGood: status == .exited(0), detail: detail)]
        } catch {
            return [Finding(subject: "confinement", isGood: false, detail: error.description)]
        }
    }

    private static func languages() -> [Finding] {
        let installed = Tessdata.installedLanguages()
        return OCROption.languageNames.map { name in
            let package = "tesseract-ocr-" + name.map { $0 == "_" ? "-" : String($0) }.joined()
            let isThere = installed.contains(name)
            return Finding(
                subject: "OCR data \(name)", isGood: isThere,
                detail: isThere ? "installed" : "install \(package)")
        }
    }

    private static func configuration(_ arguments: ParsedArguments) -> Finding {
        do {
            let count = try arguments.configuration().folders.count
            return Finding(
                subject: "configuration", isGood: true,
                detail: "\(count) folders in \(arguments.configurationDirectory)")
        } catch {
            return Finding(subject: "configuration", isGood: false, detail: error.description)
        }
    }

    private static func service(_ arguments: ParsedArguments) -> Finding {
        do {
            let status = try arguments.client().ask(StatusReport.self, "GET", "/status")
            let notes =
                status.warnings
                + status.folders.filter { $0.state != "active" }.map { "\($0.name): \($0.state)" }
            let detail = notes.isEmpty ? "running as process \(status.pid)" : notes.joined(separator: "; ")
            return Finding(subject: "service", isGood: notes.isEmpty, detail: detail)
        } catch {
            return Finding(subject: "service", isGood: false, detail: "it does not answer; start papertrayd")
        }
    }

    private static func limits() -> [Finding] {
        ["max_user_watches", "max_user_instances", "max_queued_events"].map { name in
            let value = KernelSetting.inotify(name)
            let isEnough = (value ?? 0) >= (name == "max_user_instances" ? 16 : 8192)
            return Finding(
                subject: "fs.inotify.\(name)", isGood: isEnough,
                detail: value.map(String.init) ?? "cannot be read")
        }
    }
}
