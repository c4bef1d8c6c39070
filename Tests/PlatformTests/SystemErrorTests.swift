// What the kernel said, sorted by what can be done about it.

internal import Glibc
internal import Platform
internal import Testing

@Suite struct SystemErrorTests {
    private static func kinds(of error: SystemError) -> [String] {
        let answers = [
            ("space", error.isOutOfSpace), ("missing", error.isMissing), ("denied", error.isDenied),
            ("taken", error.isTaken), ("mounts", error.isAcrossMounts), ("unsupported", error.isUnsupported),
        ]
        return answers.filter(\.1).map(\.0)
    }

    @Test(arguments: [
        (ENOSPC, "space"), (EDQUOT, "space"), (ENOENT, "missing"), (ENOTDIR, "missing"), (ESTALE, "missing"),
        (EACCES, "denied"), (EPERM, "denied"), (EROFS, "denied"), (EEXIST, "taken"), (ENOTEMPTY, "taken"),
        (EXDEV, "mounts"), (EOPNOTSUPP, "unsupported"),
    ]) func belongsToExactlyOneKind(number: Int32, kind: String) {
        #expect(Self.kinds(of: SystemError("call", "name", number: number)) == [kind])
    }

    @Test func readsAsASentence() {
        #expect(SystemError("open", "/a", number: ENOENT).description == "open /a: No such file or directory")
        #expect(SystemError("close", number: EIO).description == "close: Input/output error")
    }
}
