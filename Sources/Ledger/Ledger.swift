// The record of every job: the only SQLite code of the product. It promises that a state once reported is on the disk
// in the order it was reported, that no row breaks `JobState`, and that it holds no document content and no password.
// It fails with `LedgerError`; after one the service must not go on as if the row had been written.

package import Documents
package import Platform

/// A file that a job puts somewhere: planned first, placed second, so that a crash in between can be replayed.
package struct Output: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case result
        case original
        case quarantine
    }

    package let kind: Kind
    package let number: Int
    /// The absolute path.
    package let path: Path
    package let bytes: Int
    package let sha256: String
    package var isPlaced: Bool

    package init(kind: Kind, number: Int, path: Path, bytes: Int, sha256: String, isPlaced: Bool = false) {
        self.kind = kind
        self.number = number
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
        self.isPlaced = isPlaced
    }

    /// The same file, planned for another place.
    package func moved(to path: Path) -> Output {
        Output(kind: kind, number: number, path: path, bytes: bytes, sha256: sha256)
    }
}

/// A finished part of a step, with the size and hash that make it trustworthy after a restart.
package struct FinishedFile: Sendable, Hashable {
    package let part: Int
    /// Path below the job's directory.
    package let path: String
    package let bytes: Int
    package let sha256: String

    package init(part: Int, path: String, bytes: Int, sha256: String) {
        self.part = part
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
    }
}

/// The write-ahead log of the database, held open to be synced without holding up other transactions: what a checkpoint
/// has moved out of it meanwhile, SQLite has synced itself.
private final class LogFile: Sendable {
    private let file: Descriptor

    init(in directory: Path) throws(LedgerError) {
        do throws(SystemError) {
            let place = try Directory(directory)
            file = try place.open("ledger.sqlite-wal")
            try place.sync()
        } catch {
            throw LedgerError(code: 14, description: error.description)
        }
    }

    func sync() throws(LedgerError) {
        do { try file.syncContent() } catch {
            throw LedgerError(code: error.isOutOfSpace ? 13 : 10, description: error.description)
        }
    }
}

