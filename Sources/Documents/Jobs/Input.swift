// The files of a job. Most jobs have one document and nothing else. A batch has several documents, and companions, such
// as form values or a ticket, travel with the document they are named after.

/// One file that was claimed for a job.
package struct Input: Codable, Sendable, Hashable {
    package enum Role: String, Codable, Sendable {
        /// Worked on; its results go to the outbox.
        case document
        /// Goes where its document goes, unchanged.
        case companion
    }

    /// 0 for the document of a job that is no batch; from 1 for every further file. It never changes.
    package let number: Int
    package let role: Role
    /// The number of the document that a companion is named after; `nil` where it belongs to the batch as a whole.
    package let document: Int?
    package var original: Original
    /// SHA-256 of the frozen copy in lower-case hexadecimal digits, once it is frozen.
    package var sha256: String?
    package var facts: Facts?
    /// The steps for this document alone, where a ticket changed those of the plan.
    package var steps: [PlannedStep]?

    package init(
        number: Int, role: Role, document: Int? = nil, original: Original, sha256: String? = nil,
        facts: Facts? = nil
    ) {
        self.number = number
        self.role = role
        self.document = document
        self.original = original
        self.sha256 = sha256
        self.facts = facts
    }
}

extension Job {
    /// Whether the job is made of several documents; its own `original` stands for all of them and is no file then.
    package var isBatch: Bool { inputs.contains { $0.role == .document } }

    /// Every file that was claimed for the job.
    package var files: [Input] { isBatch ? inputs : [first] + inputs }

    /// The files that are worked on, in the order of their numbers.
    package var documents: [Input] { isBatch ? inputs.filter { $0.role == .document } : [first] }

    /// The companions of one document.
    package func companions(of document: Int) -> [Input] {
        inputs.filter { $0.role == .companion && $0.document == document }
    }

    private var first: Input {
        Input(number: 0, role: .document, original: original, sha256: sha256, facts: facts)
    }

    /// Records something about one of the files.
    package mutating func amend(file number: Int, _ change: (inout Input) -> Void) {
        if let index = inputs.firstIndex(where: { $0.number == number }) {
            change(&inputs[index])
        } else if number == 0 && !isBatch {
            var file = first
            change(&file)
            original = file.original
            sha256 = file.sha256
            facts = file.facts
        }
    }
}

extension Plan {
    /// The steps for one document: those of its ticket, or of the plan.
    package func steps(for document: Input) -> [PlannedStep] {
        guard let facts = document.facts else { return [] }
        return (document.steps.map(with) ?? self).steps(for: facts.type)
    }
}
