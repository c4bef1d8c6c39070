// A real service in a scratch folder. Tests wait for what it says on standard error, never for time; each suite's time
// limit is the deadline.

import Documents
import Foundation
import Glibc
import Testing

/// A service with the folders `searchable` and `passthrough`, and its whole tree.
actor Tray {
    static let standard = """
        [[rule]]
        name = "all"
        step = [{ do = "ocr", languages = ["eng", "chi_sim"] }]
        """
    static let passthrough = "[[rule]]\nname = \"all\"\nstep = []\n"

    nonisolated let scratch: Scratch
    nonisolated let environment: [String: String]
    private let launcher: [String]
    private let program: String?
    private var process: Process?
    private var lines: AsyncStream<String>.Iterator?
    private(set) var history: [String] = []

    /// - Parameters:
    ///   - folder: The `[folder]` table's keys beside `name`; settling is quick.
    ///   - user: The user that the service runs as, where it is not that of the tests.
    ///   - launcher: A program and its arguments that start the service, whose words follow.
    ///   - program: The service, where it is not the one beside the tests.
    init(
        searchable: String = Tray.standard, folder: String = "settle = \"50ms\"", service: String = "",
        environment: [String: String] = [:], user: String? = nil, launcher: [String] = [],
        program: String? = nil
    ) throws {
        scratch = try Scratch()
        self.environment = environment
        self.program = program
        self.launcher =
            launcher + (user.map { ["/usr/bin/setpriv", "--reuid", $0, "--clear-groups"] } ?? [])
        try scratch.write("[service]\nworkers = 2\n\(service)\n", to: "Config/papertray.toml")
        try scratch.write("[folder]\n\(folder)\n\(searchable)", to: "Config/folders.d/searchable.toml")
        try scratch.write("[folder]\n\(folder)\n\(Tray.passthrough)", to: "Config/folders.d/passthrough.toml")
    }

    nonisolated var config: String { scratch.file("Config") }

    nonisolated func file(_ name: String, in place: String, of folder: String = "searchable") -> String {
        scratch.file("tray/\(folder)/\(place)/\(name)")
    }

    nonisolated func names(in place: String, of folder: String = "searchable") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.file("tray/\(folder)/\(place)")).sorted()
    }

    // MARK: Life

    /// - Parameter environment: In place of the one the tray was made with.
    func start(environment: [String: String]? = nil) async throws {
        let process = Process()
        let program = try self.program ?? Place.program("papertrayd")
        let words = launcher + [program, "--config", config]
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment ?? self.environment) {
            $1
        }
        let pipe = Pipe()
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        lines = pipe.fileHandleForReading.lineStream().makeAsyncIterator()
        try process.run()
        self.process = process
        try await wait { $0.contains("event=ready") }
    }

    var pid: Int32 { process?.processIdentifier ?? 0 }

    /// Ends the service in the middle of whatever it does.
    func kill() {
        Glibc.kill(pid, SIGKILL)
        process?.waitUntilExit()
        process = nil
    }

    /// Ends the service as a service manager does.
    @discardableResult
    func stop() -> Int32 {
        guard let process else { return 0 }
        process.terminate()
        process.waitUntilExit()
        self.process = nil
        return process.terminationStatus
    }

    /// Waits until the service has ended by itself, as an armed failpoint makes it.
    func expectEnd() {
        process?.waitUntilExit()
        #expect(process?.terminationReason == .uncaughtSignal)
        process = nil
    }

    deinit {
        if let process, process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
    }

    // MARK: Waiting

    /// Reads on until a line of the log meets the condition.
    func wait(for condition: (String) -> Bool) async throws {
        while let line = await next() {
            if condition(line) { return }
        }
        throw EndOfLog(history: history)
    }

    /// Waits until so many lines of the log, those already read among them, meet the condition.
    func hasSaid(_ count: Int = 1, _ condition: (String) -> Bool) async throws {
        while history.filter(condition).count < count { try await wait { _ in true } }
    }

    struct EndOfLog: Error {
        let history: [String]
    }

    private func next() async -> String? {
        guard var iterator = lines else { return nil }
        let line = await iterator.next(isolation: self)
        lines = iterator
        if let line { history.append(line) }
        return line
    }

    /// Waits until so many jobs have ended since the last wait.
    func ended(_ count: Int) async throws {
        var left = count
        while left > 0 {
            try await wait { line in
                ["to=completed", "to=quarantined", "to=cancelled"].contains { line.contains($0) }
            }
            left -= 1
        }
    }

    /// Asks until nothing is waiting or under way.
    func settled() throws {
        while true {
            let folders = try ask(StatusReport.self, "status").folders
            let isIdle = folders.allSatisfy { $0.waiting + $0.queued + $0.running == 0 }
            let hasEnded = folders.contains { $0.completed + $0.quarantined > 0 }
            if isIdle && hasEnded { return }
        }
    }

    // MARK: Using

    /// Drops a copy of a fixture into an inbox by a rename, so that it arrives whole.
    nonisolated func drop(
        _ fixture: String, as name: String? = nil, into folder: String = "searchable", replacing: Bool = false
    ) throws {
        try drop(file: Place.fixture(fixture), as: name ?? fixture, into: folder, replacing: replacing)
    }

    nonisolated func drop(
        file: String, as name: String, into folder: String = "searchable", replacing: Bool = false
    ) throws {
        let arriving = scratch.file(UUID().uuidString)
        try FileManager.default.copyItem(atPath: file, toPath: arriving)
        let target = self.file(name, in: "inbox", of: folder)
        let parent = URL(filePath: target).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        // Unlike a rename, moving refuses a taken name.
        if replacing {
            #expect(rename(arriving, target) == 0)
        } else {
            try FileManager.default.moveItem(atPath: arriving, toPath: target)
        }
    }

    @discardableResult
    nonisolated func command(_ words: String..., input: String? = nil) throws -> Outcome {
        try run(Place.program("papertray"), words + ["--config", config], input: input)
    }

    nonisolated func ask<Value: Decodable>(_ type: Value.Type, _ words: String...) throws -> Value {
        let outcome = try run(Place.program("papertray"), words + ["--json", "--config", config])
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try JSONDecoder().decode(type, from: Data(outcome.output.utf8))
    }

    /// Has `[[notify]]` run a command that appends its payload as one line to `told` beside the configuration.
    /// - Parameter keys: Of the entry, such as the events.
    nonisolated func tellCommand(_ keys: String) throws {
        let command = scratch.file("tell")
        try scratch.write("#!/bin/sh\n{ cat; echo; } >> '\(scratch.file("told"))'\n", to: "tell")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command)
        try scratch.write(
            """
            [service]
            workers = 2
            [[notify]]
            command = ["\(command)"]
            \(keys)
            """, to: "Config/papertray.toml")
    }

    nonisolated func job(named name: String) throws -> JobReport {
        try #require(try ask([JobReport].self, "jobs", "--limit", "1000").first { $0.name == name })
    }

    /// The proof that nothing is lost, nothing is left over, and nobody is left running.
    nonisolated func expectOrder() throws {
        let audit = try command("audit")
        #expect(audit.status == 0, "\(audit.output)")
        func names(in directory: String) throws -> [String] {
            // What is kept to be used again belongs to no job.
            try FileManager.default.contentsOfDirectory(atPath: scratch.file(directory))
                .filter { !$0.hasPrefix(".spare-") }
        }
        #expect(try names(in: "tray/.state/jobs").isEmpty)
        for folder in ["searchable", "passthrough"] {
            let claims = "tray/\(folder)/.papertray/claimed"
            #expect(try names(in: claims).isEmpty)
        }
    }
}

extension FileHandle {
    /// The lines that come, read by a thread of their own.
    fileprivate func lineStream() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let descriptor = dup(fileDescriptor)
        Thread.detachNewThread {
            let file = fdopen(descriptor, "r")
            var line: UnsafeMutablePointer<CChar>?
            var capacity = 0
            while let file, getline(&line, &capacity, file) > 0, let line {
                continuation.yield(String(cString: line).trimmingCharacters(in: .newlines))
            }
            free(line)
            if let file { fclose(file) }
            continuation.finish()
        }
        return stream
    }
}
