// When a dropped file is complete. Time is passed in.

internal import Intake
internal import Testing

@Suite struct SettlingTests {
    private static let start = ContinuousClock.now

    private static func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    private static func sample(bytes: Int = 10, inode: UInt64 = 7, modified: Int64 = 1, changed: Int64 = 1)
        -> Sample
    {
        Sample(device: 1, inode: inode, bytes: bytes, modified: modified, changed: changed)
    }

    private static func settling(arrivedWhole: Bool = false) -> Settling {
        Settling(sample(), settle: .seconds(2), arrivedWhole: arrivedWhole, at: at(0))
    }

    @Test(
        arguments: [
            (0, .wait(until: at(2))), (1.999, .wait(until: at(2))), (2, .settled), (60, .settled),
        ] as [(Double, Settling.Verdict)]) func quietFileSettlesAfterTheSettleTime(
            seconds: Double, verdict: Settling.Verdict
        )
    {
        var settling = Self.settling()
        #expect(settling.observe(Self.sample(), at: Self.at(seconds)) == verdict)
    }

    @Test(arguments: [
        sample(bytes: 11), sample(modified: 2), sample(inode: 8), sample(changed: 2), sample(bytes: 9),
        Sample(device: 2, inode: 7, bytes: 10, modified: 1, changed: 1),
    ]) func everyChangeBeginsTheWaitAnew(changed: Sample) {
        var settling = Self.settling()
        #expect(settling.observe(changed, at: Self.at(5)) == .wait(until: Self.at(7)))
        #expect(settling.observe(changed, at: Self.at(6.9)) == .wait(until: Self.at(7)))
        #expect(settling.observe(changed, at: Self.at(7)) == .settled)
    }

    @Test func ageOfTheFileIsNotTrusted() {
        let old = Sample(device: 1, inode: 7, bytes: 10, modified: 0, changed: 0)
        var settling = Settling(old, settle: .seconds(2), arrivedWhole: false, at: Self.at(0))
        #expect(settling.observe(old, at: Self.at(1)) == .wait(until: Self.at(2)))
    }

    @Test func whatIsHeardBeginsTheWaitAnewThoughNothingIsSeen() {
        var settling = Self.settling()
        settling.touch(arrivedWhole: false, at: Self.at(1.5))
        #expect(settling.observe(Self.sample(), at: Self.at(3)) == .wait(until: Self.at(3.5)))
        #expect(settling.observe(Self.sample(), at: Self.at(3.5)) == .settled)
    }

    @Test func renamedInIsCompleteAtOnce() {
        var settling = Self.settling(arrivedWhole: true)
        #expect(settling.observe(Self.sample(), at: Self.at(0)) == .settled)
    }

    /// A rename changes ctime alone.
    @Test func renamedInStaysCompleteWhenOnlyTheChangeTimeMoves() {
        var settling = Self.settling(arrivedWhole: true)
        #expect(settling.observe(Self.sample(changed: 9), at: Self.at(0)) == .settled)
    }

    @Test(arguments: [sample(bytes: 11, changed: 2), sample(modified: 2, changed: 2), sample(inode: 8)])
    func renamedInAndThenWrittenSettlesLikeAnyOther(changed: Sample) {
        var settling = Self.settling(arrivedWhole: true)
        #expect(settling.observe(changed, at: Self.at(0)) == .wait(until: Self.at(2)))
        #expect(settling.observe(changed, at: Self.at(2)) == .settled)
    }

    @Test func laterRenameCompletesAWaitingFile() {
        var settling = Self.settling()
        settling.touch(arrivedWhole: true, at: Self.at(1))
        #expect(settling.observe(Self.sample(changed: 2), at: Self.at(1)) == .settled)
    }

    @Test func laterWriteTakesTheCompletionBack() {
        var settling = Self.settling(arrivedWhole: true)
        settling.touch(arrivedWhole: false, at: Self.at(1))
        #expect(settling.observe(Self.sample(), at: Self.at(1)) == .wait(until: Self.at(3)))
    }

    @Test func growingFileNeverSettles() {
        var settling = Self.settling()
        for second in 1...100 {
            let verdict = settling.observe(Self.sample(bytes: 10 + second), at: Self.at(Double(second)))
            #expect(verdict == .wait(until: Self.at(Double(second) + 2)))
        }
    }

    @Test(arguments: [
        (Duration.zero, Duration.seconds(10)), (.seconds(2), .seconds(30)), (.seconds(1), .seconds(15)),
    ])
    func patienceGrowsWithTheSettleTime(settle: Duration, limit: Duration) {
        #expect(patience(for: settle) == limit)
    }
}
