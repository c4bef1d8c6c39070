// The files of one task. Every path of a request is relative to the job's directory and stays below it; what the
// system refuses becomes a `Failure` here and nowhere else.

internal import Documents
internal import Platform

/// The directory of a job, and what a task does with files in it.
struct Workspace {
    private let directory: Directory
    /// What people call the document.
    let name: String

    /// - Throws: `fileUnavailable`
    init(_ path: String, name: String) throws(Failure) {
        do { directory = try Directory(Path(path)) } catch { throw Failure(error, name) }
        self.name = name
    }

    /// The absolute path of a file, for libraries that open files themselves.
    ///
    /// - Throws: `fileUnavailable` for a path that leads out of the directory.
    func path(_ relative: String) throws(Failure) -> String {
        let path = Path(relative)
        guard !path.isAbsolute, !path.normalized.string.hasPrefix("..") else {
            throw Failure(.fileUnavailable, name, "\(relative) is outside of the job")
        }
        return (directory.path / path.normalized).string
    }

    func open(_ relative: String) throws(Failure) -> Descriptor {
        do { return try directory.open(Path(relative)) } catch { throw Failure(error, name) }
    }

    func status(_ relative: String) throws(Failure) -> FileStatus {
        do { return try directory.status(Path(relative)) } catch { throw Failure(error, name) }
    }

    func exists(_ relative: String) throws(Failure) -> Bool {
        do { return try directory.exists(Path(relative)) } catch { throw Failure(error, name) }
    }

    func makeDirectory(_ relative: String) throws(Failure) {
        do { _ = try directory.makeDirectory(Path(relative), mode: 0o700) } catch {
            throw Failure(error, name)
        }
    }

    /// Makes room for a file that an earlier attempt may have left.
    func clear(_ relative: String) throws(Failure) {
        do { try directory.remove(Path(relative)) } catch {
            if !error.isMissing { throw Failure(error, name) }
        }
    }

    func read(_ relative: String, limit: Int) throws(Failure) -> [UInt8] {
        let file = try open(relative)
        do { return try file.readAll(limit: limit) } catch { throw Failure(error, name) }
    }

    func write(_ bytes: [UInt8], to relative: String) throws(Failure) {
        try clear(relative)
        do {
            let file = try directory.create(Path(relative))
            try file.write(bytes)
            try file.close()
        } catch { throw Failure(error, name) }
    }

    /// A new file that is written piece by piece.
    func writer(to relative: String) throws(Failure) -> TextFile {
        try clear(relative)
        do { return TextFile(try directory.create(Path(relative)), named: name) } catch {
            throw Failure(error, name)
        }
    }

    /// Copies a file byte for byte.
    func copy(_ source: String, to target: String) throws(Failure) {
        try clear(target)
        let source = try open(source)
        do {
            let copy = try directory.create(Path(target))
            while true {
                let bytes = try source.read(atMost: 1 << 20)
                if bytes.isEmpty { break }
                try copy.write(bytes)
            }
            try copy.close()
        } catch { throw Failure(error, name) }
    }

    /// Gives a file of ours another name, over an older one.
    func move(_ source: String, to target: String) throws(Failure) {
        do { try directory.replace(Path(target), with: Path(source)) } catch { throw Failure(error, name) }
    }
}

/// A text file under way.
final class TextFile {
    private static let pieceBytes = 1 << 16

    private var file: Descriptor?
    private let name: String
    private var pending: [UInt8] = []

    fileprivate init(_ file: consuming Descriptor, named name: String) {
        self.file = consume file
        self.name = name
    }

    /// - Throws: `insufficientStorage`, `inputOutput`
    func write(_ text: String) throws(Failure) {
        pending += Array(text.utf8)
        if pending.count >= Self.pieceBytes { try flush() }
    }

    /// - Throws: `insufficientStorage`, `inputOutput`
    func close() throws(Failure) {
        try flush()
        do { try file.take()?.close() } catch { throw Failure(error, name) }
    }

    private func flush() throws(Failure) {
        do { try file?.write(pending) } catch { throw Failure(error, name) }
        pending.removeAll(keepingCapacity: true)
    }
}

extension Failure {
    /// What a refused system call means for the document.
    init(_ error: SystemError, _ name: String) {
        if error.isOutOfSpace {
            self.init(.insufficientStorage, name)
        } else if error.isMissing {
            self.init(.fileUnavailable, name, error.reason)
        } else if error.isDenied {
            self.init(.permissionDenied, name, error.call)
        } else {
            self.init(.inputOutput, name, error.description)
        }
    }
}
