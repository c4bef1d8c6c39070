// Where in a line each code stands: the likeliest way through the time steps that spells a given sequence of codes.

internal import Glibc
internal import VectorShims

/// The time steps of a sequence of codes.
struct Alignment {
    struct Place {
        /// Time steps at which the code itself is read.
        var steps: Range<Int>
        /// The natural logarithm of the probability of its surest step, or of its neighbours and it at the least sure
        /// step on the way from the code before it, whichever is less.
        var certainty: Float
    }

    private static let leastProbability: Float = 1e-4

    /// One for each code.
    private(set) var places: [Place] = []

    init(of codes: [Int], in frames: [papertray_frame]) {
        guard !codes.isEmpty, !frames.isEmpty else { return }
        // State 2k is the blank before code k, state 2k + 1 the code.
        let way = Self.greedy(codes, frames) ?? Self.likeliest(codes, frames)
        // At each step blank and the codes around it are equally good; what counts is what all others have.
        var (worst, peak) = (Float(1), Float(0))
        for (step, state) in way.enumerated() {
            let frame = frames[step]
            let index = state / 2
            if state.isMultiple(of: 2) {
                let before = index > 0 ? frame.probability(of: codes[index - 1]) ?? 0 : 0
                let after =
                    index < codes.count && (index == 0 || codes[index] != codes[index - 1])
                    ? frame.probability(of: codes[index]) ?? 0 : 0
                worst = min(worst, frame.blank + before + after)
                continue
            }
            let own = frame.probability(of: codes[index]) ?? 0
            let before =
                index > 0 && codes[index] != codes[index - 1]
                ? frame.probability(of: codes[index - 1]) ?? 0 : 0
            if places.count <= index {
                places.append(Place(steps: step..<step, certainty: 0))
                peak = 0
            }
            peak = max(peak, own)
            worst = min(worst, own + frame.blank + before)
            places[index].steps = places[index].steps.lowerBound..<(step + 1)
            places[index].certainty = log(max(min(worst, peak), Self.leastProbability))
            if step + 1 == way.count || way[step + 1] != state { worst = 1 }
        }
        if let last = places.indices.last {
            places[last].certainty = min(places[last].certainty, log(max(worst, Self.leastProbability)))
        }
    }

    /// The likeliest codes of all steps, where they spell the sequence.
    private static func greedy(_ codes: [Int], _ frames: [papertray_frame]) -> [Int]? {
        var way: [Int] = []
        way.reserveCapacity(frames.count)
        var (done, last) = (0, -1)
        for frame in frames {
            let isCode = frame.count > 0 && frame.probabilities.0 > frame.blank
            let code = isCode ? Int(frame.codes.0) : -1
            if isCode, code != last {
                guard done < codes.count, codes[done] == code else { return nil }
                done += 1
            }
            way.append(isCode ? done * 2 - 1 : done * 2)
            last = code
        }
        return done == codes.count ? way : nil
    }

    /// The way of the largest product of probabilities.
    private static func likeliest(_ codes: [Int], _ frames: [papertray_frame]) -> [Int] {
        let states = codes.count * 2 + 1
        let impossible = -Float.greatestFiniteMagnitude / 4
        var scores = [Float](repeating: impossible, count: states)
        var moves = [UInt8](repeating: 0, count: states * frames.count)
        let floor = log(leastProbability)
        var known = [Float](repeating: floor, count: (codes.max() ?? 0) + 1)
        for (step, frame) in frames.enumerated() {
            let blank = log(max(frame.blank, leastProbability))
            frame.forEach { if Int($0) < known.count { known[Int($0)] = log(max($1, leastProbability)) } }
            // No state more than two steps on can be reached in one step.
            for state in stride(from: min(states - 1, step * 2 + 1), through: 0, by: -1) {
                var (best, move) = (step == 0 ? (state <= 1 ? 0 : impossible) : scores[state], UInt8(0))
                if step > 0, state > 0, scores[state - 1] > best { (best, move) = (scores[state - 1], 1) }
                if step > 0, state > 2, !state.isMultiple(of: 2), codes[state / 2] != codes[state / 2 - 1],
                    scores[state - 2] > best
                {
                    (best, move) = (scores[state - 2], 2)
                }
                scores[state] =
                    best + (state.isMultiple(of: 2) ? blank : known[codes[state / 2]])
                moves[step * states + state] = move
            }
            frame.forEach { code, _ in if Int(code) < known.count { known[Int(code)] = floor } }
        }
        var way = [Int](repeating: 0, count: frames.count)
        var state = scores[states - 1] > scores[states - 2] ? states - 1 : states - 2
        for step in frames.indices.reversed() {
            way[step] = state
            state -= Int(moves[step * states + state])
        }
        return way
    }
}
