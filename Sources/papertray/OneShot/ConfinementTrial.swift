// What `doctor` asks the machine: a worker's trial of its own confinement, the OCR data, and settings of the kernel.

import Platform
import Scheduling

enum ConfinementTrial {
    /// Runs a worker that tries every forbidden act in a temporary spool.
    /// - Returns: How it ended and what it printed, a line for each act.
    static func run() throws(SystemError) -> (ExitStatus, String) {
        let name = Path("papertray-\(Random.hexadecimal(digits: 16))")
        let temporary = try Directory("/tmp")
        let spool = try temporary.makeDirectory(name, mode: 0o700)
        let result = trial(in: spool)
        try temporary.removeTree(name)
        return try result.get()
    }

    private static func trial(in spool: Directory) -> Result<(ExitStatus, String), SystemError> {
        do throws(SystemError) {
            let own = try spool.makeDirectory("own", mode: 0o700)
            let other = try spool.makeDirectory("other", mode: 0o700)
            try other.create("secret").write("secret".utf8)
            let output = try spool.create("output")
            let (process, _) = try ChildProcess.start(
                WorkerProgram.find(),
                arguments: [
                    "--prove", own.path.string, (other.path / "secret").string, String(currentProcess()),
                ],
                environment: ["LANG=C.UTF-8"], log: output.number)
            let status = process.wait()
            let text = try output.read(atMost: 1 << 16, at: 0)
            return .success((status, String(decoding: text, as: UTF8.self)))
        } catch {
            return .failure(error)
        }
    }
}

enum Tessdata {
    /// Debian's place of the models.
    private static let places: [Path] = [
        "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata",
    ]

    static func installedLanguages() -> Set<String> {
        for place in places {
            do {
                let names = try Directory(place).entries().map(\.string).filter {
                    $0.hasSuffix(".traineddata")
                }
                return Set(names.map { String($0.dropLast(".traineddata".count)) })
            } catch {
                continue
            }
        }
        return []
    }
}

enum KernelSetting {
    static func inotify(_ name: String) -> Int? {
        do {
            let text = try Directory("/proc/sys/fs/inotify").open(Path(name)).readAll(limit: 64)
            return Int(String(decoding: text.filter { $0 != 0x0A }, as: UTF8.self))
        } catch {
            return nil
        }
    }
}
