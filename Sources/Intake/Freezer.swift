// The frozen copy: the depositor may still hold the claimed inode open, so only a copy of it is ever processed, and the
// copy is taken again while the original changes. It need not be durable: whoever uses it checks its hash first, and the
// original is still claimed.

package import Documents
package import Platform

/// What a freeze found.
package struct FrozenCopy: Sendable, Hashable {
    package let sha256: String
    package let bytes: Int
}

package enum Freezer {
    /// The name of the frozen copy in a job's directory.
    package static let name: Path = "source"

    /// The name of the frozen copy of a companion, in the directory of its document.
    package static func name(ofCompanion file: Input) -> Path {
        Path("companion-\(file.number)")
    }

    /// Copies a claimed file into the job's directory.
    /// - Returns: `nil` where the original changed meanwhile and must settle again.
    package static func freeze(
        _ entry: Path, in claim: Path, to jobDirectory: Path, as name: Path = Freezer.name
    ) throws(SystemError) -> FrozenCopy? {
        let directory = try Directory.make(jobDirectory, mode: 0o700)
        let original = try Directory(claim).open(entry)
        let before = try original.status()
        try directory.removeIfPresent(name)
        let frozen: (sha256: String, bytes: Int)
        do {
            let copy = try directory.create(name, mode: 0o600)
            frozen = try copy.fill(from: original)
        } catch {
            // Half a copy on a full disk would keep even the ledger from saying so.
            try directory.removeIfPresent(name)
            throw error
        }
        guard Sample(before) == Sample(try original.status()), original.hasWriter() != true else {
            return nil
        }
        return FrozenCopy(sha256: frozen.sha256, bytes: frozen.bytes)
    }
}
