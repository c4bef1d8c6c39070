// The places below a folder's root that belong to the service alone.

package import Documents
package import Platform

extension FolderSettings {
    /// The directory of all claims; nothing in it is for people.
    package var claims: Path { work / "claimed" }

    /// The directory that holds a job's original until it has its last place.
    package func claim(of job: JobID) -> Path { claims / job.rawValue }

    /// The name, below `claims`, of the file that repeats a job's row.
    package static func sidecar(of job: JobID) -> Path { Path(job.rawValue + ".json") }

    /// Whether a job's original lies in its claim.
    package func holdsOriginal(of job: Job) throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try Directory(claim(of: job.id)).exists(Path(bytes: job.original.name.last.bytes))
        } catch  where error.isMissing {
            return false
        }
    }
}
