// Who may write the configuration decides what is done with everybody's documents. So only root and the service's
// user may: a file or directory that others can write is refused, with the command that mends it.

internal import Platform

enum Permissions {
    static func check(_ status: FileStatus, _ path: Path, serviceUser: UInt32, _ log: MistakeLog) {
        if let mistake = mistake(status, path: path.string, serviceUser: serviceUser) {
            log.note(.start, mistake)
        }
    }

    /// What is wrong with the owner or mode, or `nil`. `path` is how the operator names the file.
    static func mistake(_ status: FileStatus, path: String, serviceUser: UInt32) -> String? {
        if status.owner != 0 && status.owner != serviceUser {
            return
                "\(path) belongs to user \(status.owner), who is neither root nor the service's user and could "
                + "change it; run: chown root \(quoted(path))"
        }
        let (group, others) = (status.mode & 0o020 != 0, status.mode & 0o002 != 0)
        switch (group, others) {
        case (true, true): return refusal(path, "everybody", "go-w")
        case (true, false): return refusal(path, "its group", "g-w")
        case (false, true): return refusal(path, "everybody", "o-w")
        case (false, false): return nil
        }
    }

    private static func refusal(_ path: String, _ writers: String, _ change: String) -> String {
        "\(path) can be written by \(writers); run: chmod \(change) \(quoted(path))"
    }

    /// The path as a shell takes it.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            Character(Unicode.Scalar(byte)).isLetter && byte < 0x80
                || "0123456789/._-+:@%,".utf8.contains(byte)
        }
        return isPlain
            ? path
            : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
                + "'"
    }
}
