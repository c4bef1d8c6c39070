// The places below a folder's root that belong to the service alone.

package import Documents
package import Platform

extension FolderSettings {
    /// The directory of all claims; nothing in it is for people.
    package var claims: Path { work / "claimed" }

    /// Opens `claims`, after making it where it is missing.
    package func openClaims() throws(SystemError) -> Directory {
        do { return try Directory(claims) } catch  where error.isMissing {
            return try Directory(root).makeDirectory(".papertray", mode: 0o700)
                .makeDirectory("claimed", mode: 0o700)
        }
    }

    /// The directory that holds a job's original until it has its last place.
    package func claim(of job: JobID) -> Path { claims / job.rawValue }

    /// The name, below `claims`, of the file that repeats a job's row.
    package static func sidecar(of job: JobID) -> Path { Path(job.rawValue + ".json") }

    /// The directory that holds one file of a job; files beside the first have hidden ones, whose names no dropped
    /// file can have.
    package func claim(of job: JobID, file: Int) -> Path {
        claims / Self.claimName(of: job, file: file)
    }

    /// The path below `claims` of the directory that holds one file of a job.
    package static func claimName(of job: JobID, file: Int) -> Path {
        let claim = Path(job.rawValue)
        return file == 0 ? claim : claim / furtherFile(file)
    }

    /// The name, in a claim, of the directory of a file beside the first.
    package static func furtherFile(_ number: Int) -> Path { Path(".\(number)") }

    /// The files of a job that lie in its claim.
    package func claimedFiles(of job: Job) throws(SystemError) -> [Input] {
        var claimed: [Input] = []
        for file in job.files where try holds(file, of: job.id) { claimed.append(file) }
        return claimed
    }

    /// Whether a file of a job lies in its claim.
    package func holds(_ file: Input, of job: JobID) throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try Directory(claim(of: job, file: file.number))
                .exists(Path(bytes: file.original.name.last.bytes))
        } catch  where error.isMissing {
            return false
        }
    }
}
