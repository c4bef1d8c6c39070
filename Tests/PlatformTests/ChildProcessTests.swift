// Children are started with an explicit environment and one channel, and their end is told exactly.

internal import Glibc
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct ChildProcessTests {
    private static func shell(
        _ script: String, environment: [String] = [], log: Int32? = nil
    ) throws -> (process: ChildProcess, channel: FrameChannel) {
        try ChildProcess.start("/bin/sh", arguments: ["-c", script], environment: environment, log: log)
    }

    private static func end(of script: String) async throws -> Platform.ExitStatus {
        let (child, _) = try shell(script)
        return await onBlockingThread { child.wait() }
    }

    @Test(arguments: [0, 1, 71, 255] as [Int32]) func tellsTheExitStatus(code: Int32) async throws {
        #expect(try await Self.end(of: "exit \(code)") == .exited(code))
    }

    @Test(arguments: [
        ("ABRT", SIGABRT), ("TERM", SIGTERM), ("SEGV", SIGSEGV), ("KILL", SIGKILL), ("HUP", SIGHUP),
    ])
    func tellsTheSignal(name: String, signal: Int32) async throws {
        #expect(try await Self.end(of: "kill -\(name) $$") == .killed(signal: signal))
    }

    @Test func killEndsAChildThatIgnoresEverything() async throws {
        let (child, channel) = try Self.shell(
            "trap '' TERM INT HUP; printf '\\002\\000\\000\\000ok' >&3; read never <&3")
        #expect(
            try await onBlockingThread { () throws(SystemError) in try channel.receive() } == Array("ok".utf8)
        )
        #expect(child.residentBytes() > 0)
        child.kill()
        #expect(await onBlockingThread { child.wait() } == .killed(signal: SIGKILL))
        #expect(child.residentBytes() == 0)
    }

    @Test func channelIsDescriptorThreeInBothDirections() async throws {
        let (child, channel) = try Self.shell("head -c 6 <&3 >&3")
        try channel.send("hi".utf8)
        #expect(
            try await onBlockingThread { () throws(SystemError) in try channel.receive() } == Array("hi".utf8)
        )
        #expect(await onBlockingThread { child.wait() } == .exited(0))
    }

    @Test func endOfTheChannelReachesTheChild() async throws {
        let (child, channel) = try Self.shell("cat <&3 >/dev/null; exit 5")
        channel.shutDown()
        #expect(await onBlockingThread { child.wait() } == .exited(5))
    }

    @Test func environmentIsOnlyWhatWasGiven() async throws {
        let scratch = try ScratchFolder()
        let log = try scratch.directory().create("log")
        let (child, _) = try ChildProcess.start(
            "/usr/bin/env", arguments: [], environment: ["ONE=1", "TWO=2"], log: log.number)
        #expect(await onBlockingThread { child.wait() } == .exited(0))
        #expect(try scratch.text("log") == "ONE=1\nTWO=2\n")
    }

    @Test func childHoldsItsOutputAndNotOurDescriptors() async throws {
        let scratch = try ScratchFolder()
        let log = try scratch.directory().create("log")
        let (child, _) = try Self.shell(
            "echo error >&2; ls /proc/$$/fd", environment: ["PATH=/bin"], log: log.number)
        #expect(await onBlockingThread { child.wait() } == .exited(0))
        let lines = try scratch.text("log").split(separator: "\n")
        #expect(lines.first == "error")
        #expect(Set(lines).isSuperset(of: ["0", "1", "2", "3"]))
        #expect(!lines.contains("\(log.number)"))
    }

    @Test func missingProgramIsAnError() {
        #expect(throws: SystemError("start", "/nonexistent", number: ENOENT)) {
            _ = try ChildProcess.start("/nonexistent", arguments: [], environment: [])
        }
    }
}
