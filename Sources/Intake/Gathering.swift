// Which of the files that are seen in an inbox make a job together, and whether all of them are there. Pure: what is
// seen and the time come in, deposits go out.

internal import Documents
internal import Settings

/// A file that is seen in an inbox.
struct SeenFile: Sendable {
    let file: ReadyFile
    /// Since when it has been complete; `nil` while it settles.
    let readySince: ContinuousClock.Instant?
}

/// The rules of one folder about what belongs together.
struct Gathering: Sendable {
    let batch: Batch
    let doneFile: DoneFile?
    /// How long a companion waits for its document.
    let patience: Duration

    private struct Group {
        var batch: RawName?
        var documents: [RawName] = []
    }

    /// The deposits that are complete, small ones first.
    func deposits(from seen: [RawName: SeenFile], at now: ContinuousClock.Instant) -> [Deposit] {
        var (groups, companions) = sorted(seen)
        var deposits: [Deposit] = []
        for group in groups.values {
            if let deposit = deposit(of: group, &companions, seen) { deposits.append(deposit) }
        }
        // What is left belongs to a document that is not there.
        for (document, names) in companions where seen[document] == nil {
            for name in names {
                guard let file = seen[name], let since = file.readySince, now - since >= patience else {
                    continue
                }
                let problem = Failure(.companionAlone, name.display, document.last.display)
                deposits.append(
                    Deposit(documents: [ReadyFile(name: name, sample: file.file.sample, problem: problem)]))
            }
        }
        return deposits.sorted { ($0.bytes, $0.names[0]) < ($1.bytes, $1.names[0]) }
    }

    /// Whether a file is there for another one, so that its content says nothing about whether it is complete.
    func isAccessory(_ name: RawName) -> Bool {
        CompanionNames.document(of: name) != nil || isDoneFile(name)
    }

    // MARK: Sorting

    /// The documents by their groups, and the companions by the document they are named after.
    private func sorted(_ seen: [RawName: SeenFile]) -> ([RawName: Group], [RawName: [RawName]]) {
        var groups: [RawName: Group] = [:]
        var companions: [RawName: [RawName]] = [:]
        let doneFiles = doneFiles(among: seen)
        for name in seen.keys where !doneFiles.contains(name) {
            if let document = CompanionNames.document(of: name) {
                companions[document, default: []].append(name)
            } else if let key = key(of: name) {
                groups[key, default: Group(batch: key)].documents.append(name)
            } else {
                // A name cannot hold a byte 0, so this is nobody's key.
                groups[RawName(name.bytes + [0]), default: Group()].documents.append(name)
            }
        }
        return (groups, companions)
    }

    /// The batch that a file belongs to, `nil` where it is a job of its own.
    private func key(of name: RawName) -> RawName? {
        switch batch {
        case .file: nil
        case .directory: name.components.count > 1 ? name.components.first : nil
        case .group(let pattern): pattern.stem(of: name.last).map { name.parent.appending($0) }
        }
    }

    private func doneFiles(among seen: [RawName: SeenFile]) -> Set<RawName> {
        guard let doneFile else { return [] }
        return Set(
            seen.keys.compactMap { name in
                guard let path = donePath(of: name, doneFile), path != name else { return nil }
                return seen[path] != nil ? path : nil
            })
    }

    private func isDoneFile(_ name: RawName) -> Bool {
        guard let doneFile else { return false }
        if doneFile.isFixed { return name.last == RawName(doneFile.description) }
        let text = doneFile.description
        let suffix = text.split(separator: "}", omittingEmptySubsequences: false).last ?? ""
        return !suffix.isEmpty && name.bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// `nil` where the document needs none.
    private func donePath(of document: RawName, _ doneFile: DoneFile) -> RawName? {
        guard batch == .directory, let directory = key(of: document) else {
            return doneFile.isFixed ? nil : doneFile.path(for: document)
        }
        // One for the whole folder: inside it by a fixed name, beside it by the folder's own.
        return doneFile.isFixed
            ? directory.appending(RawName(doneFile.description)) : doneFile.path(for: directory)
    }

    // MARK: Completing

    private func deposit(
        of group: Group, _ companions: inout [RawName: [RawName]], _ seen: [RawName: SeenFile]
    ) -> Deposit? {
        let names = group.documents.sorted()
        var documents: [ReadyFile] = []
        var accessories: [Deposit.Companion] = []
        var isComplete = true
        for (index, name) in names.enumerated() {
            guard let document = seen[name] else { continue }
            documents.append(document.file)
            isComplete = isComplete && document.readySince != nil
            for companion in (companions.removeValue(forKey: name) ?? []).sorted() {
                guard let file = seen[companion] else { continue }
                isComplete = isComplete && file.readySince != nil
                accessories.append(Deposit.Companion(file: file.file, document: index))
            }
        }
        if let doneFile {
            let isShared = group.batch != nil && batch == .directory
            for (index, name) in names.enumerated() where !isShared || index == 0 {
                guard let path = donePath(of: name, doneFile) else { continue }
                guard let done = seen[path] else { return nil }
                accessories.append(Deposit.Companion(file: done.file, document: isShared ? nil : index))
            }
        }
        guard isComplete, !documents.isEmpty else { return nil }
        return Deposit(batch: group.batch, documents: documents, companions: accessories)
    }
}
