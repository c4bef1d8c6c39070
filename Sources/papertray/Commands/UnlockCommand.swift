// `papertray unlock JOB`: the password of a locked document, read without echo, kept in the service's memory only.

import Console
import Documents
import Glibc

struct UnlockCommand: Command {
    static let declaration = CommandDeclaration(
        "unlock", "Give the password of a locked document and try its job again", operands: "JOB",
        count: 1...1)

    static func run(_ arguments: ParsedArguments) throws -> ExitCode {
        guard let password = readPassword() else {
            throw UsageMistake("no password was given on standard input")
        }
        let job = arguments.operands[0]
        let answer = try arguments.client().ask(
            Confirmation.self, "POST", "/unlock", [.job: job], secret: password)
        print(answer.message)
        return .ok
    }

    /// A line from the terminal without echo, or from standard input where that is no terminal.
    private static func readPassword() -> String? {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() }
        Terminal.write("Password: ", to: STDERR_FILENO)
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            Terminal.write("\n", to: STDERR_FILENO)
        }
        return readLine()
    }
}
