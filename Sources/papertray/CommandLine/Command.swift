// A command: its declaration, and what it does. One file for each in `Commands`.

import Console
import Documents
import FoundationEssentials
import Platform
import Settings

/// Why a command did not do what it was asked.
struct CommandFailure: Error {
    let exit: ExitCode
    let code: String
    let message: String
    let action: String

    init(_ exit: ExitCode, code: String, _ message: String, _ action: String) {
        self.exit = exit
        self.code = code
        self.message = message
        self.action = action
    }

    init(_ failure: Failure, in language: Language = .english) {
        self.init(
            failure.code.exitCode, code: failure.code.rawValue, failure.message(in: language),
            failure.action(in: language))
    }

    init(_ failure: ControlFailure) {
        switch failure {
        case .unreachable(let reason):
            self.init(
                .unavailable, code: "service-unreachable", "The service does not answer (\(reason)).",
                "Start it with `papertrayd`, or check --config and the permissions of its control socket.")
        case .refused(let refusal):
            self.init(
                ExitCode(rawValue: refusal.exit) ?? .failure, code: refusal.code, refusal.message,
                refusal.action)
        case .unintelligible(let reason):
            self.init(
                .bug, code: "unintelligible", reason, "Use a command of the same version as the service.")
        }
    }
}

protocol Command: Sendable {
    static var declaration: CommandDeclaration { get }
    static func run(_ arguments: ParsedArguments) async throws -> ExitCode
}

extension ParsedArguments {
    var configurationDirectory: Path {
        self[CommonOption.config]?.text.map { Path($0) } ?? ConfigurationPlace.standard()
    }

    func configuration() throws(ConfigurationMistakes) -> Configuration {
        let directory = configurationDirectory
        return try Configuration.load(from: directory, serviceUser: ConfigurationPlace.owner(of: directory))
    }

    /// The way to the running service.
    func client() throws(ConfigurationMistakes) -> ControlClient {
        ControlClient(socket: try ServiceSettings.load(from: configurationDirectory).state / "control.sock")
    }
}

/// Prints a value as JSON for programs.
func printJSON(_ value: some Encodable) throws {
    print(try json(value))
}

/// A value as JSON for programs.
func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
