// What the fake worker can be told to do, by the first word of the request's name:
//
//   answer           the ordinary answer          wait             the same, once the job's directory holds `go`
//   crash            abort                        wait-crash       abort, once it holds `go`
//   exit N           end with a status            dies-once        abort the first time, then answer
//   hang             never answer                 try N            abort until the n-th time, then answer
//   eat              take memory slowly           leave            answer and end at once
//   flood            much on standard output      fail             a failure of its own
//   pour             the same without an end
//   rubbish          no JSON in a frame           long             a frame beyond the limit
//   cut              half a frame, then the end   deaf             close the channel and stay
//   strange          answers to other questions   steps            progress in quarters, then the answer

import Documents
import FoundationEssentials
import Glibc
import Platform

struct Behaviour {
    private let request: TaskRequest
    private let channel: FrameChannel

    init(_ request: TaskRequest, channel: FrameChannel) {
        self.request = request
        self.channel = channel
    }

    private var words: [Substring] { request.name.split(separator: " ") }
    private var number: Int { words.count > 1 ? Int(words[1]) ?? 0 : 0 }
    private var directory: Path { Path(request.directory) }

    func act(_ reply: (TaskReply) throws -> Void) throws {
        switch words.first {
        case "crash": abort()
        case "exit": exit(Int32(number))
        case "hang": while true { pause() }
        case "eat": eat()
        case "flood": flood()
        case "pour": while true { flood() }
        case "rubbish": try channel.send("this is no JSON".utf8)
        case "long": write([0xFF, 0xFF, 0xFF, 0xFF])
        case "cut": write([0x10, 0, 0, 0, 0x7B]); exit(0)
        case "deaf": close(3); while true { pause() }
        case "fail": return try reply(.failed(request.id, Failure(.damaged, request.name, "so it was told")))
        case "wait", "wait-crash": waitForGo()
        case "dies-once", "try": try countTry()
        case "strange":
            try reply(.result(request.id + 1, .parts([])))
            try reply(.progress(request.id + 1, 0.5))
            try reply(.failed(request.id + 1, Failure(.damaged, "another")))
        case "steps": for quarter in 1...4 { try reply(.progress(request.id, Double(quarter) / 4)) }
        default: break
        }
        try reply(.result(request.id, try answer()))
        if words.first == "leave" { exit(0) }
    }

    // MARK: Misbehaving

    private func eat() -> Never {
        while true {
            let bytes = 4 << 20
            memset(malloc(bytes), 1, bytes)
            usleep(10_000)
        }
    }

    private func flood() {
        let line = [UInt8](repeating: 0x78, count: 1 << 16)
        for _ in 0..<64 {
            _ = Glibc.write(STDOUT_FILENO, line, line.count)
            _ = Glibc.write(STDERR_FILENO, line, line.count)
        }
    }

    private func write(_ bytes: [UInt8]) {
        _ = Glibc.write(3, bytes, bytes.count)
    }

    /// The tests' signal is a file, since a worker has no other ear while it works.
    private func waitForGo() {
        while access((directory / "go").string, F_OK) != 0 { usleep(1000) }
        if words.first == "wait-crash" { abort() }
    }

    /// Each try leaves a mark in the job's directory; two workers may try at the same time.
    private func countTry() throws {
        let job = try Directory(directory)
        var tries = 1
        while try !mark(job, tries) { tries += 1 }
        if tries < (words.first == "try" ? number : 2) { abort() }
    }

    /// - Returns: Whether the mark was free.
    private func mark(_ job: Directory, _ number: Int) throws(SystemError) -> Bool {
        do {
            _ = try job.create(Path("try-\(number)"))
            return true
        } catch  where error.isTaken {
            return false
        }
    }

    // MARK: Answering

    private func answer() throws -> TaskResult {
        switch request.work {
        case .identify: return .facts(facts())
        case .divide(let step):
            let pages = max(1, step.inputs.map(\.pages).reduce(0, +))
            return .parts((1...pages).map { Part(index: $0 - 1, firstPage: $0, lastPage: $0) })
        case .perform(let step, let part):
            return .done(files: [try make("\(step.directory)/part-\(part.index)", "part \(part.index)")])
        case .assemble(let step, _):
            let path = try make("\(step.directory)/result.pdf", "result")
            return .outputs([StepFile(path: path, type: .pdf, pages: step.inputs.map(\.pages).reduce(0, +))])
        case .verify: return .done(files: [])
        }
    }

    private func make(_ path: String, _ text: String) throws -> String {
        let job = try Directory(directory)
        try job.removeIfPresent(Path(path))
        try job.create(Path(path)).write(text.utf8)
        return path
    }

    /// Facts that tell tests about the process: its number as the size, its environment as metadata.
    private func facts() -> Facts {
        var facts = Facts(type: .pdf, bytes: Int(getpid()))
        facts.pageCount = 1
        var details = Facts.Details()
        for name in ["OMP_THREAD_LIMIT", "HOME", "PATH", "TESSDATA_PREFIX", "PAPERTRAY_CONFIG"] {
            if let value = getenv(name) { details.metadata[name] = String(cString: value) }
        }
        details.metadata["arguments"] = CommandLine.arguments.dropFirst().joined(separator: " ")
        facts.details = details
        return facts
    }
}
