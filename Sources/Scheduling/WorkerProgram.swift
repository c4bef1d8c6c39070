// Where the worker's executable is: beside ours, as it was built or installed.

internal import Glibc
package import Platform

package enum WorkerProgram {
    /// - Throws: `SystemError` with `ENOENT` where there is none.
    package static func find() throws(SystemError) -> Path {
        let beside = ThisProcess.directory().map { $0 / "papertray-worker" }
        for path in [beside, "/usr/libexec/papertray/papertray-worker"].compactMap(\.self)
        where path.withCString({ access($0, X_OK) }) == 0 {
            return path
        }
        throw SystemError("find", "papertray-worker", number: ENOENT)
    }
}
