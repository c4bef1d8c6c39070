// A job's directory for tests: made in the temporary directory, removed when the tests end, with the engine's tasks run
// on it as a worker would, and other people's tools asked about the results.

internal import Documents
internal import Engine
internal import Foundation

/// One document on its way through the engine.
final class JobFolder {
    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures").standardizedFileURL

    let url: URL
    var limits = Limits()
    private let engine = Engine(resources: EngineResources())
    private let name: String

    /// Starts with a copy of a fixture.
    convenience init(_ fixture: String) throws {
        try self.init(named: fixture, Data(contentsOf: Self.fixtures.appending(path: fixture)))
    }

    init(named name: String, _ content: Data) throws {
        self.name = name
        url = scratch.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try content.write(to: source)
    }

    var source: URL { url.appending(path: "source") }

    func run(_ work: Work) throws(Failure) -> TaskResult {
        let request = TaskRequest(id: 1, directory: url.path(), work: work, limits: limits, name: name)
        return try engine.run(request, progress: { _ in })
    }

    func identify(wantsText: Bool = false, wantsDetails: Bool = false) throws -> Facts {
        let result = try run(.identify(path: "source", wantsText: wantsText, wantsDetails: wantsDetails))
        guard case .facts(let facts) = result else { throw Unexpected(result: result) }
        return facts
    }

    /// Identifies the source, runs one step with all its parts, verifies every page, and returns the result.
    func step(
        _ name: String, _ options: [String: OptionValue] = [:], on input: StepFile? = nil,
        with companions: [StepFile] = []
    ) throws -> URL {
        let outputs = try outputs(name, options, on: input, with: companions)
        return url.appending(path: outputs[0].path)
    }

    /// All that the step makes.
    func outputs(
        _ name: String, _ options: [String: OptionValue] = [:], on input: StepFile? = nil,
        with companions: [StepFile] = []
    ) throws -> [StepFile] {
        let facts = try identify()
        let input = input ?? StepFile(path: "source", type: facts.type, pages: facts.pageCount ?? 0)
        let directory = input.path == "source" ? "01-\(name)" : "02-\(name)"
        let work = StepWork(
            step: PlannedStep(name, StepOptions(options)), inputs: [input], companions: companions,
            directory: directory)
        let divided = try run(.divide(work))
        guard case .parts(let parts) = divided else { throw Unexpected(result: divided) }
        for part in parts { _ = try run(.perform(work, part)) }
        let assembled = try run(.assemble(work, partCount: parts.count))
        guard case .outputs(let outputs) = assembled, !outputs.isEmpty else {
            throw Unexpected(result: assembled)
        }
        for output in outputs {
            _ = try run(.verify(Verification(file: output, firstPage: 1, lastPage: output.pages)))
        }
        return outputs
    }
}

/// Where all job folders lie; results are looked at after their job is done, so it goes with the process.
let scratch: URL = {
    let url = FileManager.default.temporaryDirectory.appending(path: "engine-tests-\(getpid())")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: scratch) }
    return url
}()

struct Unexpected: Error {
    let result: TaskResult
}

/// The standard output of a program; its failure is an error.
@discardableResult
func tool(_ name: String, _ arguments: String..., accepting codes: Set<Int32> = [0]) throws -> Data {
    try tool(name, arguments: arguments, accepting: codes)
}

@discardableResult
func tool(_ name: String, arguments: [String], accepting codes: Set<Int32> = [0]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard codes.contains(process.terminationStatus) else {
        throw ToolFailure(name: name, status: process.terminationStatus)
    }
    return data
}

struct ToolFailure: Error {
    let name: String
    let status: Int32
}

/// The text that poppler finds, page by page.
func text(of pdf: URL) throws -> [String] {
    String(decoding: try tool("pdftotext", pdf.path(), "-"), as: UTF8.self).split(separator: "\u{0C}").map(
        String.init)
}

/// The pixels that poppler draws, all pages.
/// - Parameter isCropped: Whether only the visible part of each page is drawn.
func pixels(of pdf: URL, dpi: Int = 60, isCropped: Bool = false) throws -> Data {
    let prefix = scratch.appending(path: "pixels-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: prefix, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: prefix) }
    let crop = isCropped ? ["-cropbox"] : []
    try tool("pdftoppm", arguments: crop + ["-r", String(dpi), pdf.path(), prefix.path() + "/page"])
    let pages = try FileManager.default.contentsOfDirectory(at: prefix, includingPropertiesForKeys: nil)
    return try pages.sorted { $0.path() < $1.path() }.reduce(into: Data()) { $0 += try Data(contentsOf: $1) }
}
