// What is mounted where, from the kernel's own table: unlike a look at the file system itself, reading it never waits for
// a server that does not answer. See proc_pid_mountinfo(5).

/// The mounts of this process at one moment.
package struct MountTable: Sendable {
    /// File systems whose answers come from another machine or another process. FUSE has a type for each server.
    private static let distant: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "afs", "coda", "lustre", "gfs2", "ocfs2",
        "gpfs",
        "virtiofs", "vboxsf", "ncpfs",
    ]

    private let mounts: [(place: Path, type: String)]

    /// The table of now; empty where there is none.
    package init() {
        let bytes: [UInt8]
        do { bytes = try Directory("/proc/self").open("mountinfo").readAll() } catch { bytes = [] }
        self.init(parsing: bytes)
    }

    init(parsing bytes: [UInt8]) {
        mounts = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "))
            // Optional fields end with a dash, and the type follows.
            guard fields.count > 6, let dash = fields.dropFirst(6).firstIndex(of: [UInt8(ascii: "-")]),
                dash + 1 < fields.endIndex
            else { return nil }
            return (
                Path(bytes: Self.unescaped(fields[4])), String(decoding: fields[dash + 1], as: UTF8.self)
            )
        }
    }

    /// The type of the file system that a path lies on; links are not followed.
    package func type(of path: Path) -> String? {
        // Of two mounts at one place the later one is seen.
        mounts.filter { path.isWithin($0.place) }.enumerated().max {
            ($0.element.place.bytes.count, $0.offset) < ($1.element.place.bytes.count, $1.offset)
        }?.element.type
    }

    /// Whether a call about a path may wait for somebody else than this kernel and its disks.
    package func isDistant(_ path: Path) -> Bool {
        guard let type = type(of: path) else { return false }
        return Self.distant.contains(type) || type == "fuse" || type.hasPrefix("fuse.")
    }

    /// Spaces and the like are written as a backslash and three octal digits.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                digits.allSatisfy({ (0x30...0x37).contains($0) })
            {
                bytes.append(digits.reduce(0) { $0 << 3 | ($1 & 7) })
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
