// A result and the files beside it have one name with different suffixes, so they are published as a set: a number is
// taken only where all of its names are free, the document comes last, and a set that meets a stranger in the middle
// is withdrawn and takes the next number. After a crash the recorded set is finished, or withdrawn the same way.

internal import Documents
internal import Ledger
internal import Platform
internal import Rules
internal import Settings

/// One file of a set with its place.
private struct SetFile {
    let revision: Revision
    var output: Output
}

extension Delivery {
    /// What stands under a name that a file is to have.
    enum Occupant {
        case nothing
        case sameBytes
        case stranger
    }

    /// Publishes a result with its side files, whose rows have the numbers from `number` on, that of the document first.
    func publishSet(
        _ result: Deliverable, _ number: Int, _ planned: [Output], of job: Job, from directory: Path
    ) async throws {
        let revisions = [result.revision] + result.sides
        let rows = revisions.indices.map { index in planned.first { $0.number == number + index } }
        let recorded = zip(revisions, rows).compactMap { revision, row in
            row.map { SetFile(revision: revision, output: $0) }
        }
        let attributes = FileAttributes(like: result.original)
        if recorded.count == revisions.count {
            if try await reveal(recorded, of: job, from: directory, attributes) { return }
            try await withdraw(recorded, of: job)
        }
        var attempt = 1
        while true {
            let files = files(revisions, of: result, number, attempt)
            if try await areFree(files) {
                try await intend(files.map(\.output), of: job)
                if try await reveal(files, of: job, from: directory, attributes) { return }
                try await withdraw(files, of: job)
            }
            if folder.onConflict == .fail {
                for file in files { try await ledger.forgetOutput(.result, file.output.number, of: job.id) }
                throw Failure(.nameTaken, RawName(files[0].output.path.last.bytes).display)
            }
            attempt += 1
        }
    }

    private func files(
        _ revisions: [Revision], of result: Deliverable, _ number: Int, _ attempt: Int
    ) -> [SetFile] {
        let name = result.name(attempt)
        let names = [name] + namesOfSides(of: result.sides.map(\.type), beside: name)
        return zip(revisions, names).enumerated().map { index, file in
            let output = Output(
                kind: .result, number: number + index, path: folder.outbox / Path(bytes: file.1.bytes),
                bytes: file.0.bytes, sha256: file.0.sha256)
            return SetFile(revision: file.0, output: output)
        }
    }

    /// Whether all names are free, or the document is there already and no stranger has the name of a side file. Two
    /// documents may have the same text: a side file alone proves nothing.
    private func areFree(_ files: [SetFile]) async throws -> Bool {
        var occupants: [Occupant] = []
        for file in files { occupants.append(try await occupant(of: file.output)) }
        switch occupants[0] {
        case .stranger: return false
        case .nothing: return occupants.allSatisfy { $0 == .nothing }
        case .sameBytes: return !occupants.contains(.stranger)
        }
    }

    func occupant(of output: Output) async throws -> Occupant {
        try await onBlockingThread { () throws(SystemError) in
            let parent = try parentDirectory(of: output.path, below: folder.outbox)
            guard try parent.exists(output.path.last) else { return .nothing }
            let isSame = try holds(parent, output.path.last, sha256: output.sha256, bytes: output.bytes)
            return isSame ? .sameBytes : .stranger
        }
    }

    /// Reveals the side files and then the document.
    ///
    /// - Returns: Whether all are there now; `false` where another file has one of the names.
    private func reveal(
        _ files: [SetFile], of job: Job, from directory: Path, _ attributes: FileAttributes
    ) async throws -> Bool {
        for file in files.dropFirst() + files.prefix(1) where !file.output.isPlaced {
            let isThere = try await onBlockingThread { () throws(SystemError) in
                try reveal(file.revision, of: job.id, from: directory, at: file.output.path, attributes)
            }
            guard isThere else { return false }
            Failpoint.outputLinked.reach()
            var placed = file.output
            placed.isPlaced = true
            try await intend([placed], of: job)
        }
        return true
    }

    /// Takes the side files of a set away that a stranger's file keeps from being whole. Only what this job recorded
    /// before it was there, what has its bytes, and what no other job knows, is removed.
    private func withdraw(_ files: [SetFile], of job: Job) async throws {
        let planned = files.map { file in
            var output = file.output
            output.isPlaced = false
            return output
        }
        try await intend(planned, of: job)
        for output in planned.dropFirst() where try await !ledger.hasOutput(at: output.path, besides: job.id)
        {
            try await onBlockingThread { () throws(SystemError) in
                let parent = try parentDirectory(of: output.path, below: folder.outbox)
                guard try parent.exists(output.path.last),
                    try holds(parent, output.path.last, sha256: output.sha256, bytes: output.bytes)
                else { return }
                try parent.remove(output.path.last)
                try parent.sync()
            }
        }
    }
}
