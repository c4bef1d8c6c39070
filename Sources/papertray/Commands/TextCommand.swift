// `papertray text`: the recognised text of a document, taken out to be corrected and put back. The work is done by a
// confined worker, as that of every step.

import Delivery
import Documents
import Platform
import Rules
import Scheduling

struct TextCommand: Command {
    static let force = OptionDeclaration(
        "force", .boolean, default: .boolean(false),
        help: "With apply, take the place of a file that is there already; never of DOC itself")
    static let output = OptionDeclaration(
        "output", .text,
        help: "The file to make (short: -o); export writes to standard output without it, apply beside DOC")

    static let declaration = CommandDeclaration(
        "text", "Export the recognised text of a document as JSON, or apply a corrected one to it",
        operands: "export DOC | apply DOC TEXT", count: 2...3,
        options: [output, force, StepCommand.signed, CommonOption.json])

    /// The shape behind `apply --json`.
    struct Answer: Encodable {
        let output: String
        let corrections: Int
        let confidences: [Double?]
    }

    static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
        let operands = arguments.operands
        switch operands[0] {
        case "export" where operands.count == 2: try await export(Path(operands[1]), arguments)
        case "apply" where operands.count == 3:
            try await apply(Path(operands[2]), to: Path(operands[1]), arguments)
        case "export": throw UsageMistake("too many operands")
        case "apply": throw UsageMistake("TEXT is missing")
        default: throw UsageMistake("text knows export and apply, not \(operands[0])")
        }
        return .ok
    }

    // MARK: Export

    private static func export(_ file: Path, _ arguments: ParsedArguments) async throws {
        let target = arguments[output]?.text.map { Path($0) }
        if let target, !arguments.isSet(force) { try StepCommand.requireFree(target) }
        let isForced = arguments.isSet(force)
        try await Workbench.use { bench in
            let document = try await take(file, on: bench)
            // Reading changes nothing, so a signature is no obstacle.
            let results = try await bench.run([.exportText], on: document, signed: .invalidate)
            guard let result = results.first else { return }
            if let target {
                try await put(result, of: document, at: target, from: file, isForced, on: bench)
            } else {
                let directory = document.context.directory
                let bytes = try Directory(directory).open(Path(result.main.path)).readAll()
                print(String(decoding: bytes, as: UTF8.self), terminator: "")
            }
        }
    }

    // MARK: Apply

    private static func apply(_ text: Path, to file: Path, _ arguments: ParsedArguments) async throws {
        let target =
            arguments[output]?.text.map { Path($0) }
            ?? Path(bytes: marked(RawName(file.bytes), "-corrected").bytes)
        let isForced = arguments.isSet(force)
        if !isForced { try StepCommand.requireFree(target) }
        let policy: SignedPolicy =
            arguments[StepCommand.signed]?.text == "invalidate" ? .invalidate : .quarantine
        let quality = try await Workbench.use { bench -> TextQuality? in
            let document = try await take(file, on: bench)
            let companion = try await bench.add(text, to: document, as: .json)
            let results = try await bench.run(
                [.applyText], on: document, signed: policy, with: [companion])
            guard let result = results.first else { return nil }
            try await put(result, of: document, at: target, from: file, isForced, on: bench)
            return result.main.quality
        }
        let count = quality?.corrections ?? 0
        if arguments.isSet(CommonOption.json) {
            let answer = Answer(
                output: RawName(target.bytes).display, corrections: count,
                confidences: quality?.confidences ?? [])
            try printJSON(answer)
        } else {
            print(
                "\(RawName(target.bytes).display): \(count == 1 ? "1 word is" : "\(count) words are") corrected."
            )
        }
    }

    // MARK: Files

    private static func take(_ file: Path, on bench: Workbench) async throws -> Workbench.Document {
        let document = try await bench.take(file, number: 0)
        guard document.facts.type == .pdf else {
            throw CommandFailure(
                .inputRefused, code: "unsupported-type", "\(document.context.name) is not a PDF.",
                "Make it one with `papertray ocr` first.")
        }
        return document
    }

    private static func put(
        _ result: PlannedResult, of document: Workbench.Document, at target: Path, from source: Path,
        _ isForced: Bool, on bench: Workbench
    ) async throws {
        guard isForced else { return try await bench.publish(result, of: document, as: target) }
        if try isSameFile(source, target) {
            throw CommandFailure(
                .cannotCreate, code: "target-unreachable", "\(target) is the original.",
                "Choose another name; an original is never changed.")
        }
        let interim = target.parent / Placing.temporaryName()
        try await bench.publish(result, of: document, as: interim)
        try await onBlockingThread { () throws(SystemError) in
            let directory = try Directory(target.parent)
            try directory.replace(target.last, with: interim.last)
            try directory.sync()
        }
    }

    private static func isSameFile(_ first: Path, _ second: Path) throws -> Bool {
        do throws(SystemError) {
            let (left, right) = (
                try Directory(first.parent).openFollowingLinks(first.last).status(),
                try Directory(second.parent).openFollowingLinks(second.last).status()
            )
            return left.inode == right.inode && left.device == right.device
        } catch {
            if error.isMissing { return false }
            throw Failure(.fileUnavailable, error.operand, error.description)
        }
    }
}
