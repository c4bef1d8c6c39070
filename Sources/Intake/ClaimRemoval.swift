// The end of a claim: its files have their last places, and what held them goes, or is kept for the next one.

package import Documents
package import Platform
package import Settings

/// Taking an empty claim away.
package enum ClaimRemoval {
    /// Removes the directories of a claim, which must hold no file, and its sidecar.
    /// - Throws: `SystemError` with `isTaken` where a file is in it.
    package static func remove(_ job: JobID, in folder: FolderSettings) throws(SystemError) {
        let claims = try Directory(folder.claims)
        let name = Path(job.rawValue)
        let claim: Directory?
        do throws(SystemError) { claim = try claims.directory(name) } catch {
            if !error.isMissing { throw error }
            claim = nil
        }
        for entry in try claim?.entries() ?? [] {
            // Only those of further files are directories in a claim; a file keeps the claim from going.
            let isDirectory = entry.bytes.first == UInt8(ascii: ".")
            try isDirectory ? claim?.removeDirectoryIfPresent(entry) : claims.removeDirectory(name)
        }
        try claims.keepAsSpare(name, .directory)
        try claims.keepAsSpare(FolderSettings.sidecar(of: job), .file)
    }
}
