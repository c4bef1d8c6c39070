// A worker gives up everything it does not need before it reads its first task: other privileges, sockets, programs,
// and every path outside the jobs spool, fonts, OCR data, magic and colour profiles. What a kernel cannot give is
// reported, and the rest holds.

package import Platform
internal import SandboxShims

/// What a worker may reach.
package struct Confinement: Sendable {
    /// The spool; each task narrows this to its own job's directory.
    package let jobs: Path
    /// The directory with OCR data.
    package let tessdata: Path

    package init(jobs: Path, tessdata: Path) {
        self.jobs = jobs
        self.tessdata = tessdata
    }

    /// Read-only places: libraries, fonts and their caches, OCR data, magic, colour profiles, and what the
    /// C library reads of its own accord.
    private static let system: [Path] = [
        "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib",
        "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/etc/fonts",
        "/var/cache/fontconfig",
        "/usr/share/tesseract-ocr", "/usr/share/misc", "/usr/share/file", "/etc/magic", "/etc/magic.mime",
        "/usr/share/color", "/usr/share/poppler", "/usr/share/zoneinfo", "/etc/localtime", "/etc/ld.so.cache",
        "/usr/share/locale", "/usr/share/mime", "/usr/share/xml/fontconfig",
        "/dev/zero", "/dev/urandom", "/proc/meminfo", "/proc/cpuinfo", "/sys/devices/system/cpu",
    ]

    /// Status with which a worker ends when C++ code runs out of memory.
    package static let outOfMemoryStatus: Int32 = 71

    /// Confines the whole process. Must be called before other threads exist.
    /// - Returns: Sentences about what this kernel could not give, empty where confinement is complete.
    package func enter() -> [String] {
        var missing: [String] = []
        papertray_exit_when_out_of_memory(Self.outOfMemoryStatus)
        if papertray_renounce_privileges() != 0 {
            missing.append("no_new_privs: \(SystemError("prctl").reason)")
        }
        if papertray_limit_fixed(16_000_000_000, 256) != 0 {
            missing.append("rlimits: \(SystemError("setrlimit").reason)")
        }
        if let reason = restrict(writable: [jobs, "/dev/null"]) { missing.append("Landlock: \(reason)") }
        if papertray_seccomp_restrict() != 0 { missing.append("seccomp: \(SystemError("seccomp").reason)") }
        return missing
    }

    /// Narrows the calling thread to one job's directory. The thread must end with the task.
    package func narrow(to directory: Path) {
        // Without Landlock there is nothing to narrow, which `enter` has reported.
        _ = restrict(writable: [directory, "/dev/null"])
    }

    /// Bounds the address space of the process for the next task, in bytes.
    package func limitAddressSpace(to bytes: Int) {
        _ = papertray_limit_address_space(UInt64(bytes))
    }

    private func restrict(writable: [Path]) -> String? {
        let succeeded = withCStrings(Self.system + [tessdata]) { readable in
            withCStrings(writable) { writable in
                papertray_landlock_restrict(readable, readable.count, writable, writable.count) == 0
            }
        }
        return succeeded ? nil : SystemError("landlock_restrict_self").reason
    }
}

/// Lends C strings for the time of the call.
private func withCStrings<Result>(_ paths: [Path], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
    let buffers = paths.map { path in
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: path.bytes.count + 1)
        for (index, byte) in path.bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
        buffer[path.bytes.count] = 0
        return buffer
    }
    defer { for buffer in buffers { buffer.deallocate() } }
    return body(buffers.map { UnsafePointer($0) })
}
