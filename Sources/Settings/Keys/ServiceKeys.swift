// The keys of `papertray.toml`.

internal import Documents
internal import Platform

/// How many workers run: as many as the machine has cores, or so many.
enum WorkerCount: Sendable, Hashable {
    case auto
    case count(Int)
}

/// The keys of `[service]`.
enum ServiceKeys {
    static let root = Setting(
        "root", .path, default: "tray",
        help: "Parent of the folders' roots; relative to the parent of the configuration directory")
    static let state = Setting(
        "state", optional: .path, note: "\".state\" below the service's root",
        help: "Ledger, jobs spool and control socket; relative to the parent of the configuration directory")
    static let workers = Setting(
        "workers", .workers, default: .auto, help: "Workers at a time; \"auto\" is one per core")
    static let rescan = Setting(
        "rescan", .duration(.seconds(1) ... .seconds(86_400)), default: .seconds(60),
        help: "Time between two scans of every inbox, beside the events")
    static let minFree = Setting(
        "min_free", optional: .size(0...1_000_000_000_000_000),
        note: "\"200MB\", or a twentieth of a smaller disk",
        help:
            "Room that must be free on the disks of a folder and of the state; below that the folder takes nothing and "
            + "goes on by itself when there is room again")
    static let language = Setting(
        "language", ValueForm<Language>.choice, default: .english, help: "Language of reasons and messages")
    static let log = Setting(
        "log", ValueForm<LogFormat>.choice, default: .text, help: "How log lines are written")
    static let metrics = Setting(
        "metrics", optional: .loopback, note: "the control socket only",
        help: "Loopback address where /metrics, /readyz and /healthz are answered too")

    static let section = SettingsReference.Section(
        "service", title: "[service]", summary: "The whole service",
        keys: [
            root.reference, state.reference, workers.reference, rescan.reference, minFree.reference,
            language.reference,
            log.reference, metrics.reference,
        ])
}

/// The service's settings as written: paths still relative.
struct WrittenService: Sendable {
    var root: Path
    var state: Path?
    var workers: WorkerCount
    var rescan: Duration
    var minFree: Int?
    var language: Language
    var log: LogFormat
    var metrics: LoopbackAddress?
    var notify: [WrittenNotify] = []
    let rootPosition: Position
    let statePosition: Position
    /// Whether both paths could be read, so that the arrangement can be judged.
    let pathsAreKnown: Bool

    init(_ table: TOMLTable, _ log: MistakeLog) {
        var reader = SectionReader(table, as: ServiceKeys.section, log)
        root = reader.value(ServiceKeys.root)
        state = reader.value(ServiceKeys.state)
        workers = reader.value(ServiceKeys.workers)
        rescan = reader.value(ServiceKeys.rescan)
        minFree = reader.value(ServiceKeys.minFree)
        language = reader.value(ServiceKeys.language)
        self.log = reader.value(ServiceKeys.log)
        metrics = reader.value(ServiceKeys.metrics)
        rootPosition = table.position(of: ServiceKeys.root.name)
        statePosition = table.position(of: ServiceKeys.state.name)
        pathsAreKnown = reader.failed.isDisjoint(with: [ServiceKeys.root.name, ServiceKeys.state.name])
    }
}

/// The file itself: one table, and any number of notifications.
enum ServiceFileKeys {
    static let service = Setting(
        ServiceKeys.section.name,
        optional: .table(ServiceKeys.section.name) { WrittenService($0, $1) },
        help: "Settings of the whole service")
    static let notify = Setting(
        NotifyKeys.section.name,
        ValueForm<[WrittenNotify]>(
            .list(of: .section(NotifyKeys.section.name), minimumCount: 0), "a list of notifications",
            read: WrittenNotify.readAll),
        default: [], help: "Who is told of jobs")

    static let section = SettingsReference.Section(
        "papertray.toml", title: "papertray.toml", summary: "Settings of the whole service",
        keys: [service.reference, notify.reference])
}

extension ValueForm where Value == WorkerCount {
    fileprivate static var workers: ValueForm {
        let range = 1...256
        let shape = ValueShape.either([.choice(["auto"]), .integer(range)])
        let expectation = "\"auto\" or a whole number from \(range.lowerBound) to \(range.upperBound)"
        return .scalar(shape, expectation, write: { $0 == .auto ? "\"auto\"" : nil }) { value in
            if value.text == "auto" { return .auto }
            return value.integer.flatMap { range.contains($0) ? .count($0) : nil }
        }
    }
}

extension ValueForm where Value == Path {
    static var path: ValueForm {
        .scalar(.text(pattern: "^[^~].*$"), "a path", write: { "\"\($0)\"" }) { value throws(OptionMistake) in
            guard let text = value.text else { return nil }
            if text.isEmpty { throw OptionMistake("a path must not be empty") }
            if text == "~" || text.hasPrefix("~/") {
                throw OptionMistake("\"\(text)\": ~ has no meaning here; write the whole path")
            }
            if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
                throw OptionMistake("a path must not contain control characters")
            }
            return Path(text)
        }
    }
}
