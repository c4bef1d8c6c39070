// What lies beside a quarantined document: a text for people and the same facts for programs.

internal import Documents
internal import FoundationEssentials
internal import Platform

/// `NAME.reason.txt` and `NAME.reason.json`.
struct ReasonFiles {
    private static let suffixes = [".reason.txt", ".reason.json"]

    /// The quarantined file's own name.
    let name: Path
    let report: QuarantineReport
    let language: Language

    /// Writes both files; files of an earlier attempt are replaced.
    func write(in directory: Directory) throws(SystemError) {
        try Self.remove(beside: name, of: report.job, in: directory)
        try Placing.write(
            text, in: directory, as: Self.file(name, report.job, Self.suffixes[0]), mode: 0o644)
        try Placing.write(
            json, in: directory, as: Self.file(name, report.job, Self.suffixes[1]), mode: 0o644)
        try directory.sync()
    }

    static func remove(beside name: Path, of job: JobID, in directory: Directory) throws(SystemError) {
        for suffix in suffixes {
            try directory.removeIfPresent(file(name, job, suffix))
        }
    }

    /// Whether a document of this name would look like a reason file.
    static func isName(_ name: Path) -> Bool {
        suffixes.contains { name.bytes.reversed().starts(with: $0.utf8.reversed()) }
    }

    /// Whether a file is named like a reason for programs.
    static func isReport(_ name: Path) -> Bool {
        name.bytes.reversed().starts(with: suffixes[1].utf8.reversed())
    }

    /// The name without the suffix: the document's own where that is not too long for it.
    static func document(of report: Path) -> Path {
        Path(bytes: report.bytes.dropLast(suffixes[1].utf8.count))
    }

    /// Whether a file is the reason, for programs, of a document beside it.
    static func isReason(_ name: Path, of document: Path, _ job: JobID) -> Bool {
        file(document, job, suffixes[1]) == name
    }

    /// The name with the suffix; where that has more than 255 bytes, its beginning, on a character edge, and the job.
    private static func file(_ name: Path, _ job: JobID, _ suffix: String) -> Path {
        guard name.bytes.count + suffix.utf8.count > 255 else {
            return Path(bytes: name.bytes + Array(suffix.utf8))
        }
        let end = Array("~\(job)\(suffix)".utf8)
        var bytes = Array(name.bytes.prefix(256 - end.count))
        // Continuation bytes go together with the byte that leads them.
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        return Path(bytes: bytes + end)
    }

    private var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // A report holds strings and numbers only, which always encode.
        let data = (try? encoder.encode(report)) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private var text: String {
        let labels = Labels(language)
        return """
            \(report.message)

            \(labels.action)
            \(report.action)

            \(labels.code): \(report.code.rawValue)
            \(labels.folder): \(report.folder)
            \(labels.name): \(report.name.display)
            \(labels.job): \(report.job)
            \(labels.attempts): \(report.attempts)
            \(labels.time): \(report.at)

            \(labels.original)

            """
    }
}

/// The fixed words of a reason text.
private struct Labels {
    let action, code, folder, name, job, attempts, time, original: String

    init(_ language: Language) {
        switch language {
        case .english:
            action = "What you can do:"
            (code, folder, name, job) = ("Code", "Folder", "Name", "Job")
            (attempts, time) = ("Attempts", "Time")
            original =
                "The file beside this one is the original, unchanged. Moved back into the inbox, it is tried again."
        case .simplifiedChinese:
            action = "您可以："
            (code, folder, name, job) = ("代码", "文件夹", "名称", "任务")
            (attempts, time) = ("尝试次数", "时间")
            original = "旁边的文件是未经改动的原件。移回收件箱即可重试。"
        case .traditionalChinese:
            action = "您可以："
            (code, folder, name, job) = ("代碼", "資料夾", "名稱", "工作")
            (attempts, time) = ("嘗試次數", "時間")
            original = "旁邊的檔案是未經改動的原件。移回收件匣即可重試。"
        }
    }
}
