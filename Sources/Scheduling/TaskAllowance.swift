// What one task may use: so much processor time, and some times that on the clock, since on a busy machine a worker waits
// for its turn, and a worker that only sleeps uses no processor at all.

internal import Documents

/// The time of one task.
struct TaskAllowance: Sendable {
    private static let patience = 4.0

    /// Processor seconds.
    let seconds: Double
    /// The worker's processor time when the task began.
    private let processorStart: Double
    private let deadline: ContinuousClock.Instant

    init(for work: Work, limits: Limits, processorStart: Double) {
        seconds = Self.seconds(for: work, limits)
        self.processorStart = processorStart
        deadline = .now + .seconds(seconds * Self.patience)
    }

    func isUsedUp(processorNow: Double) -> Bool {
        processorNow - processorStart > seconds || .now > deadline
    }

    private static func seconds(for work: Work, _ limits: Limits) -> Double {
        switch work {
        case .perform(_, let part): limits.pageTime * Double(max(1, part.pageCount))
        case .verify(let range): limits.pageTime * Double(max(1, range.lastPage - range.firstPage + 1))
        case .identify, .divide, .assemble: limits.time
        }
    }
}
