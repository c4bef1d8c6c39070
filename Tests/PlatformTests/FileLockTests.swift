// One holder of a state directory at a time.

internal import Platform
internal import TestSupport
internal import Testing

@Suite struct FileLockTests {
    @Test func secondHolderIsRefusedUntilTheFirstGoes() throws {
        let scratch = try ScratchFolder()
        var first: FileLock? = try FileLock(scratch.path / "lock")
        let mistake = #expect(throws: SystemError.self) { _ = try FileLock(scratch.path / "lock") }
        #expect(mistake?.isLocked == true)
        #expect(first != nil)
        first = nil
        _ = try FileLock(scratch.path / "lock")
    }

    @Test func childDoesNotKeepTheLock() async throws {
        let scratch = try ScratchFolder()
        var first: FileLock? = try FileLock(scratch.path / "lock")
        let (child, channel) = try ChildProcess.start("/bin/cat", arguments: [], environment: [])
        let (waiting, other) = try ChildProcess.start(
            "/bin/sh", arguments: ["-c", "read never <&3"], environment: [])
        #expect(first != nil)
        first = nil
        // Other tests start children too, which hold every descriptor until their programs begin.
        let isFree = await eventually {
            do { return try withExtendedLifetime(FileLock(scratch.path / "lock")) { true } } catch {
                return false
            }
        }
        #expect(isFree)
        channel.shutDown()
        other.shutDown()
        waiting.kill()
        _ = await onBlockingThread { [child.wait(), waiting.wait()] }
    }

    @Test func otherFailuresAreNotTakenForALock() throws {
        let scratch = try ScratchFolder()
        let mistake = #expect(throws: SystemError.self) { _ = try FileLock(scratch.path / "missing/lock") }
        #expect(mistake?.isLocked == false && mistake?.isMissing == true)
    }
}
