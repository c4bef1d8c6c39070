// `papertray <step> [options] INPUT... -o OUTPUT`: every step as a command, made from the step's declaration.

import Documents
import Platform
import Rules

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
        let names = Set(step.options.map(\.name))
        let options = StepOptions(arguments.options.filter { names.contains($0.key) })
        if let mistake = step.mistake(in: options) { throw UsageMistake(mistake) }
        let planned = PlannedStep(step.name, options)
        let targets = try targets(
            for: arguments.operands.map { Path($0) }, output: Path(output), beside: planned.sideType)
        let policy: SignedPolicy = arguments[signed]?.text == "invalidate" ? .invalidate : .quarantine
        try await Workbench.use { bench in
            for (number, target) in targets.enumerated() {
                let document = try await bench.take(target.input, number: number)
                guard let result = try await bench.run([planned], on: document, signed: policy).first else {
                    continue
                }
                try await bench.publish(result, of: document, as: target.output)
                remark(on: result.main, below: planned.reviewMark, target.output)
            }
        }
        return .ok
    }

    private struct Target: Sendable {
        let input: Path
        let output: Path
    }

    /// One input makes the file OUTPUT; several make files of their own names in the folder OUTPUT.
    private static func targets(
        for inputs: [Path], output: Path, beside side: FileType?
    ) throws -> [Target] {
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
        let sides = namesOfSides(of: [side].compactMap(\.self), beside: RawName(output.last.bytes))
        for name in [output.last] + sides.map({ Path(bytes: $0.bytes) }) {
            // Said before the work and not after it.
            try requireFree(output.parent / name)
        }
        return [Target(input: inputs[0], output: output)]
    }

    /// - Throws: `target-unreachable` where there is a file of that name.
    static func requireFree(_ path: Path) throws {
        let isTaken: Bool
        do { isTaken = try Directory(path.parent).exists(path.last) } catch { isTaken = false }
        guard isTaken else { return }
        throw CommandFailure(
            .cannotCreate, code: "target-unreachable", "\(path) exists already.",
            "Choose another name, or move that file away; nothing is ever overwritten.")
    }

    /// Says which pages a person should look at.
    private static func remark(on revision: Revision, below mark: Double, _ output: Path) {
        let pages = revision.quality?.pages(below: mark) ?? []
        guard !pages.isEmpty else { return }
        let list = pages.map { "\($0.page) (\(Int($0.confidence)))" }.joined(separator: ", ")
        Terminal.complain("papertray: note: \(output) was read with low confidence on page \(list).")
    }
}
