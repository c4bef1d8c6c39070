// Jobs to rows and back. Facts, plan and failure are JSON, since only people and this code read them.

internal import Documents
internal import FoundationEssentials

/// JSON with a stable key order.
func json(_ value: some Encodable) throws(LedgerError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
        throw LedgerError(code: 1, description: "a row cannot be encoded: \(error)")
    }
}

func decoded<Value: Decodable>(_ type: Value.Type, from text: String) throws(LedgerError) -> Value {
    do { return try JSONDecoder().decode(type, from: Data(text.utf8)) } catch {
        throw LedgerError(code: 1, description: "a row cannot be read: \(error)")
    }
}

/// The columns of a job's row, in the order of `columns(of:)`.
let jobColumnNames = [
    "id", "folder", "name", "device", "inode", "bytes", "owner", "owner_group", "mode", "modified", "state",
    "sha256", "facts", "plan", "attempts", "interruptions", "failure", "retry_at", "created_at", "updated_at",
    "inputs", "batch", "skipped", "attention",
]
let jobColumns = jobColumnNames.joined(separator: ", ")

extension Row {
    func job() throws(LedgerError) -> Job {
        let original = Original(
            name: RawName(blob(2)), device: UInt64(bitPattern: integer(3)),
            inode: UInt64(bitPattern: integer(4)),
            bytes: Int(integer(5)), owner: UInt32(truncatingIfNeeded: integer(6)),
            group: UInt32(truncatingIfNeeded: integer(7)), mode: UInt32(truncatingIfNeeded: integer(8)),
            modified: integer(9))
        guard let state = JobState(rawValue: text(10)) else {
            throw LedgerError(code: 1, description: "unknown job state \(text(10))")
        }
        var job = Job(
            id: JobID(rawValue: text(0)), folder: text(1), original: original, state: state,
            createdAt: integer(18))
        job.sha256 = optionalText(11)
        if let text = optionalText(12) { job.facts = try decoded(Facts.self, from: text) }
        if let text = optionalText(13) { job.plan = try decoded(Plan.self, from: text) }
        job.attempts = Int(integer(14))
        job.interruptions = Int(integer(15))
        if let text = optionalText(16) { job.failure = try decoded(Failure.self, from: text) }
        job.retryAt = optionalInteger(17)
        job.updatedAt = integer(19)
        if let text = optionalText(20) { job.inputs = try decoded([Input].self, from: text) }
        job.batch = optionalText(21).map { JobID(rawValue: $0) }
        if let text = optionalText(22) { job.skipped = try decoded([String].self, from: text) }
        if let text = optionalText(23) { job.attention = try decoded(Attention.self, from: text) }
        return job
    }
}

/// The values of `jobColumns` in their order.
/// - Parameter skipped: Columns of JSON that nobody needs; null stands in their place.
func columns(of job: Job, leaving skipped: [String] = []) throws(LedgerError) -> [Column] {
    func encoded(_ value: (some Encodable)?, _ name: String) throws(LedgerError) -> Column {
        guard let value, !skipped.contains(name) else { return .null }
        return .text(try json(value))
    }
    let original = job.original
    return [
        .text(job.id.rawValue), .text(job.folder), .blob(original.name.bytes),
        .integer(Int64(bitPattern: original.device)), .integer(Int64(bitPattern: original.inode)),
        .integer(Int64(original.bytes)), .integer(Int64(original.owner)), .integer(Int64(original.group)),
        .integer(Int64(original.mode)), .integer(original.modified), .text(job.state.rawValue),
        Column(job.sha256),
        try encoded(job.facts, "facts"), try encoded(job.plan, "plan"), .integer(Int64(job.attempts)),
        .integer(Int64(job.interruptions)), try encoded(job.failure, "failure"), Column(job.retryAt),
        .integer(job.createdAt), .integer(job.updatedAt),
        try encoded(job.inputs.isEmpty ? nil : job.inputs, "inputs"), Column(job.batch?.rawValue),
        try encoded(job.skipped.isEmpty ? nil : job.skipped, "skipped"),
        try encoded(job.attention, "attention"),
    ]
}
