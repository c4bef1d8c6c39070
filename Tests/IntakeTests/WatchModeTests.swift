// Events where every change comes through this kernel, looking regularly everywhere else.

@testable internal import Intake
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct WatchModeTests {
    /// The magic numbers of statfs(2): NFS, SMB of three ages, FUSE and virtiofs, 9p, Ceph, and FUSE with signs before it.
    @Test(arguments: [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400,
        Int(bitPattern: 0xFFFF_FFFF_FE53_4D42),
    ])
    func sharesArePolled(type: Int) {
        #expect(WatchMode.suited(toFileSystem: type) == .poll(.seconds(30)))
    }

    /// ext4, XFS, Btrfs, tmpfs, overlayfs, ZFS, F2FS.
    @Test(arguments: [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x794C_7630, 0x2FC1_2FC1, 0xF2F5_2010])
    func disksAreHeard(type: Int) {
        #expect(WatchMode.suited(toFileSystem: type) == .events)
    }

    @Test func scratchFolderIsHeard() throws {
        #expect(try WatchMode.suited(to: ScratchFolder().directory()) == .events)
    }

    @Test(arguments: [
        (WatchMode.events, "events"), (.poll(.seconds(30)), "poll:30s"), (.poll(.seconds(600)), "poll:600s"),
        (.poll(.milliseconds(1500)), "poll:1500ms"),
    ])
    func readsAsItIsWritten(mode: WatchMode, text: String) {
        #expect(mode.description == text)
    }
}
