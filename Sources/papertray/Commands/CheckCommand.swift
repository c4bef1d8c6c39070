// `papertray check`: validates the configuration.

import Documents
import Settings

struct CheckCommand: Command {
    static let declaration = CommandDeclaration(
        "check", "Validate the configuration and show where its mistakes are")

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        let configuration = try arguments.configuration()
        for folder in configuration.folders {
            let rules = folder.rules.count == 1 ? "1 rule" : "\(folder.rules.count) rules"
            print("\(folder.name): \(rules), \(folder.inbox)")
        }
        print("The configuration is valid.")
        return .ok
    }
}
