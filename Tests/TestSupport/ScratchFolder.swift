// A folder in /tmp for one test, which goes away with its owner; and the few things that tests do by hand in folders.

internal import Glibc
package import Platform

package final class ScratchFolder: Sendable {
    package let path: Path

    /// - Parameter parent: Where it is made; another mount where a test needs one.
    package init(in parent: Path = "/tmp") throws {
        var template = Array((parent / "papertray-test-XXXXXX").string.utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", parent.string) }
        path = Path(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    deinit {
        do { try Directory(path.parent).removeTree(path.last) } catch {
            Log(.text).warning("scratch folder stays", [.path: path.string, .reason: "\(error)"])
        }
    }

    package func directory(_ name: Path = "") throws -> Directory { try Directory(path / name) }

    /// Makes a folder and its parents.
    @discardableResult
    package func makeDirectory(_ name: Path) throws -> Path {
        _ = try Directory.make(path / name)
        return path / name
    }

    /// Writes a new file, making the folders above it.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, _ name: Path, mode: UInt32 = 0o644) throws -> FileStatus
    {
        let parent = try Directory.make((path / name).parent)
        let file = try parent.create(name.last, mode: mode)
        try file.write(bytes)
        try file.setMode(mode)
        return try file.status()
    }

    @discardableResult
    package func write(_ text: String, _ name: Path) throws -> FileStatus { try write(text.utf8, name) }

    /// Adds to a file that is there.
    package func append(_ text: String, to name: Path) throws {
        let file = try openForWriting(name)
        lseek(file.number, 0, SEEK_END)
        try file.write(text.utf8)
    }

    package func openForWriting(_ name: Path) throws -> Descriptor {
        let number = (path / name).withCString { Glibc.open($0, O_RDWR | O_CLOEXEC) }
        guard number >= 0 else { throw SystemError("open", name.string) }
        return Descriptor(owning: number)
    }

    package func read(_ name: Path) throws -> [UInt8] {
        let full = path / name
        return try Directory(full.parent).open(full.last).readAll()
    }

    package func text(_ name: Path) throws -> String { String(decoding: try read(name), as: UTF8.self) }

    package func exists(_ name: Path) throws -> Bool {
        let full = path / name
        do { return try Directory(full.parent).exists(full.last) } catch  where error.isMissing {
            return false
        }
    }

    package func status(_ name: Path) throws -> FileStatus {
        let full = path / name
        return try Directory(full.parent).status(full.last)
    }

    /// The names in a folder, sorted; none where it is missing.
    package func names(in name: Path = "") throws -> [String] {
        let isThere = name.isEmpty ? true : try exists(name)
        return isThere ? try Directory(path / name).entries().map { $0.string }.sorted() : []
    }

    package func link(_ name: Path, to target: Path) throws {
        let made = (path / name).withCString { place in target.withCString { symlink($0, place) } }
        guard made == 0 else { throw SystemError("symlink", name.string) }
    }

    package func makePipe(_ name: Path) throws {
        guard (path / name).withCString({ mkfifo($0, 0o600) }) == 0 else {
            throw SystemError("mkfifo", name.string)
        }
    }

    /// Renames as a person with a file manager does.
    package func rename(_ name: Path, to newName: Path) throws {
        let done = (path / name).withCString { from in (path / newName).withCString { Glibc.rename(from, $0) }
        }
        guard done == 0 else { throw SystemError("rename", name.string) }
    }
}
