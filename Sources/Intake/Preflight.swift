// At start, in every folder, by really doing it: create, rename into the claims, remove. Two mounts of one file system
// have the same device number and still refuse a rename.

package import Documents
internal import Platform
package import Settings

package enum Preflight {
    /// Makes a folder's missing places and tries what the service will have to do in them.
    /// - Throws: A `Failure` that names the place and what is not possible there.
    package static func check(_ folder: FolderSettings) throws(Failure) {
        for place in [folder.root, folder.inbox, folder.outbox, folder.quarantine, folder.archive] {
            do { _ = try Directory.make(place) } catch { throw failure(error, "make", place) }
        }
        let claims: Directory
        do { claims = try folder.openClaims() } catch { throw failure(error, "make", folder.claims) }
        do { _ = try Directory(folder.inbox).entries() } catch { throw failure(error, "read", folder.inbox) }
        // The folder's own name for its trials: what a crash left of an earlier one goes with the next.
        let trial = Path(".papertray-trial-\(folder.name).part")
        try tryOut(folder.inbox, trial, renamingTo: claims)
        for place in [folder.outbox, folder.quarantine, folder.archive] {
            try tryOut(place, trial, renamingTo: nil)
        }
    }

    private static func tryOut(_ place: Path, _ name: Path, renamingTo target: Directory?) throws(Failure) {
        do throws(SystemError) {
            let directory = try Directory(place)
            try directory.removeIfPresent(name)
            try target?.removeIfPresent(name)
            _ = try directory.create(name)
            if let target {
                do {
                    try directory.rename(name, to: target, as: name)
                } catch {
                    try directory.remove(name)
                    throw error
                }
            }
            try (target ?? directory).remove(name)
        } catch {
            throw failure(error, "write to", place)
        }
    }

    private static func failure(_ error: SystemError, _ act: String, _ place: Path) -> Failure {
        if error.isDenied { return Failure(.permissionDenied, place.string, act) }
        if error.isOutOfSpace { return Failure(.insufficientStorage, place.string) }
        return Failure(.fileUnavailable, place.string, error.description)
    }
}
