// Where in a line each code stands: the likeliest way through the time steps that spells a given sequence of codes.

internal import Glibc
internal import VectorShims

/// The time steps of a sequence of codes.
struct Alignment {
    struct Place {
        /// Time steps at which the code itself is read.
        var steps: Range<Int>
        /// The natural logarithm of the least probability on the way from the code before this one.
        var certainty: Float
    }

    private static let leastProbability: Float = 1e-4

    /// One for each code.
    private(set) var places: [Place] = []

    init(of codes: [Int], in frames: [papertray_frame]) {
        guard !codes.isEmpty, !frames.isEmpty else { return }
        // State 2k is the blank before code k, state 2k + 1 the code.
        let way = Self.greedy(codes, frames) ?? Self.likeliest(codes, frames)
        var worst: Float = 0
        for (step, state) in way.enumerated() {
            let frame = frames[step]
            let isBlank = state.isMultiple(of: 2)
            let probability = isBlank ? frame.blank : frame.probability(of: codes[state / 2]) ?? 0
            let certainty = log(max(probability, Self.leastProbability))
            if isBlank {
                worst = min(worst, certainty)
            } else if places.count == state / 2 + 1 {
                let last = places.count - 1
                places[last].steps = places[last].steps.lowerBound..<(step + 1)
                places[last].certainty = min(places[last].certainty, certainty)
            } else {
                places.append(Place(steps: step..<(step + 1), certainty: min(worst, certainty)))
                worst = 0
            }
        }
        if !places.isEmpty {
            places[places.count - 1].certainty = min(places[places.count - 1].certainty, worst)
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
        for (step, frame) in frames.enumerated() {
            let blank = log(max(frame.blank, leastProbability))
            var known: [Int: Float] = [:]
            frame.forEach { known[Int($0)] = log(max($1, leastProbability)) }
            let floor = log(leastProbability)
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
                    best + (state.isMultiple(of: 2) ? blank : known[codes[state / 2]] ?? floor)
                moves[step * states + state] = move
            }
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
