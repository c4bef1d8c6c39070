// Copying the content of one open file into another: shared blocks where the file system can, otherwise by hand, and
// hashed on the way either way.

internal import Glibc
internal import PlatformShims

extension Descriptor {
    /// Fills this new, empty file with the content of `source`.
    /// - Returns: The SHA-256 of what was copied and its length in bytes.
    package func fill(from source: borrowing Descriptor) throws(SystemError) -> (sha256: String, bytes: Int) {
        if papertray_clone_file(number, source.number) == 0 {
            return (try SHA256.digest(of: self), try status().bytes)
        }
        let digest = SHA256()
        var offset = 0
        while true {
            let chunk = try source.read(atMost: 1 << 18, at: offset)
            if chunk.isEmpty { return (digest.finish(), offset) }
            digest.update(chunk)
            try write(chunk)
            offset += chunk.count
        }
    }

    package func setMode(_ mode: UInt32) throws(SystemError) {
        let number = number
        try check("fchmod") { fchmod(number, mode) }
    }

    /// Gives the file to another owner, where the service may do that.
    /// - Returns: Whether it did.
    package func setOwner(_ owner: UInt32, group: UInt32) -> Bool {
        fchown(number, owner, group) == 0
    }

    /// Sets the time of the last change, in nanoseconds since 1970.
    package func setModified(_ nanoseconds: Int64) throws(SystemError) {
        let (seconds, rest) = Int(nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
        // Before 1970 the nanoseconds still count upwards.
        let time = timespec(
            tv_sec: rest < 0 ? seconds - 1 : seconds, tv_nsec: rest < 0 ? rest + 1_000_000_000 : rest)
        let number = number
        try check("futimens") { futimens(number, [time, time]) }
    }
}
