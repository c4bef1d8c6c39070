// What a process knows of itself.

internal import Glibc

/// The number of this process.
package func currentProcess() -> Int32 { getpid() }

package enum ThisProcess {
    /// The directory of the running executable, links resolved.
    package static func directory() -> Path? {
        guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(resolved) }
        return Path(String(cString: resolved)).parent
    }
}
