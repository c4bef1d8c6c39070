// The way of results to the outbox: all of their places recorded, then one after another revealed, each durable before
// the next. A taken name is numbered, or stops the job before anything is revealed, as the folder says.

package import Documents
internal import Ledger
package import Platform
internal import Rules
internal import Settings

/// A result on its way out.
package struct Deliverable: Sendable {
    package let revision: Revision
    /// The files that lie beside it, under its name with their own suffixes.
    package let sides: [Revision]
    /// The document it was made of, whose owner and mode it gets.
    package let original: Original
    /// The path below the outbox for the first, second, … try to find a free name.
    package let name: @Sendable (Int) -> RawName

    package init(
        revision: Revision, sides: [Revision] = [], original: Original,
        name: @escaping @Sendable (Int) -> RawName
    ) {
        self.revision = revision
        self.sides = sides
        self.original = original
        self.name = name
    }
}

extension Delivery {
    /// Reveals the results of a job one after another, each durable before the next, after all of their places have
    /// been recorded: a crash in between leaves a set that the next start finishes.
    /// - Parameter directory: The job's directory in the spool.
    package func publish(
        _ results: [Deliverable], of job: Job, from directory: Path
    ) async throws(Failure) {
        let name = job.original.name.display
        do {
            let planned = try await places(for: results, of: job)
            if folder.onConflict == .fail { try await requireFree(planned) }
            for (number, result) in withRowNumbers(results) {
                if !result.sides.isEmpty {
                    try await publishSet(result, number, planned, of: job, from: directory)
                } else if let place = planned.first(where: { $0.number == number }), !place.isPlaced {
                    try await publish(result, at: place, of: job, from: directory)
                }
            }
        } catch {
            throw Self.failure(error, name)
        }
    }

    /// Where a taken name is a failure, none of the results is revealed for it.
    private func requireFree(_ planned: [Output]) async throws {
        for output in planned where !output.isPlaced {
            if try await occupant(of: output) == .stranger {
                throw Failure(.nameTaken, RawName(output.path.last.bytes).display)
            }
        }
    }

    /// The results with the numbers of their rows; those of files beside a result follow its own.
    private func withRowNumbers(_ results: [Deliverable]) -> [(number: Int, result: Deliverable)] {
        var next = 0
        return results.map { result in
            defer { next += 1 + result.sides.count }
            return (next, result)
        }
    }

    /// Where the results are or are going to be, recorded now if they were not before. No two get the same name.
    private func places(for results: [Deliverable], of job: Job) async throws(LedgerError) -> [Output] {
        let planned = try await outputs(of: job, .result)
        var names = Set(planned.map(\.path))
        var added: [Output] = []
        for (number, result) in withRowNumbers(results)
        where result.sides.isEmpty && !planned.contains(where: { $0.number == number }) {
            var attempt = 1
            var path = folder.outbox / Path(bytes: result.name(attempt).bytes)
            while !names.insert(path).inserted {
                attempt += 1
                path = folder.outbox / Path(bytes: result.name(attempt).bytes)
            }
            let revision = result.revision
            added.append(
                Output(
                    kind: .result, number: number, path: path, bytes: revision.bytes, sha256: revision.sha256)
            )
        }
        // What passes unchanged has the same bytes again, and those under its name count as published.
        let isRepeatable = results.allSatisfy { $0.revision.step == "source" }
        if !added.isEmpty { try await intend(added, of: job, isRepeatable: isRepeatable) }
        return planned + added
    }

    private func publish(
        _ result: Deliverable, at planned: Output, of job: Job, from directory: Path
    ) async throws {
        let revision = result.revision
        let isUnchanged = revision.step == "source"
        let attributes = FileAttributes(
            like: result.original, modified: isUnchanged ? result.original.modified : nil)
        var (output, attempt) = (planned, 1)
        while true {
            let place = output.path
            let isThere = try await onBlockingThread { () throws(SystemError) in
                try reveal(revision, of: job.id, from: directory, at: place, attributes)
            }
            if isThere {
                Failpoint.outputLinked.reach()
                output.isPlaced = true
                return try await intend([output], of: job)
            }
            if folder.onConflict == .fail { throw Failure(.nameTaken, RawName(place.last.bytes).display) }
            attempt += 1
            output = output.moved(to: folder.outbox / Path(bytes: result.name(attempt).bytes))
            try await intend([output], of: job)
        }
    }

    /// - Returns: Whether the place holds the result now; `false` where another file has the name.
    func reveal(
        _ revision: Revision, of job: JobID, from directory: Path, at target: Path,
        _ attributes: FileAttributes
    ) throws(SystemError) -> Bool {
        let source = try Directory(directory).open(Path(revision.path))
        let parent = try parentDirectory(of: target, below: folder.outbox)
        do {
            try Placing.reveal(
                source, sha256: revision.sha256, in: parent, as: target.last, attributes,
                by: Placing.temporaryName(for: job))
            return true
        } catch  where error.isTaken {
            return try holds(parent, target.last, sha256: revision.sha256, bytes: revision.bytes)
        }
    }
}
