// Whether a folder may take anything at the moment: its hours, and room on the disks it needs.

internal import Documents
package import Platform
package import Settings

package struct Gate: Sendable {
    /// Why nothing is taken, and when to ask again.
    package struct Obstacle: Sendable, Hashable {
        package let state: String
        package let askAgainIn: Duration
    }

    private let folder: FolderSettings
    private let spool: Path
    private let minFree: Int?

    /// - Parameters:
    ///   - spool: The directory of the jobs.
    ///   - minFree: Bytes that must be free there and where the folder's results go; `nil` for what suits the disk.
    package init(for folder: FolderSettings, spool: Path, minFree: Int?) {
        self.folder = folder
        self.spool = spool
        self.minFree = minFree
    }

    /// What keeps the folder from taking documents.
    /// - Parameter localTime: Year, month, day, hour, minute and second.
    package func obstacle(at localTime: [Int]) -> Obstacle? {
        if let hours = folder.hours {
            let wait = hours.secondsUntilOpen(at: localTime)
            if wait > 0 {
                return Obstacle(
                    state: "closed: documents are taken at \(hours)", askAgainIn: .seconds(min(wait, 60)))
            }
        }
        for place in [spool, folder.outbox, folder.archive] {
            // A place that cannot be asked is reported by whoever needs it.
            guard let room = try? Room(at: place, keeping: minFree), room.free < room.floor else { continue }
            let code = FailureCode.insufficientStorage.rawValue
            return Obstacle(
                state: "\(code): \(room.free / 1_000_000) MB are free on the disk of \(place), "
                    + "\(room.floor / 1_000_000) MB are to stay free (min_free)",
                askAgainIn: .seconds(5))
        }
        return nil
    }
}

/// What is free on a disk, and how much is to stay so.
private struct Room {
    let free: Int
    let floor: Int

    init(at place: Path, keeping wanted: Int?) throws(SystemError) {
        let directory = try Directory(place)
        free = try directory.freeBytes()
        if let wanted {
            floor = wanted
        } else {
            floor = min(200_000_000, try directory.totalBytes() / 20)
        }
    }
}
