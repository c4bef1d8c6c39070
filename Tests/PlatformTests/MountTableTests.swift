// Which file system a path lies on, without asking that file system.

@testable internal import Platform
internal import Testing

@Suite struct MountTableTests {
    private let table = MountTable(
        parsing: Array(
            """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            30 22 0:40 / /srv rw shared:2 master:1 - xfs /dev/sdb1 rw
            31 30 0:41 / /srv/scans rw - nfs4 server:/scans rw
            32 30 0:42 / /srv/my\\040share rw shared:7 - cifs //server/share rw
            33 22 0:43 / /mnt rw - fuse.sshfs me@there: rw
            34 22 0:44 / /mnt rw - tmpfs tmpfs rw
            35 22 0:45 / /home/me/drive rw - fuse server rw
            rubbish
            """.utf8))

    @Test(
        arguments: [
            ("/", "ext4", false), ("/etc/papertray", "ext4", false), ("/srv/trays/a", "xfs", false),
            ("/srv/scans", "nfs4", true), ("/srv/scans/inbox", "nfs4", true),
            ("/srv/scans2", "xfs", false), ("/srv/my share/inbox", "cifs", true), ("/mnt/x", "tmpfs", false),
            ("/home/me/drive/inbox", "fuse", true),
        ] as [(Path, String, Bool)])
    func longestAndLatestMountCounts(path: Path, type: String, isDistant: Bool) {
        #expect(table.type(of: path) == type)
        #expect(table.isDistant(path) == isDistant)
    }

    @Test func tableOfThisSystemKnowsItsRoot() {
        #expect(MountTable().type(of: "/proc") == "proc")
        #expect(MountTable(parsing: []).type(of: "/") == nil)
    }
}
