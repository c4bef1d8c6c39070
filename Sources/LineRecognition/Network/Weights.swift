// Weights of a layer, arranged for the kernels of one kind of processor.

internal import VectorShims

/// The kinds of kernels; all give the same results.
package enum VectorKind: CaseIterable, Sendable {
    case portable
    case avx2
    case avx512

    var code: papertray_vector_kind {
        switch self {
        case .portable: PAPERTRAY_VECTOR_PORTABLE
        case .avx2: PAPERTRAY_VECTOR_AVX2
        case .avx512: PAPERTRAY_VECTOR_AVX512_VNNI
        }
    }

    package var isAvailable: Bool { papertray_vector_has(code) }

    /// The fastest that this processor has.
    package static var best: VectorKind { allCases.last(where: \.isAvailable) ?? .portable }
}

/// Four matrices of the same shape. Corresponds to `papertray_weights`
final class Weights {
    private static let unitMultiple = 16

    let handle: OpaquePointer
    let units: Int
    let inputs: Int

    /// The gates of an LSTM layer.
    convenience init(gates: [Layer.Matrix], kind: VectorKind) throws(ModelFault) {
        guard let first = gates.first, gates.count == 4, first.rows % Self.unitMultiple == 0,
            gates.allSatisfy({ $0.rows == first.rows && $0.columns == first.columns })
        else { throw .unknown("shape of an LSTM layer") }
        try self.init(
            units: first.rows, inputs: first.columns - 1, weights: gates.flatMap(\.weights),
            scales: gates.flatMap(\.scales), kind)
    }

    /// One matrix, cut into four.
    convenience init(rows matrix: Layer.Matrix, kind: VectorKind) throws(ModelFault) {
        let share = (matrix.rows + 3) / 4
        let units = (share + Self.unitMultiple - 1) / Self.unitMultiple * Self.unitMultiple
        let padding = units * 4 - matrix.rows
        try self.init(
            units: units, inputs: matrix.columns - 1,
            weights: matrix.weights + [Int8](repeating: 0, count: padding * matrix.columns),
            scales: matrix.scales + [Float](repeating: 0, count: padding), kind)
    }

    private init(
        units: Int, inputs: Int, weights: [Int8], scales: [Float], _ kind: VectorKind
    ) throws(ModelFault) {
        guard
            let handle = papertray_weights_create(kind.code, Int32(units), Int32(inputs), weights, scales)
        else { throw .unknown("size of a layer") }
        (self.handle, self.units, self.inputs) = (handle, units, inputs)
    }

    deinit { papertray_weights_free(handle) }
}
