// What a pool has counted since it was made, for whoever watches the service.

internal import Documents
package import Platform

package struct PoolMeasures: Sendable {
    /// The tasks of one step that came to an end, whichever way.
    package struct Step: Sendable, Hashable {
        package var tasks = 0
        /// At the worker, without the wait for one.
        package var seconds = 0.0
    }

    /// By the step's name; identification and verification are steps here.
    package private(set) var steps: [String: Step] = [:]
    package private(set) var workersStarted = 0
    /// Workers that ended without having been dismissed, each replaced by a fresh one.
    package internal(set) var workersLost = 0
    /// Why the newest worker could not be started; `nil` while workers can.
    package internal(set) var startFailure: SystemError?

    mutating func workerStarted() {
        workersStarted += 1
        startFailure = nil
    }

    mutating func add(_ work: Work, since start: ContinuousClock.Instant) {
        steps[work.label, default: Step()].tasks += 1
        steps[work.label, default: Step()].seconds += (ContinuousClock.now - start) / .seconds(1)
    }
}
