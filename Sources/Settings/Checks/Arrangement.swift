// Where everything lies. Trees that overlap would let a result be taken for an input, an original be claimed twice,
// or a data folder's user write the configuration; such arrangements are refused after links are resolved.

internal import Platform

/// A folder that is read and resolved, with the log of its file.
struct PlacedFolder {
    let settings: FolderSettings
    let table: TOMLTable
    let log: MistakeLog

    /// One place of the folder.
    struct Place {
        /// The key that sets it; the work directory follows the root.
        let key: String
        let label: String
        let path: Path
        let real: Path
        let position: Position
    }

    let root: Place
    let inbox: Place
    let work: Place
    /// Outbox, quarantine and archive: the places that may lie elsewhere.
    let results: [Place]

    init(_ settings: FolderSettings, _ table: TOMLTable, _ log: MistakeLog) {
        let rootPosition = table[FolderKeys.root.name]?.position ?? table.position(of: FolderKeys.name.name)
        func place(_ key: String, _ path: Path, as label: String? = nil) -> Place {
            let position = table[key]?.position ?? rootPosition
            return Place(
                key: key, label: label ?? key, path: path, real: Surroundings.resolved(path),
                position: position)
        }
        self.settings = settings
        self.table = table
        self.log = log
        root = place(FolderKeys.root.name, settings.root)
        inbox = place(FolderKeys.inbox.name, settings.inbox)
        work = place(FolderKeys.root.name, settings.work, as: "work directory")
        results = [
            place(FolderKeys.outbox.name, settings.outbox),
            place(FolderKeys.quarantine.name, settings.quarantine),
            place(FolderKeys.archive.name, settings.archive),
        ]
    }

    /// Whether the place was set, and is not the usual one.
    func sets(_ place: Place) -> Bool { table[place.key] != nil }

    func note(_ place: Place, _ message: String) {
        log.note(place.position, "\(place.key): \(message)")
    }
}

/// A directory of the service that no folder may touch.
struct ServicePlace {
    let label: String
    let path: Path
    let real: Path
    let position: Position

    init(_ label: String, _ path: Path, at position: Position = .start) {
        self.label = label
        self.path = path
        self.real = Surroundings.resolved(path)
        self.position = position
    }
}

struct Arrangement {
    let folders: [PlacedFolder]
    let configuration: ServicePlace
    /// `nil` where the service's own paths are not known.
    let state: ServicePlace?
    let serviceLog: MistakeLog

    /// Notes every unsafe arrangement at the key that makes it.
    func check() {
        checkState()
        for (index, folder) in folders.enumerated() {
            checkWithin(folder)
            checkAgainstService(folder)
            for earlier in folders[..<index] { checkPair(earlier, folder) }
        }
    }

    private func checkState() {
        guard let state else { return }
        if let how = relation(state.real, configuration.real) {
            serviceLog.note(
                state.position,
                "state: \(state.path) \(how) the configuration directory \(configuration.path)")
        }
    }

    /// The places of one folder must be apart, and the inbox below the root, where files are claimed by renaming.
    private func checkWithin(_ folder: PlacedFolder) {
        let inbox = folder.inbox
        guard inbox.real.isWithin(folder.root.real), inbox.real != folder.root.real else {
            return folder.note(
                inbox, "\(inbox.path) must lie below the folder's root \(folder.root.path), on the same mount"
            )
        }
        var before = [folder.work, inbox]
        for place in folder.results {
            for other in before {
                // Of two places the one that was set is to blame, and of two that were set the later.
                let isOthersFault = !folder.sets(place) && folder.sets(other)
                let (blamed, against) = isOthersFault ? (other, place) : (place, other)
                guard let how = relation(blamed.real, against.real) else { continue }
                folder.note(blamed, "\(blamed.path) \(how) the folder's \(against.label) \(against.path)")
            }
            before.append(place)
        }
        if let how = relation(inbox.real, folder.work.real) {
            folder.note(inbox, "\(inbox.path) \(how) the folder's work directory \(folder.work.path)")
        }
    }

    /// A folder's places must be apart from the configuration and from the state.
    private func checkAgainstService(_ folder: PlacedFolder) {
        for service in [configuration, state].compactMap({ $0 }) {
            for place in [folder.root] + outside(folder) {
                guard let how = relation(place.real, service.real) else { continue }
                folder.note(place, "\(place.path) \(how) the \(service.label) \(service.path)")
            }
        }
    }

    /// Two folders must not share a tree, and neither may put its files into the other's.
    private func checkPair(_ earlier: PlacedFolder, _ later: PlacedFolder) {
        let other = "the root of the folder \"\(earlier.settings.name)\""
        if let how = relation(later.root.real, earlier.root.real) {
            return later.note(later.root, "\(later.root.path) \(how) \(other) (\(earlier.root.path))")
        }
        for (folder, owner) in [(later, earlier), (earlier, later)] {
            for place in outside(folder) {
                guard let how = relation(place.real, owner.root.real) else { continue }
                folder.note(
                    place,
                    "\(place.path) \(how) the root of the folder \"\(owner.settings.name)\" (\(owner.root.path))"
                )
            }
        }
    }

    /// The places that do not lie below their folder's root.
    private func outside(_ folder: PlacedFolder) -> [PlacedFolder.Place] {
        folder.results.filter { !$0.real.isWithin(folder.root.real) }
    }

    /// How one directory lies to another, to stand between both; `nil` where they are apart.
    private func relation(_ place: Path, _ other: Path) -> String? {
        if place == other { return "is the same directory as" }
        if place.isWithin(other) { return "lies inside" }
        return other.isWithin(place) ? "contains" : nil
    }
}
