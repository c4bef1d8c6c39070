// Programs that are given bytes and a time: what they read, how they end, and that nothing of them stays.

internal import Glibc
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct CommandRunTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func run(
        _ script: String, input: String = "", limit: Duration = .seconds(20),
        isCancelled: () -> Bool = { false }
    ) throws -> CommandEnd {
        try CommandRun.run(
            ["/bin/sh", "-c", script, "sh", scratch.path.string],
            environment: ["PATH=/usr/bin:/bin", "A=b c"],
            input: Array(input.utf8), limit: limit, isCancelled: isCancelled)
    }

    @Test func readsItsInputWholeAndNothingElse() throws {
        let input = String(repeating: "0123456789", count: 100_000)
        #expect(try run("cat > \"$1/got\"; env > \"$1/env\"", input: input) == .ended(.exited(0)))
        #expect(try scratch.text("got") == input)
        let variables = try scratch.text("env").split(separator: "\n").filter {
            !$0.hasPrefix("PWD=") && !$0.hasPrefix("_=") && !$0.hasPrefix("SHLVL=")
        }
        #expect(Set(variables) == ["PATH=/usr/bin:/bin", "A=b c"])
    }

    @Test func programThatReadsNothingEndsAsItWants() throws {
        let input = String(repeating: "x", count: 1_000_000)
        #expect(try run("exit 7", input: input) == .ended(.exited(7)))
        #expect(try run("kill -TERM $$") == .ended(.killed(signal: SIGTERM)))
    }

    @Test func outputGoesNowhere() throws {
        let script = "test \"$(readlink /proc/$$/fd/1)$(readlink /proc/$$/fd/2)\" = /dev/null/dev/null"
        #expect(try run(script) == .ended(.exited(0)))
    }

    @Test func programThatGoesOnIsEndedWithItsChildren() throws {
        let script = "sleep 1000 & echo $! > \"$1/child\"; echo ready > \"$1/ready\"; wait"
        // Over as soon as the child is there.
        let end = try run(script, isCancelled: { (try? scratch.exists("ready")) == true })
        #expect(end == .stopped)
        try expectGone(try scratch.text("child"))
    }

    @Test func childLeftBehindIsGoneToo() throws {
        #expect(try run("sleep 1000 & echo $! > \"$1/child\"; exit 0") == .ended(.exited(0)))
        try expectGone(try scratch.text("child"))
    }

    @Test func timeIsLimited() throws {
        #expect(try run("exec sleep 1000", limit: .milliseconds(1)) == .stopped)
    }

    @Test(arguments: [["/nowhere/program"], ["/tmp"], []]) func whatCannotBeStartedIsAnError(
        command: [String]
    ) {
        #expect(throws: SystemError.self) {
            _ = try CommandRun.run(command, environment: [], input: [], limit: .seconds(1))
        }
    }

    /// Killed, whether anybody has reaped it or not.
    private func expectGone(_ text: String) throws {
        let pid = try #require(Int32(text.prefix { $0.isNumber }))
        let stat = "/proc/\(pid)/stat"
        var isGone = false
        let end = ContinuousClock.now + .seconds(10)
        while !isGone, ContinuousClock.now < end {
            guard let file = fopen(stat, "r") else { return }
            var line = [CChar](repeating: 0, count: 256)
            fgets(&line, 256, file)
            fclose(file)
            let words = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
                separator: " ")
            isGone = words.count > 2 && (words[2] == "Z" || words[2] == "X")
        }
        #expect(isGone, "\(stat)")
    }
}
