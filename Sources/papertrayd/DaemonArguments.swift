// `papertrayd [--config DIR]`, and how it says what is wrong before the service runs.

import Documents
import Glibc
import Platform
import Settings

/// Says something to the person who started the service.
func complain(_ line: String) {
    let text = line + "\n"
    text.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
}

/// Why the service did not start.
struct StartFailure: Error {
    let exit: ExitCode
    let message: String

    init(_ exit: ExitCode, _ message: String) {
        self.exit = exit
        self.message = message
    }

    init(_ failure: Failure) {
        self.init(
            failure.code.exitCode, "\(failure.code.rawValue): \(failure.message())\n\(failure.action())")
    }
}

struct DaemonArguments: Sendable {
    let configuration: Path

    init(_ arguments: [String]) {
        switch arguments.first {
        case "--help", "-h":
            print(
                "Usage: papertrayd [--config DIR]\n\nWatches folders and processes what is dropped there; see papertrayd(8)."
            )
            exit(ExitCode.ok.rawValue)
        case "--version":
            print("papertrayd \(papertrayVersion)")
            exit(ExitCode.ok.rawValue)
        case "--config" where arguments.count == 2: configuration = Path(arguments[1])
        case nil: configuration = ConfigurationPlace.standard()
        default:
            complain("papertrayd: usage: papertrayd [--config DIR]")
            exit(ExitCode.usage.rawValue)
        }
    }

    /// Loads the configuration or ends the process with its mistakes.
    func loadConfiguration() -> Configuration {
        do {
            return try Configuration.load(from: configuration)
        } catch {
            for mistake in error.all { complain(mistake.description) }
            exit(ExitCode.configuration.rawValue)
        }
    }
}
