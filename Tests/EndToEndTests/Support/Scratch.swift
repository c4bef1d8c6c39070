// A scratch folder that goes with the test, and the programs that tests run in it.

import Foundation

/// A directory of the test's own, removed at its end.
final class Scratch: Sendable {
    let url: URL
    var path: String { url.path }

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "papertray-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(at: url) } catch { print("scratch \(path) stays: \(error)") }
    }

    func file(_ name: String) -> String { url.appending(path: name).path }

    func write(_ text: String, to name: String) throws {
        let place = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
    }
}

enum Place {
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func fixture(_ name: String) -> String { repository.appending(path: "Fixtures/\(name)").path }

    /// The programs stand beside the test bundle.
    static func program(_ name: String) throws -> String {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let beside = URL(filePath: bundle).deletingLastPathComponent().appending(path: name)
        if FileManager.default.isExecutableFile(atPath: beside.path) { return beside.path }
        // Where a helper of the toolchain runs the bundle, the bundle is its argument.
        for argument in CommandLine.arguments {
            let other = URL(filePath: argument).deletingLastPathComponent().appending(path: name)
            if FileManager.default.isExecutableFile(atPath: other.path) { return other.path }
        }
        return repository.appending(path: ".build/debug/\(name)").path
    }
}

/// What a program did.
struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String
}

/// Runs a program to its end.
@discardableResult
func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], input: String? = nil
) throws -> Outcome {
    let scratch = try Scratch()
    let process = Process()
    process.executableURL = program.hasPrefix("/") ? URL(filePath: program) : URL(filePath: "/usr/bin/env")
    process.arguments = program.hasPrefix("/") ? arguments : [program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    if let input {
        try scratch.write(input, to: "input")
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: scratch.file("input")))
    }
    // Files and not pipes: nobody has to empty them while the program runs.
    let names = ["output", "errors"].map { scratch.file($0) }
    let files = try names.map { name in
        try Data().write(to: URL(filePath: name))
        return try FileHandle(forWritingTo: URL(filePath: name))
    }
    process.standardOutput = files[0]
    process.standardError = files[1]
    try process.run()
    process.waitUntilExit()
    let texts = try names.map { String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self) }
    return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
}

/// The command of the product.
@discardableResult
func papertray(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
    try run(Place.program("papertray"), arguments, environment: environment)
}
