// `papertray manual PAGE`: a manual page as roff, for packages and for `man -l`.

import Documents

struct ManualCommand: Command {
    static let declaration = CommandDeclaration(
        "manual", "Print a manual page as roff, for `man -l`",
        operands: Manual.names.map(\.0).joined(separator: "|"), count: 1...1)

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        let name = arguments.operands[0]
        guard let page = Manual.roff(of: name) else {
            let names = Manual.names.map(\.0).joined(separator: ", ")
            throw UsageMistake("there is no manual page \(name); the pages are \(names)")
        }
        print(page, terminator: "")
        return .ok
    }
}
