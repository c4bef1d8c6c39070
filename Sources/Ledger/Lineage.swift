// What a job has made so far: revisions, finished parts, outputs, attempts; and the trace of what happened.

package import Documents
package import Platform

extension Ledger {
    // MARK: Revisions

    /// Records what a step made, all of it or nothing.
    package func add(_ revisions: [Revision], to job: JobID) throws(LedgerError) {
        try connection.transaction { () throws(LedgerError) in
            for revision in revisions { try insert(revision, of: job) }
        }
    }

    /// Records what a step made, under the numbers that follow the job's last one.
    package func add(
        to job: JobID, _ make: @Sendable (Int) -> [Revision]
    ) throws(LedgerError) -> [Revision] {
        let revisions = make((try self.revisions(of: job).map(\.number).max() ?? 0) + 1)
        try add(revisions, to: job)
        return revisions
    }

    private func insert(_ revision: Revision, of job: JobID) throws(LedgerError) {
        let options = try json(revision.options)
        let quality = try revision.quality.map { quality throws(LedgerError) in try json(quality) }
        try connection.run(
            """
            INSERT OR REPLACE INTO revisions (job, number, parent, step, options, path, type, bytes, pages, sha256, at,
                role, quality, milliseconds)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """,
            [
                .text(job.rawValue), .integer(Int64(revision.number)),
                Column(revision.parent.map(Int64.init)),
                .text(revision.step), .text(options), .text(revision.path), .text(revision.type.rawValue),
                .integer(Int64(revision.bytes)), .integer(Int64(revision.pages)), .text(revision.sha256),
                .integer(revision.at), .text(revision.role.rawValue), Column(quality),
                Column(revision.milliseconds.map(Int64.init)),
            ])
    }

    package func revisions(of job: JobID) throws(LedgerError) -> [Revision] {
        var revisions: [Revision] = []
        try connection.query(
            """
            SELECT number, parent, step, options, path, type, bytes, pages, sha256, at, role, quality, milliseconds
            FROM revisions WHERE job = ?1 ORDER BY number
            """, [.text(job.rawValue)]
        ) { row throws(LedgerError) in
            revisions.append(
                Revision(
                    number: Int(row.integer(0)), parent: row.optionalInteger(1).map(Int.init),
                    step: row.text(2),
                    options: try decoded(StepOptions.self, from: row.text(3)), path: row.text(4),
                    type: FileType(rawValue: row.text(5)) ?? .pdf, bytes: Int(row.integer(6)),
                    pages: Int(row.integer(7)), sha256: row.text(8), at: row.integer(9),
                    role: FileRole(rawValue: row.text(10)) ?? .main,
                    quality: try row.optionalText(11).map { text throws(LedgerError) in
                        try decoded(TextQuality.self, from: text)
                    }, milliseconds: row.optionalInteger(12).map(Int.init)))
        }
        return revisions
    }

    // MARK: Finished parts

