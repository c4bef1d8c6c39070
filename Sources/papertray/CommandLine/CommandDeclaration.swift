// How a command is declared: help, parsing and shell completion all come from these values; the options of a step's
// command are the step's own declaration.

import Documents

/// What stands on the command line of a command.
struct CommandDeclaration: Sendable {
    let name: String
    /// One line, without a full stop.
    let summary: String
    /// Operands as they are shown, such as `FILE...`.
    let operands: String
    let operandCount: ClosedRange<Int>
    let options: [OptionDeclaration]

    init(
        _ name: String, _ summary: String, operands: String = "", count: ClosedRange<Int> = 0...0,
        options: [OptionDeclaration] = []
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        operandCount = count
        self.options = options
    }

    /// The options of this command and those of every command.
    var allOptions: [OptionDeclaration] { options + CommonOption.all }

    var usage: String {
        "papertray \(name) [options]" + (operands.isEmpty ? "" : " \(operands)")
    }
}

/// Options that more than one command has.
enum CommonOption {
    static let config = OptionDeclaration(
        "config", .text, help: "Configuration directory (else $PAPERTRAY_CONFIG, ./Config, /etc/papertray)")
    static let help = OptionDeclaration("help", .boolean, default: .boolean(false), help: "Show this help")
    static let json = OptionDeclaration(
        "json", .boolean, default: .boolean(false), help: "Print JSON for programs")
    static let output = OptionDeclaration(
        "output", .text,
        help: "The file to make, or the folder for several (short: -o); an existing file is never overwritten"
    )

    static let all = [config, help]
    /// Short forms, by letter.
    static let short = ["o": "output", "h": "help"]
}

/// A command line as given: operands and checked options.
struct ParsedArguments: Sendable {
    var operands: [String] = []
    var options: [String: OptionValue] = [:]

    subscript(_ option: OptionDeclaration) -> OptionValue? { options[option.name] ?? option.defaultValue }

    func isSet(_ option: OptionDeclaration) -> Bool { self[option]?.boolean ?? false }
}

/// A command line that cannot be understood.
struct UsageMistake: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
