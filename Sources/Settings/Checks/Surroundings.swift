// What the checks must ask the system: where links lead, who runs, how many cores there are, and what is in a file.

internal import Glibc
internal import Platform

enum Surroundings {
    /// The path with every link on the way resolved, as far as it exists; the rest is kept by name.
    static func resolved(_ path: Path) -> Path {
        let path = absolute(path)
        if let real = realPath(path) { return real }
        return path == "/" ? path : (resolved(path.parent) / path.last).normalized
    }

    /// The path from the root, normalized by name.
    static func absolute(_ path: Path) -> Path {
        if path.isAbsolute { return path.normalized }
        guard let here = getcwd(nil, 0) else { return (Path("/") / path).normalized }
        defer { free(here) }
        return (Path(String(cString: here)) / path).normalized
    }

    static var user: UInt32 { geteuid() }

    /// Cores that are running.
    static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    private static func realPath(_ path: Path) -> Path? {
        let terminated = path.bytes.map { CChar(bitPattern: $0) } + [0]
        guard let real = realpath(terminated, nil) else { return nil }
        defer { free(real) }
        return Path(
            bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
    }
}

/// A file of the configuration, read whole.
struct ConfigurationFile: Sendable {
    /// No sane file is larger, and a mistaken one must not fill the memory.
    static let longest = 1_000_000

    let bytes: [UInt8]
    let status: FileStatus

    /// Follows links, since the operator made them.
    init(_ path: Path) throws(SystemError) {
        let real = Surroundings.resolved(path)
        let file = try Directory(real.parent).open(real.last)
        status = try file.status()
        bytes = status.kind == .regular ? try file.readAll(limit: Self.longest + 1) : []
    }

    /// The status of a file that need not be readable.
    static func status(_ path: Path) throws(SystemError) -> FileStatus {
        let real = Surroundings.resolved(path)
        return try Directory(real.parent).status(real.last)
    }

    var isTooLong: Bool { bytes.count > Self.longest }

    /// Reads and parses a file; notes what is wrong and returns `nil` then. Where `serviceUser` is given, nobody else
    /// beside root may be able to write the file.
    static func document(_ path: Path, serviceUser: UInt32?, _ log: MistakeLog) -> TOMLTable? {
        do throws(SystemError) {
            let file = try ConfigurationFile(path)
            guard file.status.kind == .regular else {
                log.note(.start, "\(path) is not a file")
                return nil
            }
            if let serviceUser { Permissions.check(file.status, path, serviceUser: serviceUser, log) }
            guard !file.isTooLong else {
                log.note(.start, "\(path) has more than \(longest) bytes")
                return nil
            }
            return parse(file.bytes, log)
        } catch {
            log.note(.start, "\(path) cannot be read: \(error.reason)")
            return nil
        }
    }

    private static func parse(_ bytes: [UInt8], _ log: MistakeLog) -> TOMLTable? {
        do throws(TOMLSyntaxError) {
            return try TOMLTable.parse(bytes)
        } catch {
            log.note(error.position, error.message)
            return nil
        }
    }
}
