// The network for lines of text: 3 x 3 windows and their largest, an LSTM layer down each column, LSTM layers along the
// line in either direction, and the likely codes for each step. Lines go through the layers together, so that weights
// are fetched once for all of them.

internal import VectorShims

/// A network that is ready to run.
final class LineNetwork {
    /// Pixels of a picture for each time step, and window sizes.
    static let pixelsPerStep = 3
    private static let features = 16
    /// Codes less probable than this at a time step are left out there.
    private static let leastProbability: Float = 0.003

    /// The height of pictures.
    let height: Int
    private let kind: VectorKind
    private let windows: Layer.Matrix
    private let columns: Weights
    private let layers: [(weights: Weights, isReversed: Bool)]
    private let output: Weights
    let classes: Int

    /// - Throws: `unknown` for networks of any other shape.
    init(_ layer: Layer, kind: VectorKind) throws(ModelFault) {
        guard case .series(var rest) = layer, rest.count >= 5, case .input(let height) = rest.removeFirst(),
            case .series(let front) = rest.removeFirst(), front.count == 2,
            case .windows(across: 1, down: 1) = front[0], case .fullyConnected(.tanh, let windows) = front[1],
            case .pooling(across: 3, down: 3) = rest.removeFirst(),
            case .transposed(.lstm(let gates, keepsLastOnly: true)) = rest.removeFirst(),
            case .fullyConnected(.softmax, let output)? = rest.popLast(),
            windows.rows == Self.features, windows.columns == 10, height % 3 == 0
        else { throw .unknown("network") }
        (self.height, self.kind, self.windows) = (height, kind, windows)
        columns = try Weights(gates: gates, kind: kind)
        var layers: [(Weights, Bool)] = []
        var (width, before) = (columns.units, Self.features)
        guard columns.inputs == before + columns.units else { throw .inconsistent("columns") }
        for layer in rest {
            let made: (weights: Weights, isReversed: Bool)
            switch layer {
            case .lstm(let gates, keepsLastOnly: false): made = (try Weights(gates: gates, kind: kind), false)
            case .reversed(.lstm(let gates, keepsLastOnly: false)):
                made = (try Weights(gates: gates, kind: kind), true)
            default: throw .unknown("layer along the line")
            }
            before = width
            width = made.weights.units
            guard made.weights.inputs == before + width else { throw .inconsistent("layers") }
            layers.append(made)
        }
        guard output.columns == width + 1 else { throw .inconsistent("output") }
        self.layers = layers
        self.output = try Weights(rows: output, kind: kind)
        classes = output.rows
    }

    /// The likely codes for each time step of each picture, which must be of the network's height and at least one
    /// step wide; `nil` without memory.
    func run(_ pictures: [LinePicture], blank: Int) -> [[papertray_frame]]? {
        // The kernels take the longest first.
        let order = pictures.indices.sorted { pictures[$0].width > pictures[$1].width }
        var sequences: [ContiguousArray<Int8>] = []
        for index in order {
            guard let sequence = lookDown(pictures[index]) else { return nil }
            sequences.append(sequence)
        }
        let steps = order.map { pictures[$0].width / Self.pixelsPerStep }
        for layer in layers {
            guard
                let next = Self.run(layer.weights, sequences, steps: steps, isReversed: layer.isReversed)
            else {
                return nil
            }
            sequences = next
        }
        var results = [[papertray_frame]](repeating: [], count: pictures.count)
        for (place, index) in order.enumerated() {
            guard let frames = classify(sequences[place], steps: steps[place], blank: blank) else {
                return nil
            }
            results[index] = frames
        }
        return results
    }

    /// One picture through the windows and down its columns.
    private func lookDown(_ picture: LinePicture) -> ContiguousArray<Int8>? {
        let (across, down) = (picture.width / 3, picture.height / 3)
        let image = picture.withRim()
        let features = ContiguousArray<Int8>(unsafeUninitializedCapacity: across * down * Self.features) {
            papertray_convolve(
                kind.code, windows.weights, windows.scales, image, Int32(picture.width),
                Int32(picture.height), $0.baseAddress)
            $1 = across * down * Self.features
        }
        var isDone = false
        let sequence = ContiguousArray<Int8>(unsafeUninitializedCapacity: across * columns.units) {
            target, count in
            isDone = features.withUnsafeBufferPointer {
                papertray_lstm_down(
                    columns.handle, $0.baseAddress, Int32(down), Int32(across), target.baseAddress)
            }
            count = isDone ? across * columns.units : 0
        }
        return isDone ? sequence : nil
    }

    /// A layer along all lines.
    private static func run(
        _ weights: Weights, _ inputs: [ContiguousArray<Int8>], steps: [Int], isReversed: Bool
    ) -> [ContiguousArray<Int8>]? {
        let units = weights.units
        let width = weights.inputs - units
        let total = steps.reduce(0, +)
        var joined = ContiguousArray<Int8>()
        joined.reserveCapacity(total * width)
        for input in inputs { joined.append(contentsOf: input) }
        var isDone = false
        let outputs = ContiguousArray<Int8>(unsafeUninitializedCapacity: total * units) { target, count in
            isDone = joined.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return false }
                var start = 0
                let sequences = steps.map { count in
                    defer { start += count }
                    return papertray_sequence(
                        inputs: from + start * width, outputs: to + start * units, steps: Int32(count))
                }
                return papertray_lstm(weights.handle, sequences, Int32(sequences.count), isReversed)
            }
            count = isDone ? total * units : 0
        }
        guard isDone else { return nil }
        var start = 0
        return steps.map { count in
            defer { start += count * units }
            return ContiguousArray(outputs[start..<(start + count * units)])
        }
    }

    private func classify(_ sequence: ContiguousArray<Int8>, steps: Int, blank: Int) -> [papertray_frame]? {
        var isDone = false
        let frames = [papertray_frame](unsafeUninitializedCapacity: steps) { target, count in
            isDone = sequence.withUnsafeBufferPointer {
                papertray_classify(
                    output.handle, $0.baseAddress, Int32(steps), Int32(classes), Int32(blank),
                    Self.leastProbability, target.baseAddress)
            }
            count = isDone ? steps : 0
        }
        return isDone ? frames : nil
    }
}
