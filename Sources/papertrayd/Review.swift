// Documents that a person should look at: which finished jobs ask for one, and what people say to that.

import Documents
import Ledger
import Platform
import Scheduling

extension JobRun {
    /// Why a job that is about to complete asks for a person; `nil` where it does not.
    func attention(of job: Job) async throws -> Attention? {
        guard let plan = job.plan, plan.duplicateOf == nil else { return nil }
        let marks = job.documents.flatMap { plan.steps(for: $0) }.map(\.reviewMark)
        guard let mark = marks.max(), mark > 0 else { return nil }
        let made = try await ledger.revisions(of: job.id)
        let pages = job.documents.flatMap { document -> [Attention.Page] in
            let place = job.isBatch ? "\(document.number)/" : ""
            return plan.steps(for: document).enumerated().flatMap { index, step -> [Attention.Page] in
                guard step.reviewMark > 0 else { return [] }
                let results = made.newest(in: place + PlanRun.directory(of: index + 1, step))
                return results.compactMap(\.quality).flatMap { $0.pages(below: step.reviewMark) }.map {
                    Attention.Page(document: document.number, page: $0.page, confidence: $0.confidence)
                }
            }
        }
        if pages.isEmpty { return nil }
        return Attention(.lowConfidence, mark: mark, pages: pages, since: Moment.now())
    }
}

extension Service {
    /// The finished jobs that ask for a person, the longest waiting first.
    func reviews(folder: String?) async throws -> [JobReport] {
        var reports: [JobReport] = []
        for job in try await ledger.jobsForReview(folder: folder) { reports.append(try await report(job)) }
        return reports
    }

    /// A person has looked at the document.
    func finishReview(of job: Job) async throws(ControlRefusal) {
        try await answerReview(of: job, event: "reviewed") { $0.doneAt = Moment.now() }
    }

    /// A person will look at the document some other day.
    func postponeReview(of job: Job) async throws(ControlRefusal) {
        try await answerReview(of: job, event: "review-postponed") { $0.postponedAt = Moment.now() }
    }

    private func answerReview(
        of job: Job, event: String, _ change: @escaping @Sendable (inout Attention) -> Void
    ) async throws(ControlRefusal) {
        guard job.attention?.isOpen == true else {
            throw ControlRefusal(
                .inputRefused, code: "not-for-review",
                "Job \(job.id) is not waiting for a person to look at it.",
                "`papertray review` lists those that are.")
        }
        do {
            try await ledger.amend(job.id, event: event, detail: "by a person") { job in
                guard var attention = job.attention else { return }
                change(&attention)
                job.attention = attention
            }
        } catch {
            throw ControlRefusal(Failure(error, job.original.name.display), in: language)
        }
    }
}
