// Files that were moved back into an inbox from the quarantine: the job that they belonged to goes on with its history.

internal import Documents
internal import Ledger
internal import Platform
internal import Settings

extension Claimant {
    /// The quarantined job whose documents these are: the same inodes, untouched, and no longer where they were put.
    func returning(_ documents: [Input]) async throws -> Job? {
        if documents.count == 1, documents[0].number == 0 {
            let original = documents[0].original
            let earlier = try await ledger.transaction { ledger throws(LedgerError) in
                try ledger.returnable(device: original.device, inode: original.inode)
            }
            for job in earlier where job.folder == folder.name && original.isSameFile(as: job.original) {
                if try await hasLeftQuarantine(0, of: job) { return job }
            }
            return nil
        }
        for job in try await batches(with: documents[0]) {
            let theirs = job.documents
            let isSame =
                theirs.count == documents.count
                && theirs.allSatisfy { one in documents.contains { $0.original.isSameFile(as: one.original) }
                }
            if isSame { return job }
        }
        return nil
    }

    /// Takes a single document out of the quarantined batch that it belonged to.
    /// - Returns: The batch.
    func giveUp(_ document: Input) async throws -> JobID? {
        for job in try await batches(with: document) {
            guard let file = job.documents.first(where: { $0.original.isSameFile(as: document.original) }),
                try await hasLeftQuarantine(file.number, of: job)
            else { continue }
            if job.documents.count == 1 {
                try await ledger.move(
                    job.id, to: .cancelled, detail: "its documents were taken back one by one")
            }
            try await ledger.amend(
                job.id, event: "given-up", detail: "\(document.original.name.display) goes on by itself"
            ) { $0.inputs.removeAll { $0.number == file.number } }
            return job.id
        }
        return nil
    }

    /// The quarantined batches that may have held a document.
    private func batches(with document: Input) async throws(LedgerError) -> [Job] {
        let (folder, inode) = (folder.name, document.original.inode)
        return try await ledger.transaction { ledger throws(LedgerError) in
            try ledger.returnableSets(in: folder, inode: inode).filter(\.isBatch)
        }
    }

    private func hasLeftQuarantine(_ file: Int, of job: Job) async throws -> Bool {
        try await ledger.outputs(of: job.id).filter { $0.kind == .quarantine && $0.number == file }
            .allSatisfy { place in
                do { return try !Directory(place.path.parent).exists(place.path.last) } catch { return true }
            }
    }
}

extension Job {
    /// Takes files in that came back: known ones keep their numbers, companions that are new get new ones.
    /// - Returns: Their numbers.
    mutating func receive(_ files: [Input]) -> Set<Int> {
        var received: Set<Int> = []
        for file in files {
            if file.number == 0 {
                original = file.original
                received.insert(0)
            } else if let index = inputs.firstIndex(where: { $0.original.isSameFile(as: file.original) }) {
                inputs[index].original = file.original
                received.insert(inputs[index].number)
            } else if file.role == .companion {
                let number = (inputs.map(\.number).max() ?? 0) + 1
                inputs.append(
                    Input(
                        number: number, role: .companion, document: isBatch ? nil : 0, original: file.original
                    ))
                received.insert(number)
            }
        }
        return received
    }
}
