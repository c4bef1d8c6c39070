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
    /// Empties the directory of a job that has ended, which the next one may get with its empty file.
    package static func thaw(_ jobDirectory: Directory) throws(SystemError) {
        try jobDirectory.removeContents(except: name)
        if try jobDirectory.exists(name) { try jobDirectory.createOrEmpty(name).close() }
    }

    /// The name of the frozen copy in a job's directory.
    package static let name: Path = "source"

    /// The name of the frozen copy of a companion, in the directory of its document.
    package static func name(ofCompanion file: Input) -> Path {
        Path("companion-\(file.number)")
    }

    /// Copies a claimed file into the directory of its document.
    /// - Returns: `nil` where the original changed meanwhile and must settle again.
    package static func freeze(
        _ entry: Path, in claim: Path, to directory: Directory, as name: Path = Freezer.name
    ) throws(SystemError) -> FrozenCopy? {
        let original = try Directory(claim).open(entry)
        let before = try original.status()
        let frozen: (sha256: String, bytes: Int)
        do {
            let copy = try directory.createOrEmpty(name)
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
