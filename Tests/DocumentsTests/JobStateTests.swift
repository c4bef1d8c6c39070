// The legal moves of a job. Every state can be ended, and only a person takes a final one further.

internal import Documents
internal import Testing

@Suite struct JobStateTests {
    @Test(
        arguments: [
            (.claimed, .staged), (.staged, .queued), (.queued, .running), (.running, .publishing),
            (.publishing, .completed),
            (.queued, .publishing), (.running, .queued), (.publishing, .queued), (.deferred, .queued),
            (.held, .claimed),
            (.quarantined, .claimed), (.cancelled, .claimed),
        ] as [(JobState, JobState)]) func mayMove(from: JobState, to: JobState)
    {
        #expect(from.canBecome(to))
    }

    @Test(
        arguments: [
            (.claimed, .completed), (.claimed, .running), (.staged, .running), (.queued, .completed),
            (.running, .completed),
            (.running, .claimed), (.publishing, .running), (.completed, .claimed), (.quarantined, .queued),
            (.quarantined, .completed), (.deferred, .completed), (.cancelled, .queued),
        ] as [(JobState, JobState)]) func mayNotMove(from: JobState, to: JobState)
    {
        #expect(!from.canBecome(to))
    }

    @Test(arguments: JobState.allCases) func neverFollowsItself(state: JobState) {
        #expect(!state.canBecome(state))
    }

    @Test(arguments: JobState.allCases.filter { !$0.isFinal })
    func everyStateUnderWayCanEndInTheQuarantine(state: JobState) {
        #expect(state.canBecome(.quarantined))
    }

    @Test(arguments: JobState.allCases.filter(\.isFinal))
    func finalStatesLeadNowhereButBackToTheStart(state: JobState) {
        #expect(state.successors.isSubset(of: [.claimed, .cancelled]))
    }

    @Test(arguments: JobState.allCases) func everyStateReachesCompletion(state: JobState) {
        var reached: Set<JobState> = [state]
        while true {
            let wider = reached.union(reached.flatMap(\.successors))
            if wider == reached { break }
            reached = wider
        }
        #expect(reached.contains(.completed))
    }
}
