// How an inbox is watched: by events where every change comes through this kernel, by looking regularly where it may
// come from another machine or from below.

package import Platform

package enum WatchMode: Sendable, Hashable, CustomStringConvertible {
    case events
    case poll(Duration)

    /// Magic numbers of file systems whose changes the kernel may not hear of, see statfs(2):
    /// NFS, SMB, CIFS, SMB2, FUSE and virtiofs, 9p, AFS and kAFS, Ceph, Coda, NCP, VirtualBox shared folders, Lustre,
    /// GPFS, GFS2, OCFS2.
    private static let silent: Set<Int> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x5346_414F, 0x6B41_4653,
        0x00C3_6400, 0x7375_7245, 0x564C, 0x786F_4256, 0x0BD0_0BD0, 0x4750_4653, 0x0116_1970, 0x7461_636F,
    ]

    /// The mode that suits the file system of an inbox.
    package static func suited(to directory: Directory) throws(SystemError) -> WatchMode {
        suited(toFileSystem: try directory.fileSystemType())
    }

    /// The mode that suits a file system with this magic number, whose upper half some kernels fill with signs.
    static func suited(toFileSystem type: Int) -> WatchMode {
        silent.contains(type & 0xFFFF_FFFF) ? .poll(.seconds(30)) : .events
    }

    package var description: String {
        switch self {
        case .events: "events"
        case .poll(let interval):
            interval.components.attoseconds == 0
                ? "poll:\(interval.components.seconds)s" : "poll:\(Int64(interval / .milliseconds(1)))ms"
        }
    }
}
