// Reads a configuration directory. Everything is read before anything is judged, and every mistake is collected, so
// that one run shows them all. A configuration is taken whole or not at all.

internal import Documents
package import Platform

extension Configuration {
    /// Reads `papertray.toml` and `folders.d/*.toml` of the directory.
    ///
    /// `serviceUser` is the user that the service runs as, who beside root may own the files; by default the user of
    /// this process.
    /// - Throws: all mistakes, in the order of files and lines.
    package static func load(
        from directory: Path, serviceUser: UInt32? = nil
    ) throws(ConfigurationMistakes) -> Configuration {
        let loader = ConfigurationLoader(directory, serviceUser: serviceUser ?? Surroundings.user)
        return try loader.load()
    }
}

extension ServiceSettings {
    /// Reads `papertray.toml` alone: commands reach the service although a folder's file has mistakes.
    /// - Throws: the mistakes of that file.
    package static func load(from directory: Path) throws(ConfigurationMistakes) -> ServiceSettings {
        try ConfigurationLoader(directory, serviceUser: ConfigurationPlace.owner(of: directory)).loadService()
    }
}

/// One loading of one directory.
struct ConfigurationLoader {
    static let serviceFile: Path = "papertray.toml"
    static let foldersDirectory: Path = "folders.d"

    /// As the operator named it; the files in mistakes are below it.
    let directory: Path
    let serviceUser: UInt32

    init(_ directory: Path, serviceUser: UInt32) {
        self.directory = directory
        self.serviceUser = serviceUser
    }

    func load() throws(ConfigurationMistakes) -> Configuration {
        let serviceLog = MistakeLog(file: (directory / Self.serviceFile).string)
        checkDirectory(directory, serviceLog)
        let written = readService(serviceLog)
        let service = ServiceSettings(written, below: Surroundings.absolute(directory).parent)
        var (folders, logs) = readFolders(serviceLog)
        for index in folders.indices { folders[index].written.resolve(below: service.root) }
        checkNames(folders)
        checkArrangement(service, written, folders, serviceLog)
        let secretsLog = MistakeLog(file: (directory / Secrets.file).string)
        let notify = resolve(written?.notify ?? [], folders, secretsLog: secretsLog, serviceLog)
        let mistakes = ([serviceLog, secretsLog] + logs).flatMap(\.inReadingOrder)
        guard mistakes.isEmpty else { throw ConfigurationMistakes(mistakes) }
        return Configuration(service: service, folders: folders.map(\.written.settings), notify: notify)
    }

    func loadService() throws(ConfigurationMistakes) -> ServiceSettings {
        let log = MistakeLog(file: (directory / Self.serviceFile).string)
        let service = ServiceSettings(readService(log), below: Surroundings.absolute(directory).parent)
        guard log.inReadingOrder.isEmpty else { throw ConfigurationMistakes(log.inReadingOrder) }
        return service
    }

    // MARK: Reading

    private func readService(_ log: MistakeLog) -> WrittenService? {
        let path = directory / Self.serviceFile
        guard let document = ConfigurationFile.document(path, serviceUser: serviceUser, log) else {
            return nil
        }
        var reader = SectionReader(document, as: ServiceFileKeys.section, log)
        let service = reader.value(ServiceFileKeys.service)
        let notify = reader.value(ServiceFileKeys.notify)
        let isMissing = service == nil && !reader.failed.contains(ServiceFileKeys.service.name)
        var written = isMissing ? WrittenService(TOMLTable(position: .start, entries: []), log) : service
        written?.notify = notify
        return written
    }

    /// A folder with the log of its file.
    private struct LoggedFolder {
        var written: WrittenFolder
        let log: MistakeLog
    }

    private func readFolders(_ serviceLog: MistakeLog) -> ([LoggedFolder], [MistakeLog]) {
        let names = folderFiles(serviceLog)
        var (folders, logs): ([LoggedFolder], [MistakeLog]) = ([], [])
        for name in names {
            let path = directory / Self.foldersDirectory / name
            let log = MistakeLog(file: path.string)
            logs.append(log)
            guard let document = ConfigurationFile.document(path, serviceUser: serviceUser, log) else {
                continue
            }
            let fallbackName = String(name.string.dropLast(".toml".count))
            guard let written = WrittenFolder(document, fallbackName: fallbackName, log) else { continue }
            folders.append(LoggedFolder(written: written, log: log))
        }
        return (folders, logs)
    }

