// How a step works: it divides itself into parts that may be done side by side and in any order, does one, and puts
// them together. One file per step implements this; the table below is the only list of them.

internal import Documents
internal import FoundationEssentials

/// The work of one step.
protocol StepEngine {
    /// The parts, numbered from 0.
    func divide(_ work: StepWork, _ task: Assignment) throws(Failure) -> [Part]

    /// Does one part and returns the files it made, below the step's directory and named after the part. A part may
    /// be done again after an interruption.
    func perform(
        _ work: StepWork, _ part: Part, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [String]

    /// Makes the step's results from its parts' files.
    func assemble(
        _ work: StepWork, partCount: Int, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [StepFile]
}

/// The engines by the names of their steps.
private let stepEngines: [String: @Sendable () -> any StepEngine] = [
    StepDeclaration.ocr.name: { OCRStepEngine() },
    StepDeclaration.convert.name: { ConvertStepEngine() },
    StepDeclaration.enhance.name: { EnhanceStepEngine() },
    PlannedStep.exportText.name: { ExportTextEngine() },
    PlannedStep.applyText.name: { ApplyTextEngine() },
]

func stepEngine(of work: StepWork, _ task: Assignment) throws(Failure) -> any StepEngine {
    guard let make = stepEngines[work.step.name] else {
        throw Failure(.unsupportedPDF, task.name, "there is no step named \(work.step.name)")
    }
    return make()
}

extension StepWork {
    /// The file of a part, such as `01-ocr/part-00001.json`.
    func partPath(_ index: Int, _ fileExtension: String) -> String {
        let digits = String(index + 1)
        return
            "\(directory)/part-\(String(repeating: "0", count: max(0, 5 - digits.count)))\(digits).\(fileExtension)"
    }

    /// Where a step with one result puts it.
    var resultPath: String { "\(directory)/result.pdf" }

    /// The only input of a step that takes one.
    func input(_ task: Assignment) throws(Failure) -> StepFile {
        guard let input = inputs.first else {
            throw Failure(.fileUnavailable, task.name, "the step has no input")
        }
        return input
    }
}

extension Assignment {
    private static let mostPartBytes = 64 << 20

    /// Writes what a part found as JSON.
    func write(part: some Encodable, to path: String) throws(Failure) {
        let bytes: [UInt8]
        do { bytes = Array(try JSONEncoder().encode(part)) } catch {
            throw Failure(.inputOutput, name, "a part cannot be encoded")
        }
        try workspace.write(bytes, to: path)
    }

    /// Reads what a part found.
    func part<Value: Decodable>(_ type: Value.Type, at path: String) throws(Failure) -> Value {
        let bytes = try workspace.read(path, limit: Self.mostPartBytes)
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
            throw Failure(.inputOutput, name, "a part cannot be decoded")
        }
    }

    /// Copies a document that needs no change; one that had to be repaired for reading is written anew.
    func pass(_ path: String, _ file: PDFFile, to result: String) throws(Failure) {
        if file.isRepaired {
            try workspace.clear(result)
            try file.write(to: workspace.path(result))
        } else {
            try workspace.copy(path, to: result)
        }
    }
}