package actor Ledger {
    let connection: Connection
    private let thread: SerialThread
    /// SQLite's write-ahead log, in which a commit is.
    private nonisolated let log: LogFile
    private(set) var routes: [NotificationRoute] = []
    /// Jobs under way as their rows are, so that not every move reads and decodes them again. All writes go through
    /// this actor; a row whose change failed is forgotten here.
    private var known: [JobID: Job] = [:]
    private static let knownLimit = 256
    private var observers: [@Sendable (Job) -> Void] = []
    private var tellers: [@Sendable () -> Void] = []
    /// Moves of a transaction that is still open, which nobody is told of yet.
    private var untold: [(job: Job, isTold: Bool)]?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Opens the ledger in `directory` as `ledger.sqlite` and brings its schema up to date.
    package init(directory: Path) throws(LedgerError) {
        try Self.makePrivate(directory)
        let connection = try Connection(path: (directory / "ledger.sqlite").string)
        try connection.execute("PRAGMA journal_mode = WAL")
        // Sorting and spilling stay in memory: the service writes nowhere but in its own directories.
        try connection.execute("PRAGMA temp_store = MEMORY")
        try connection.execute("PRAGMA foreign_keys = ON")
        // A commit survives the end of the process at once and a power cut with the next durable one: the log is
        // written in order. What must not be ahead of the disk asks for `durably`, and waits for it beside the others.
        try connection.execute("PRAGMA synchronous = NORMAL")
        try connection.execute("PRAGMA cache_size = -2000")
        try connection.migrate()
        log = try LogFile(in: directory)
        self.connection = connection
        thread = SerialThread()
    }

    /// Says whom to tell of jobs from now on.
    package func notify(through routes: [NotificationRoute]) { self.routes = routes }

    /// Makes the file before SQLite does, for nobody else to read: it holds names of documents. SQLite gives its log
    /// the same mode.
    private static func makePrivate(_ directory: Path) throws(LedgerError) {
        do throws(SystemError) {
            _ = try Directory(directory).create("ledger.sqlite", mode: 0o600)
        } catch {
            if !error.isTaken { throw LedgerError(code: 14, description: error.description) }
        }
    }

    /// Calls `observer` after each move that has been written. It must be quick.
    package func observe(_ observer: @escaping @Sendable (Job) -> Void) {
        observers.append(observer)
    }

    /// Calls `teller` when there are new notifications. It must be quick.
    package func tell(through teller: @escaping @Sendable () -> Void) {
        tellers.append(teller)
    }

    // MARK: Together

    /// Runs `body` as one transaction, on the calling thread where that may block: what belongs together costs one
    /// commit and no change of threads.
    /// - Parameter isDurable: Whether the commit, and with it every earlier one, is on the disk when this returns.
    package nonisolated func transaction<Value: Sendable>(
        durably isDurable: Bool = false,
        _ body: @escaping @Sendable (isolated Ledger) throws(LedgerError) -> Value
    ) async throws(LedgerError) -> Value {
        try await onBlockingThread { () throws(LedgerError) in
            let result = self.thread.exclusively {
                self.assumeIsolated { ledger -> Result<Value, LedgerError> in
                    do throws(LedgerError) { return .success(try ledger.commit(body)) } catch {
                        return .failure(error)
                    }
                }
            }
            let value = try result.get()
            if isDurable { try self.log.sync() }
            return value
        }
    }

    private func commit<Value>(
        _ body: (isolated Ledger) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        untold = []
        defer { untold = nil }
        do throws(LedgerError) {
            let value = try connection.transaction { () throws(LedgerError) in try body(self) }
            for (job, isTold) in untold ?? [] { tell(job, isTold) }
            return value
        } catch {
            // Rows that were changed before the mistake are what they were.
            known.removeAll()
            throw error
        }
    }

    // MARK: Jobs

    /// Writes a new job, with the event that its state is.
    package func insert(_ job: Job, detail: String = "") throws(LedgerError) {
        let values = try columns(of: job)
        try connection.transaction { () throws(LedgerError) in
            let places = values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
            try connection.run("INSERT INTO jobs (\(jobColumns)) VALUES (\(places))", values)
            try insertEvent(for: job, event: job.state.rawValue, detail: detail)
        }
    }

    /// Moves a job to another state, changing its row and recording the event in one transaction.
    /// - Throws: `LedgerError` where the move is not legal, so that a mistake in the service stops it at once.
    @discardableResult
    package func move(
        _ id: JobID, to state: JobState, detail: String = "",
        _ change: @Sendable (inout Job) -> Void = { _ in }
    ) throws(LedgerError) -> Job {
        let (moved, isTold) = try changing(id) { job throws(LedgerError) in
            guard job.state.canBecome(state) else {
                throw LedgerError(code: 1, description: "job \(id) cannot go from \(job.state) to \(state)")
            }
            let before = job.state
            try update(&job) {
                $0.state = state
                change(&$0)
            }
            try insertEvent(for: job, event: state.rawValue, detail: detail)
            return try insertNotifications(for: job, from: before)
        }
        if untold != nil { untold?.append((moved, isTold)) } else { tell(moved, isTold) }
        return moved
    }

    private func tell(_ job: Job, _ isTold: Bool) {
        for observer in observers { observer(job) }
        if isTold { wakeTellers() }
    }

    func wakeTellers() {
        for teller in tellers { teller() }
    }

    /// Changes a job without changing its state.
    @discardableResult
    package func amend(
        _ id: JobID, event: String, detail: String = "", _ change: @Sendable (inout Job) -> Void
    ) throws(LedgerError) -> Job {
        try changing(id) { job throws(LedgerError) in
            let state = job.state
            try update(&job, change)
            guard job.state == state else {
                throw LedgerError(code: 1, description: "job \(id) changes its state without a move")
            }
            try insertEvent(for: job, event: event, detail: detail)
        }.job
    }

    /// Changes a job in one transaction and remembers its row.
    private func changing<Result>(
        _ id: JobID, _ body: (inout Job) throws(LedgerError) -> Result
    ) throws(LedgerError) -> (job: Job, result: Result) {
        var job = try require(id)
        known[id] = nil
        let result = try connection.transaction { () throws(LedgerError) in try body(&job) }
        if known.count >= Self.knownLimit { known.removeAll() }
        if !job.state.isFinal { known[id] = job }
        return (job, result)
    }

    /// Removes a job whose original was never taken: its claim is withdrawn.
    package func withdraw(_ id: JobID) throws(LedgerError) {
        known[id] = nil
        try connection.run("DELETE FROM jobs WHERE id = ?1 AND state = 'claimed'", [.text(id.rawValue)])
    }

    package func job(_ id: JobID) throws(LedgerError) -> Job? {
        try jobs("WHERE id = ?1", [.text(id.rawValue)]).first
    }

    /// The jobs whose identifier begins or ends with the text; two or more mean that it is ambiguous.
    package func jobs(matching text: String) throws(LedgerError) -> [Job] {
        let length = Column.integer(Int64(text.utf8.count))
        return try jobs(
            "WHERE substr(id, 1, ?2) = ?1 OR substr(id, -?2) = ?1 LIMIT 2",
            [.text(text.lowercased()), length])
    }

    /// The newest jobs first.
    package func jobs(folder: String? = nil, state: JobState? = nil, limit: Int) throws(LedgerError) -> [Job]
    {
        try jobs(
            "WHERE (?1 IS NULL OR folder = ?1) AND (?2 IS NULL OR state = ?2) ORDER BY created_at DESC, id DESC LIMIT ?3",
            [Column(folder), Column(state?.rawValue), .integer(Int64(limit))])
    }

    /// The next jobs in the order of their identifiers, for walks through all of them.
    package func jobs(after id: JobID, limit: Int) throws(LedgerError) -> [Job] {
        try jobs("WHERE id > ?1 ORDER BY id LIMIT ?2", [.text(id.rawValue), .integer(Int64(limit))])
    }

    /// Every job that nobody has ended yet, oldest first.
    package func unfinishedJobs() throws(LedgerError) -> [Job] {
        try jobs("WHERE state NOT IN ('completed', 'quarantined', 'cancelled') ORDER BY id")
    }

    /// Quarantined or cancelled jobs with this inode or content: what a file moved back into an inbox may belong to.
    package func returnable(device: UInt64, inode: UInt64) throws(LedgerError) -> [Job] {
        try jobs(
            "WHERE device = ?1 AND inode = ?2 AND state IN ('quarantined', 'cancelled') ORDER BY id DESC",
            [.integer(Int64(bitPattern: device)), .integer(Int64(bitPattern: inode))])
    }

    /// Jobs of the folder in the quarantine that have more than one file, one of them perhaps with this inode.
    package func returnableSets(in folder: String, inode: UInt64) throws(LedgerError) -> [Job] {
        // The text is looked through before any row is decoded: a quarantine may be large.
        try jobs(
            "WHERE folder = ?1 AND state = 'quarantined' AND inputs IS NOT NULL AND instr(inputs, ?2) > 0 "
                + "ORDER BY id DESC", [.text(folder), .text("\"inode\":\(inode),")])
    }

    /// The documents that were set apart from a batch since they failed.
    package func setApart(from batch: JobID) throws(LedgerError) -> [Job] {
        try jobs("WHERE batch = ?1 ORDER BY id", [.text(batch.rawValue)])
    }

    /// An earlier job of the folder with the same content that was not refused.
    package func earlier(than job: Job) throws(LedgerError) -> Job? {
        guard let sha256 = job.sha256 else { return nil }
        return try jobs(
            "WHERE sha256 = ?1 AND folder = ?2 AND id < ?3 AND state NOT IN ('quarantined', 'cancelled') "
                + "ORDER BY id LIMIT 1", [.text(sha256), .text(job.folder), .text(job.id.rawValue)]
        ).first
    }

    /// Finished jobs that a person should look at and has not, the oldest first.
    package func jobsForReview(folder: String? = nil) throws(LedgerError) -> [Job] {
        try jobs(
            "WHERE attention IS NOT NULL AND json_extract(attention, '$.doneAt') IS NULL "
                + "AND state = 'completed' AND (?1 IS NULL OR folder = ?1) ORDER BY id", [Column(folder)])
    }

    /// How many jobs each folder has in each state.
    package func counts() throws(LedgerError) -> [String: [JobState: Int]] {
        var counts: [String: [JobState: Int]] = [:]
        try connection.query("SELECT folder, state, count(*) FROM jobs GROUP BY folder, state") {
            row throws(LedgerError) in
            guard let state = JobState(rawValue: row.text(1)) else { return }
            counts[row.text(0), default: [:]][state] = Int(row.integer(2))
        }
        return counts
    }

    private func jobs(_ rest: String, _ values: [Column] = []) throws(LedgerError) -> [Job] {
        var jobs: [Job] = []
        try connection.query("SELECT \(jobColumns) FROM jobs \(rest)", values) { row throws(LedgerError) in
            jobs.append(try row.job())
        }
        return jobs
    }

    private func require(_ id: JobID) throws(LedgerError) -> Job {
        if let job = known[id] { return job }
        guard let job = try job(id) else { throw LedgerError(code: 1, description: "there is no job \(id)") }
        return job
    }

    private func update(_ job: inout Job, _ change: (inout Job) -> Void) throws(LedgerError) {
        let before = job
        change(&job)
        job.updatedAt = Moment.now()
        // The columns of JSON are the costly ones, and most moves leave them as they are.
        let unchanged = [
            before.facts == job.facts ? "facts" : nil, before.plan == job.plan ? "plan" : nil,
            before.failure == job.failure ? "failure" : nil, before.inputs == job.inputs ? "inputs" : nil,
            before.attention == job.attention ? "attention" : nil,
        ].compactMap(\.self)
        let (old, new) = (
            try columns(of: before, leaving: unchanged), try columns(of: job, leaving: unchanged)
        )
        // An index is written anew for each column that is set, whether it changes or not.
        let changed = new.indices.filter { old[$0] != new[$0] }
        if changed.isEmpty { return }
        let assignments = changed.enumerated().map { "\(jobColumnNames[$1]) = ?\($0 + 2)" }
        try connection.run(
            "UPDATE jobs SET \(assignments.joined(separator: ", ")) WHERE id = ?1",
            [.text(job.id.rawValue)] + changed.map { new[$0] })
    }

    func insertEvent(for job: Job, event: String, detail: String) throws(LedgerError) {
        try insertEvent(
            TraceEvent(
                at: job.updatedAt, folder: job.folder, name: job.original.name, job: job.id, event: event,
                detail: detail))
    }

    func insertEvent(_ event: TraceEvent) throws(LedgerError) {
        try connection.run(
            "INSERT INTO events (at, folder, name, job, event, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            [
                .integer(event.at), .text(event.folder), .blob(event.name.bytes), Column(event.job?.rawValue),
                .text(event.event), .text(event.detail),
            ])
    }
}
