// Emptied directories and files of ours that are used again under other names. Making and removing one costs several
// writes and a rename only one; where there is no journal, ext4 even looks at every inode that went within the last
// minutes before it gives out the next, and a thousand small jobs spend most of their time there.

internal import Synchronization

/// What waits in one directory to be used again. Its names begin with `.spare-`; after a crash they are removed.
package final class Spares: Sendable {
    package enum Kind: Sendable {
        case directory
        case file
    }

    private static let limit = 16
    private static let prefix = ".spare-"
    private static let all = Mutex<[Path: [Kind: Spares]]>([:])

    private let directory: Path
    private let kind: Kind
    private let names = Mutex<[Path]>([])

    private init(_ kind: Kind, in directory: Path) {
        self.kind = kind
        self.directory = directory
    }

    /// The spares of a directory.
    fileprivate static func of(_ kind: Kind, in directory: Path) -> Spares {
        all.withLock { all in
            if let known = all[directory]?[kind] { return known }
            let new = Spares(kind, in: directory)
            all[directory, default: [:]][kind] = new
            return new
        }
    }

    package static func isName(_ name: Path) -> Bool { name.bytes.starts(with: prefix.utf8) }

    /// Gives a spare the name; `false` where there is none.
    /// - Parameter prepare: Does with it what has to be done before it has its name.
    fileprivate func take(
        as name: Path, in directory: Directory,
        _ prepare: (Path) throws(SystemError) -> Void = { _ throws(SystemError) in }
    ) throws(SystemError) -> Bool {
        guard let spare = names.withLock({ $0.popLast() }) else { return false }
        do throws(SystemError) {
            try prepare(spare)
            try directory.rename(spare, to: directory, as: name)
            return true
        } catch {
            // Somebody has cleared up; or the name is taken, and the caller will see that.
            if error.isMissing || error.isTaken { return false }
            throw error
        }
    }

    fileprivate func keep(_ name: Path, in directory: Directory) throws(SystemError) {
        let isWanted = names.withLock { $0.count < Self.limit }
        do throws(SystemError) {
            if !isWanted {
                return try kind == .file ? directory.remove(name) : directory.removeEmptied(name)
            }
            let spare = Path(Self.prefix + Random.hexadecimal(digits: 16))
            try directory.rename(name, to: directory, as: spare)
            names.withLock { $0.append(spare) }
        } catch {
            if !error.isMissing { throw error }
        }
    }

    /// Removes every spare there is, when the service stops.
    package static func removeAll() {
        for spares in all.withLock({ $0.values.flatMap(\.values) }) {
            let names = spares.names.withLock { names in
                defer { names = [] }
                return names
            }
            guard let directory = try? Directory(spares.directory) else { continue }
            for name in names { directory.removeSpare(name) }
        }
    }
}

extension Directory {
    /// Makes a directory of mode 0700 whose name need not be durable yet, of a spare one where there is one.
    package func makeDirectoryFromSpare(_ name: Path) throws(SystemError) -> Directory {
        if try Spares.of(.directory, in: path).take(as: name, in: self) { return try directory(name) }
        return try makeVolatileDirectory(name, mode: 0o700)
    }

    /// Makes a small file, of a spare one where there is one.
    package func createFromSpare(_ name: Path, _ bytes: [UInt8], isDurable: Bool) throws(SystemError) {
        let isMade = try Spares.of(.file, in: path).take(as: name, in: self) { spare throws(SystemError) in
            let file = try createOrEmpty(spare)
            try file.write(bytes)
            if isDurable { try file.sync() }
        }
        if isMade { return }
        try removeIfPresent(name)
        let file = try create(name)
        try file.write(bytes)
        if isDurable { try file.sync() }
    }

    /// Keeps a directory of this one in which nothing but empty files is, or a file, for the next that is made; removes
    /// it where enough are kept already.
    package func keepAsSpare(_ name: Path, _ kind: Spares.Kind) throws(SystemError) {
        try Spares.of(kind, in: path).keep(name, in: self)
    }

    /// Removes what a crash left of the spares in this directory.
    package func removeSpares() throws(SystemError) {
        for name in try entries() where Spares.isName(name) { removeSpare(name) }
    }

    /// What cannot be removed is no harm.
    fileprivate func removeSpare(_ name: Path) {
        do throws(SystemError) {
            if try status(name).kind == .directory { try removeEmptied(name) } else { try remove(name) }
        } catch {}
    }

    /// - Throws: `SystemError` with `isTaken` where anything but empty files is in the directory.
    fileprivate func removeEmptied(_ name: Path) throws(SystemError) {
        let emptied = try directory(name)
        for entry in try emptied.entries() {
            let status = try emptied.status(entry)
            if status.kind == .regular && status.bytes == 0 { try emptied.remove(entry) }
        }
        try removeDirectory(name)
    }
}
