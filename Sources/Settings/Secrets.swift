// Where `secret:NAME` leads: a credential that systemd handed over, else a line of `secrets.toml` beside
// `papertray.toml`, which nobody but its owner may read. No mistake ever shows a value.

internal import Glibc
internal import Platform

/// `secret:NAME` as written.
struct WrittenSecret: Sendable, Hashable {
    let name: String
    let position: Position
}

struct Secrets: Sendable {
    static let file: Path = "secrets.toml"
    private static let longestBytes = 65_536

    private let values: [String: String]
    private let credentials: Path?
    private let path: Path
    /// Whether the file is there and only the service's user may read it, who this process is not.
    private let isForOthers: Bool

    /// Reads the file of the configuration directory, where there is one.
    /// - Parameter credentials: The directory in `$CREDENTIALS_DIRECTORY`.
    init(_ directory: Path, credentials: Path?, serviceUser: UInt32, _ log: MistakeLog) {
        path = directory / Self.file
        self.credentials = credentials
        do throws(SystemError) {
            let status = try ConfigurationFile.status(path)
            Self.check(status, path, serviceUser: serviceUser, log)
            let file = try ConfigurationFile(path)
            values = Self.parse(file, path, log)
            isForOthers = false
        } catch {
            values = [:]
            isForOthers = error.isDenied && Surroundings.user != serviceUser
            if !error.isMissing && !isForOthers {
                log.note(.start, "\(path) cannot be read: \(error.reason)")
            }
        }
    }

    /// The value, or `nil` after noting that there is none.
    func value(of secret: WrittenSecret, _ log: MistakeLog) -> Secret? {
        if let credentials, let value = Self.credential(secret.name, in: credentials) { return Secret(value) }
        if let value = values[secret.name] { return Secret(value) }
        // Commands of other users never use it.
        if isForOthers { return Secret("") }
        log.note(
            secret.position,
            "the secret \"\(secret.name)\" is neither in \(path) nor a systemd credential; add: "
                + "\(secret.name) = \"…\"")
        return nil
    }

    private static func check(_ status: FileStatus, _ path: Path, serviceUser: UInt32, _ log: MistakeLog) {
        if let mistake = Permissions.mistake(status, path: path.string, serviceUser: serviceUser) {
            return log.note(.start, mistake)
        }
        if status.mode & 0o077 != 0 {
            log.note(.start, "\(path) can be read by others than its owner; run: chmod 600 \(path)")
        }
    }

    private static func parse(_ file: ConfigurationFile, _ path: Path, _ log: MistakeLog) -> [String: String]
    {
        guard file.status.kind == .regular, !file.isTooLong else {
            log.note(.start, "\(path) is not a small file")
            return [:]
        }
        var values: [String: String] = [:]
        do throws(TOMLSyntaxError) {
            for entry in try TOMLTable.parse(file.bytes).entries {
                if let text = entry.value.text, !text.isEmpty, !text.utf8.contains(0) {
                    values[entry.key] = text
                } else {
                    log.note(
                        entry.keyPosition, "the secret \"\(entry.key)\" is not a text with something in it")
                }
            }
        } catch {
            log.note(error.position, "this is not TOML; a line looks like: NAME = \"value\"")
        }
        return values
    }

    /// A credential's text without the newline that editors put at its end.
    private static func credential(_ name: String, in directory: Path) -> String? {
        do {
            var bytes = try Directory(directory).openFollowingLinks(Path(name)).readAll(limit: longestBytes)
            if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
            return bytes.isEmpty || bytes.contains(0) ? nil : String(decoding: bytes, as: UTF8.self)
        } catch {
            return nil
        }
    }
}

extension Surroundings {
    /// Where systemd put this service's credentials.
    static var credentials: Path? { getenv("CREDENTIALS_DIRECTORY").map { Path(String(cString: $0)) } }
}
