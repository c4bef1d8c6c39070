// The lineage of a document: every step makes a new revision and never changes an old one.

extension Sequence<Revision> {
    /// The revisions that a step left in its directory, in order. A step that was done again has a newer revision of
    /// the same path; the older one is history, and so is what lay beside it.
    package func newest(in directory: String) -> [Revision] {
        let newest = Dictionary(grouping: filter { $0.path.hasPrefix(directory + "/") }, by: \.path).values
            .compactMap { $0.max { $0.number < $1.number } }.sorted { $0.number < $1.number }
        let mains = Set(newest.filter { $0.role == .main }.map(\.number))
        return newest.filter { side in side.role == .main || side.parent.map(mains.contains) ?? false }
    }
}

/// A document that a plan has made, with the files that lie beside it.
package struct PlannedResult: Sendable, Hashable {
    package let main: Revision
    package let sides: [Revision]

    package init(main: Revision, sides: [Revision] = []) {
        self.main = main
        self.sides = sides
    }
}

extension Sequence<Revision> {
    /// The results of a plan that worked in these directories, in order: the main files of the last one, each with the
    /// side files that any step has made of what it comes from.
    package func results(of directories: [String]) -> [PlannedResult] {
        guard let last = directories.last else { return [] }
        let mains = newest(in: last).filter { $0.role == .main }
        let sides = directories.flatMap { newest(in: $0) }.filter { $0.role == .side }
        let parents = Dictionary(map { ($0.number, $0.parent) }) { first, _ in first }
        var found = mains.map { (main: $0, sides: [Revision]()) }
        for side in sides {
            // Where one document became several, it lies beside the first of them.
            let place = found.firstIndex { side.accompanies($0.main.number, parents) } ?? found.startIndex
            if found.indices.contains(place) { found[place].sides.append(side) }
        }
        return found.map { PlannedResult(main: $0.main, sides: $0.sides) }
    }
}

extension Revision {
    /// Whether a revision comes from the main file that this side file was made with.
    fileprivate func accompanies(_ number: Int, _ parents: [Int: Int?]) -> Bool {
        var current: Int? = number
        while let number = current {
            if number == parent { return true }
            current = parents[number].flatMap(\.self)
        }
        return false
    }
}

/// One state of a document's content. The frozen copy has the number of its file, 0 where there is only one.
package struct Revision: Codable, Sendable, Hashable {
    package let number: Int
    /// The revision it was made from, for a side file the main file it lies beside; `nil` for the frozen copy.
    package let parent: Int?
    /// The step that made it; `source` for the frozen copy.
    package let step: String
    package let options: StepOptions
    /// Path below the job's directory.
    package let path: String
    package let type: FileType
    package let bytes: Int
    package let pages: Int
    /// Lower-case hexadecimal SHA-256.
    package let sha256: String
    /// Milliseconds since 1970.
    package let at: Int64
    package let role: FileRole
    package let quality: TextQuality?
    /// How long the step took, in milliseconds; `nil` where that is not known.
    package let milliseconds: Int?

    /// The same revision at another path.
    package func at(_ path: String) -> Revision {
        Revision(
            number: number, parent: parent, step: step, options: options, path: path, type: type,
            bytes: bytes, pages: pages, sha256: sha256, at: at, role: role, quality: quality,
            milliseconds: milliseconds)
    }

    package init(
        number: Int, parent: Int?, step: String, options: StepOptions, path: String, type: FileType,
        bytes: Int, pages: Int, sha256: String, at: Int64, role: FileRole = .main,
        quality: TextQuality? = nil, milliseconds: Int? = nil
    ) {
        self.role = role
        self.quality = quality
        self.milliseconds = milliseconds
        self.number = number
        self.parent = parent
        self.step = step
        self.options = options
        self.path = path
        self.type = type
        self.bytes = bytes
        self.pages = pages
        self.sha256 = sha256
        self.at = at
    }
}
