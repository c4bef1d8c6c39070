// Documents that came out twice: a file in an outbox, archive or quarantine that no job placed there and that has the
// content of one that a job did. Only files of a recorded size are read.

import Documents
import Ledger
import Platform
import Settings

/// What the walk through all jobs found in its place, kept small: numbers for paths and contents.
struct AuditCopies {
    private let places: [Path]
    private var paths: Set<Int> = []
    private var sizes: Set<Int> = []
    private var contents: Set<Int> = []
    /// Contents of what is not where a job placed it: a file with one of them was moved, and is no copy.
    private var missing: Set<Int> = []

    init(_ folders: [FolderSettings]) {
        places = Set(folders.flatMap { [$0.outbox, $0.archive, $0.quarantine] }).sorted {
            $0.string < $1.string
        }
    }

    /// Adds a file that is where a job placed it.
    mutating func add(_ path: Path, bytes: Int, sha256: String) {
        paths.insert(path.hashValue)
        sizes.insert(bytes)
        contents.insert(sha256.hashValue)
    }

    /// Adds the content of a file that is no longer where a job placed it.
    mutating func miss(sha256: String?) {
        if let sha256 { missing.insert(sha256.hashValue) }
    }

    /// The files that are copies and that the ledger does not know either, for one may just have been placed.
    func secondCopies(unknownTo ledger: Ledger) async throws -> [AuditReport.Finding] {
        var findings: [AuditReport.Finding] = []
        for path in try await suspects() where try await !ledger.hasOutput(at: path) {
            findings.append(
                AuditReport.Finding(
                    job: nil, place: RawName(path.bytes).display,
                    problem: "it is a second copy of a document, and no job put it there"))
        }
        return findings
    }

    private func suspects() async throws(SystemError) -> [Path] {
        try await onBlockingThread { () throws(SystemError) in
            var found: [Path] = []
            for place in places {
                do throws(SystemError) { try look(in: Directory(place), &found) } catch {
                    if !error.isMissing { throw error }
                }
            }
            return found
        }
    }

    private func look(in directory: Directory, _ found: inout [Path]) throws(SystemError) {
        for name in try directory.entries() {
            do throws(SystemError) {
                try look(at: name, in: directory, &found)
            } catch {
                // People come and go here, and have things of their own.
                if !(error.isMissing || error.isDenied || error.isAcrossMounts || error.isLink) {
                    throw error
                }
            }
        }
    }

    private func look(
        at name: Path, in directory: Directory, _ found: inout [Path]
    ) throws(SystemError) {
        let status = try directory.status(name)
        if status.kind == .directory { return try look(in: directory.directory(name), &found) }
        let path = directory.path / name
        guard status.kind == .regular, status.bytes > 0, sizes.contains(status.bytes),
            !paths.contains(path.hashValue)
        else { return }
        let content = try SHA256.digest(of: directory.open(name)).hashValue
        if contents.contains(content), !missing.contains(content) { found.append(path) }
    }
}