    package func finish(_ files: [FinishedFile], of step: String, in job: JobID) throws(LedgerError) {
        try connection.transaction { () throws(LedgerError) in
            for file in files {
                try connection.run(
                    "INSERT OR REPLACE INTO tasks (job, step, part, path, bytes, sha256) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    [
                        .text(job.rawValue), .text(step), .integer(Int64(file.part)), .text(file.path),
                        .integer(Int64(file.bytes)), .text(file.sha256),
                    ])
            }
        }
    }

    package func finishedFiles(of step: String, in job: JobID) throws(LedgerError) -> [FinishedFile] {
        var files: [FinishedFile] = []
        try connection.query(
            "SELECT part, path, bytes, sha256 FROM tasks WHERE job = ?1 AND step = ?2 ORDER BY part, path",
            [.text(job.rawValue), .text(step)]
        ) { row throws(LedgerError) in
            files.append(
                FinishedFile(
                    part: Int(row.integer(0)), path: row.text(1), bytes: Int(row.integer(2)),
                    sha256: row.text(3)))
        }
        return files
    }

    /// Forgets the working state of a job, whose directory is about to be emptied. The lineage stays.
    package func forgetParts(of job: JobID) throws(LedgerError) {
        try connection.run("DELETE FROM tasks WHERE job = ?1", [.text(job.rawValue)])
    }

    // MARK: Outputs

    /// Records where files are going to be, before any of them is there, or that they are there now.
    package func intend(_ outputs: [Output], of job: JobID) throws(LedgerError) {
        try connection.transaction { () throws(LedgerError) in
            for output in outputs {
                try connection.run(
                    """
                    INSERT OR REPLACE INTO outputs (job, kind, number, path, bytes, sha256, placed)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                    """,
                    [
                        .text(job.rawValue), .text(output.kind.rawValue), .integer(Int64(output.number)),
                        .blob(output.path.bytes), .integer(Int64(output.bytes)), .text(output.sha256),
                        .integer(output.isPlaced ? 1 : 0),
                    ])
            }
        }
    }

    package func outputs(of job: JobID) throws(LedgerError) -> [Output] {
        var outputs: [Output] = []
        try connection.query(
            """
            SELECT kind, number, path, bytes, sha256, placed FROM outputs WHERE job = ?1 ORDER BY kind, number
            """, [.text(job.rawValue)]
        ) { row throws(LedgerError) in
            guard let kind = Output.Kind(rawValue: row.text(0)) else { return }
            outputs.append(
                Output(
                    kind: kind, number: Int(row.integer(1)), path: Path(bytes: row.blob(2)),
                    bytes: Int(row.integer(3)), sha256: row.text(4), isPlaced: row.integer(5) == 1))
        }
        return outputs
    }

    /// Where a folder's quarantined documents lie.
    package func quarantinedPlaces(of folder: String) throws(LedgerError) -> Set<Path> {
        var places: Set<Path> = []
        try connection.query(
            """
            SELECT path FROM jobs JOIN outputs ON outputs.job = jobs.id AND kind = 'quarantine'
            WHERE folder = ?1 AND state IN ('quarantined', 'cancelled')
            """, [.text(folder)]
        ) { row throws(LedgerError) in places.insert(Path(bytes: row.blob(0))) }
        return places
    }

    /// Whether any job, or any but one, has planned or placed a file there. Reads all rows: for rare questions.
    package func hasOutput(at path: Path, besides job: JobID? = nil) throws(LedgerError) -> Bool {
        var isThere = false
        try connection.query(
            "SELECT 1 FROM outputs WHERE path = ?1 AND job IS NOT ?2 LIMIT 1",
            [.blob(path.bytes), Column(job?.rawValue)]
        ) { _ throws(LedgerError) in isThere = true }
        return isThere
    }

    /// Forgets a planned or placed file, when it is withdrawn.
    package func forgetOutput(_ kind: Output.Kind, _ number: Int, of job: JobID) throws(LedgerError) {
        try connection.run(
            "DELETE FROM outputs WHERE job = ?1 AND kind = ?2 AND number = ?3",
            [.text(job.rawValue), .text(kind.rawValue), .integer(Int64(number))])
    }

    // MARK: Attempts

    package func beginAttempt(_ number: Int, of job: JobID) throws(LedgerError) {
        try connection.run(
            "INSERT OR REPLACE INTO attempts (job, number, began_at) VALUES (?1, ?2, ?3)",
            [.text(job.rawValue), .integer(Int64(number)), .integer(Moment.now())])
    }

    /// Ends the open attempts of a job with a failure code, `completed` or `interrupted`.
    package func endAttempts(of job: JobID, outcome: String) throws(LedgerError) {
        try connection.run(
            "UPDATE attempts SET ended_at = ?2, outcome = ?3 WHERE job = ?1 AND ended_at IS NULL",
            [.text(job.rawValue), .integer(Moment.now()), .text(outcome)])
    }

    // MARK: Trace

    package func record(_ event: TraceEvent) throws(LedgerError) {
        try insertEvent(event)
    }

    /// Everything that happened to a job, in order.
    package func events(of job: JobID) throws(LedgerError) -> [TraceEvent] {
        try events("WHERE job = ?1 ORDER BY rowid", [.text(job.rawValue)])
    }

    /// Everything that happened to files whose name or path below the inbox is `name`, in order.
    package func events(named name: RawName) throws(LedgerError) -> [TraceEvent] {
        let suffix = [UInt8(ascii: "/")] + name.bytes
        return try events(
            "WHERE name = ?1 OR substr(name, -?3) = ?2 ORDER BY rowid",
            [.blob(name.bytes), .blob(suffix), .integer(Int64(suffix.count))])
    }

    func events(_ rest: String, _ values: [Column]) throws(LedgerError) -> [TraceEvent] {
        var events: [TraceEvent] = []
        try connection.query("SELECT at, folder, name, job, event, detail FROM events \(rest)", values) {
            row throws(LedgerError) in
            events.append(
                TraceEvent(
                    at: row.integer(0), folder: row.text(1), name: RawName(row.blob(2)),
                    job: row.optionalText(3).map { JobID(rawValue: $0) }, event: row.text(4),
                    detail: row.text(5)))
        }
        return events
    }
}
