// When a dropped file is complete. Pure: samples, events and the time come in, a verdict goes out. A file is complete
// when nothing was heard of it for the settle time and two samples that far apart are equal. The age of mtime is never
// trusted, since copies keep old times.

internal import Documents
package import Platform

/// What one look at a file shows; equal samples mean that nothing changed in between.
package struct Sample: Sendable, Hashable {
    package let device: UInt64
    package let inode: UInt64
    package let bytes: Int
    /// Nanoseconds since 1970.
    package let modified: Int64
    package let changed: Int64

    package init(device: UInt64, inode: UInt64, bytes: Int, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.bytes = bytes
        self.modified = modified
        self.changed = changed
    }

    package init(_ status: FileStatus) {
        self.init(
            device: status.device, inode: status.inode, bytes: status.bytes, modified: status.modified,
            changed: status.changed)
    }
}

/// One file on its way to being complete.
package struct Settling: Sendable {
    package enum Verdict: Sendable, Hashable {
        /// Look again at this moment, or when something is heard.
        case wait(until: ContinuousClock.Instant)
        /// Quiet for long enough: complete as far as time can tell.
        case settled
    }

    private let settle: Duration
    private var sample: Sample
    private var quietSince: ContinuousClock.Instant
    private var isComplete: Bool

    /// - Parameter arrivedWhole: The file was renamed to its name, so it is complete at once.
    package init(_ sample: Sample, settle: Duration, arrivedWhole: Bool, at now: ContinuousClock.Instant) {
        self.sample = sample
        self.settle = settle
        quietSince = now
        isComplete = arrivedWhole
    }

    /// Something was heard of the file.
    package mutating func touch(arrivedWhole: Bool, at now: ContinuousClock.Instant) {
        quietSince = now
        isComplete = arrivedWhole
    }

    /// Looks at the file again.
    package mutating func observe(_ newer: Sample, at now: ContinuousClock.Instant) -> Verdict {
        if newer != sample {
            // A rename changes ctime alone, which says nothing about the content.
            let isSameContent =
                newer.inode == sample.inode && newer.bytes == sample.bytes
                && newer.modified == sample.modified
            sample = newer
            if !(isComplete && isSameContent) {
                isComplete = false
                quietSince = now
            }
        }
        if isComplete || now - quietSince >= settle { return .settled }
        return .wait(until: quietSince + settle)
    }
}

/// How long a file that is quiet but visibly unfinished is waited for before it is taken out as `incomplete`.
package func patience(for settle: Duration) -> Duration {
    max(.seconds(10), settle * 15)
}