    /// The names of the folders' files in order; hidden files and other suffixes are not ours.
    private func folderFiles(_ log: MistakeLog) -> [Path] {
        let path = directory / Self.foldersDirectory
        do throws(SystemError) {
            let folder = try Directory(Surroundings.resolved(path))
            Permissions.check(try folder.status(), path, serviceUser: serviceUser, log)
            let names = try folder.entries().filter { isFolderFile($0) }
            if names.isEmpty {
                log.note(.start, "there is no folder: \(path) has no file that ends with .toml")
            }
            return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        } catch {
            log.note(.start, "there is no folder: \(path) cannot be read: \(error.reason)")
            return []
        }
    }

    private func isFolderFile(_ name: Path) -> Bool {
        name.bytes.count > ".toml".utf8.count && name.bytes.suffix(5).elementsEqual(".toml".utf8)
            && name.bytes.first != UInt8(ascii: ".")
    }

    // MARK: Judging

    private func checkDirectory(_ path: Path, _ log: MistakeLog) {
        // A directory that cannot be opened is reported with the file that is looked for in it.
        guard let folder = try? Directory(Surroundings.resolved(path)), let status = try? folder.status()
        else { return }
        Permissions.check(status, path, serviceUser: serviceUser, log)
    }

    /// Puts secrets into the notifications and looks their folders up.
    private func resolve(
        _ written: [WrittenNotify], _ folders: [LoggedFolder], secretsLog: MistakeLog, _ log: MistakeLog
    ) -> [NotifySettings] {
        let secrets = Secrets(
            directory, credentials: Surroundings.credentials, serviceUser: serviceUser, secretsLog)
        let names = folders.map(\.written.settings.name)
        for folder in written.flatMap({ $0.folders ?? [] }) where !names.contains(folder.name) {
            let hint = nearest(to: folder.name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
            log.note(folder.position, "folders: there is no folder \"\(folder.name)\"\(hint)")
        }
        return written.compactMap { $0.settings(secrets, log) }
    }

    private func checkNames(_ folders: [LoggedFolder]) {
        for (index, folder) in folders.enumerated() {
            let (settings, table) = (folder.written.settings, folder.written.table)
            guard let first = folders[..<index].first(where: { $0.written.settings.name == settings.name })
            else {
                continue
            }
            folder.log.note(
                table.position(of: FolderKeys.name.name),
                "the folder name \"\(settings.name)\" is taken by \(first.log.file)")
        }
    }

    private func checkArrangement(
        _ service: ServiceSettings, _ written: WrittenService?, _ folders: [LoggedFolder], _ log: MistakeLog
    ) {
        // Without the service's root nobody knows where the folders lie.
        guard let written, written.pathsAreKnown else { return }
        let placed = folders.filter(\.written.pathsAreKnown).map {
            PlacedFolder($0.written.settings, $0.written.table, $0.log)
        }
        let arrangement = Arrangement(
            folders: placed,
            configuration: ServicePlace("configuration directory", Surroundings.absolute(directory)),
            state: ServicePlace("state directory", service.state, at: written.statePosition), serviceLog: log)
        arrangement.check()
    }
}

extension ServiceSettings {
    /// Makes the paths absolute below `parent` and puts in what depends on the machine.
    fileprivate init(_ written: WrittenService?, below parent: Path) {
        let written =
            written ?? WrittenService(TOMLTable(position: .start, entries: []), MistakeLog(file: ""))
        let root = (parent / written.root).normalized
        let workers = if case .count(let count) = written.workers { count } else { Surroundings.cores }
        self.init(
            root: root, state: written.state.map { (parent / $0).normalized } ?? root / ".state",
            workers: workers,
            rescan: written.rescan, language: written.language, log: written.log, metrics: written.metrics)
        minFree = written.minFree
    }
}
