// `papertray <step> [options] INPUT... -o OUTPUT`: every step as a command, made from the step's declaration.

import Documents
import Platform

enum StepCommand {
    static let signed = OptionDeclaration(
        "signed", .choice(["refuse", "invalidate"]), default: .text("refuse"),
        help: "What to do with a digitally signed document, which the step would change")

    static func declaration(_ step: StepDeclaration) -> CommandDeclaration {
        CommandDeclaration(
            step.name, step.summary, operands: "INPUT... -o OUTPUT", count: 1...Int.max,
            options: step.options + [CommonOption.output, signed])
    }

    static func run(_ step: StepDeclaration, _ arguments: ParsedArguments) async throws -> ExitCode {
        guard let output = arguments[CommonOption.output]?.text else {
            throw UsageMistake("-o OUTPUT is missing")
        }
        let targets = try targets(for: arguments.operands.map { Path($0) }, output: Path(output))
        let names = Set(step.options.map(\.name))
        let options = StepOptions(arguments.options.filter { names.contains($0.key) })
        let planned = PlannedStep(step.name, options)
        let policy: SignedPolicy = arguments[signed]?.text == "invalidate" ? .invalidate : .quarantine
        try await Workbench.use { bench in
            for (number, target) in targets.enumerated() {
                let document = try await bench.take(target.input, number: number)
                guard let result = try await bench.run([planned], on: document, signed: policy).first else {
                    continue
                }
                try await bench.publish(result, of: document, as: target.output)
            }
        }
        return .ok
    }

    private struct Target: Sendable {
        let input: Path
        let output: Path
    }

    /// One input makes the file OUTPUT; several make files of their own names in the folder OUTPUT.
    private static func targets(for inputs: [Path], output: Path) throws -> [Target] {
        let isFolder: Bool
        do { isFolder = try Directory(output.parent).status(output.last).kind == .directory } catch {
            isFolder = false
        }
        if isFolder {
            return inputs.map { input in
                let stem = RawName(input.last.bytes).stemAndExtension.stem
                return Target(input: input, output: output / Path(bytes: stem.bytes + Array(".pdf".utf8)))
            }
        }
        guard inputs.count == 1 else {
            throw CommandFailure(
                .cannotCreate, code: "target-unreachable",
                "\(output) is not a folder, and there are several inputs.",
                "Make the folder first, or give one input.")
        }
        let isTaken: Bool
        do { isTaken = try Directory(output.parent).exists(output.last) } catch { isTaken = false }
        if isTaken {
            // Said before the work and not after it.
            throw CommandFailure(
                .cannotCreate, code: "target-unreachable", "\(output) exists already.",
                "Choose another name, or move that file away; nothing is ever overwritten.")
        }
        return [Target(input: inputs[0], output: output)]
    }
}
