// `papertray schema` and `papertray completion`: what other programs make of the declarations.

import Documents
import Settings

struct SchemaCommand: Command {
    static let declaration = CommandDeclaration("schema", "Print the JSON Schema of the configuration files")

    static func run(_ arguments: ParsedArguments) -> ExitCode {
        print(schema())
        return .ok
    }
}

struct CompletionCommand: Command {
    static let declaration = CommandDeclaration(
        "completion", "Print a completion script for a shell", operands: "bash|zsh|fish", count: 1...1)

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        switch arguments.operands[0] {
        case "bash": print(Completion.bash)
        case "zsh": print(Completion.zsh)
        case "fish": print(Completion.fish)
        case let shell: throw UsageMistake("there is no completion for \(shell); bash, zsh and fish have one")
        }
        return .ok
    }
}
