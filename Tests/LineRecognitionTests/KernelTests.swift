@testable internal import LineRecognition
internal import Testing
internal import VectorShims

/// The kernels of each kind of processor against the portable ones, on networks and pictures of chance.
@Suite struct KernelTests {
    private static let others = VectorKind.allCases.filter { $0.isAvailable && $0 != .portable }

    private func matrix(_ rows: Int, _ columns: Int, _ chance: inout Chance) -> Layer.Matrix {
        Layer.Matrix(
            rows: rows, columns: columns,
            weights: (0..<(rows * columns)).map { _ in Int8.random(in: -128...127, using: &chance) },
            scales: (0..<rows).map { _ in Float.random(in: 0..<0.0004, using: &chance) })
    }

    private func gates(_ units: Int, _ inputs: Int, _ chance: inout Chance) -> [Layer.Matrix] {
        (0..<4).map { _ in matrix(units, inputs + units + 1, &chance) }
    }

    private func network(_ chance: inout Chance) -> Layer {
        .series([
            .input(height: 24),
            .series([.windows(across: 1, down: 1), .fullyConnected(.tanh, matrix(16, 10, &chance))]),
            .pooling(across: 3, down: 3),
            .transposed(.lstm(gates: gates(32, 16, &chance), keepsLastOnly: true)),
            .lstm(gates: gates(16, 32, &chance), keepsLastOnly: false),
            .reversed(.lstm(gates: gates(48, 16, &chance), keepsLastOnly: false)),
            .fullyConnected(.softmax, matrix(37, 49, &chance)),
        ])
    }

    @Test(arguments: others, [1, 2, 3, 7, 26, 61])
    func givesTheSame(kind: VectorKind, count: Int) throws {
        var chance = Chance(UInt64(count))
        let layer = network(&chance)
        let (usual, other) = (
            try LineNetwork(layer, kind: .portable), try LineNetwork(layer, kind: kind)
        )
        let pictures = (0..<count).compactMap { _ in
            LinePicture.noise(width: Int.random(in: 3...240, using: &chance), height: 24, &chance)
        }
        let frames = [usual, other].map { $0.run(pictures, blank: 36) ?? [] }
        try #require(frames[0].count == count && frames[1].count == count)
        for (left, right) in zip(frames[0].joined(), frames[1].joined()) {
            #expect(left.blank == right.blank)
            #expect(left.count == right.count)
            left.forEach { code, probability in
                #expect(right.probability(of: Int(code)) == probability)
            }
        }
    }

    @Test(arguments: VectorKind.allCases.filter { $0.isAvailable })
    func probabilitiesFallAndAddUp(kind: VectorKind) throws {
        var chance = Chance(3)
        let network = try LineNetwork(network(&chance), kind: kind)
        let picture = try #require(LinePicture.noise(width: 120, height: 24, &chance))
        for frame in try #require(network.run([picture], blank: 36)?.first) {
            var (last, sum) = (Float(1), frame.blank)
            frame.forEach { code, probability in
                #expect(code != 36 && probability <= last)
                last = probability
                sum += probability
            }
            #expect(sum <= 1.0001 && frame.count <= 6)
        }
    }

    @Test func refusesNetworksOfAnotherShape() {
        var chance = Chance(5)
        let softmax = Layer.fullyConnected(.softmax, matrix(37, 49, &chance))
        for layer in [
            Layer.series([.input(height: 24), softmax]), .input(height: 24), .series([softmax]),
            .series([
                .input(height: 24),
                .series([.windows(across: 1, down: 1), .fullyConnected(.tanh, matrix(16, 10, &chance))]),
                .pooling(across: 3, down: 3),
                .transposed(.lstm(gates: gates(32, 16, &chance), keepsLastOnly: true)),
                .lstm(gates: gates(16, 48, &chance), keepsLastOnly: false), softmax,
            ]),
        ] {
            #expect(throws: ModelFault.self) { try LineNetwork(layer, kind: .portable) }
        }
    }
}
