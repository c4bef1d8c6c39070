// A network as a model file describes it: a tree of layers, of which only those that occur in the 8-bit models for
// lines of text are known.

/// One layer with what is in it.
indirect enum Layer {
    /// A gray picture of this height and any width.
    case input(height: Int)
    /// Windows of so many pixels to each side.
    case windows(across: Int, down: Int)
    case pooling(across: Int, down: Int)
    case fullyConnected(Activation, Matrix)
    /// Gates in the order cell input, input, forget, output.
    case lstm(gates: [Matrix], keepsLastOnly: Bool)
    case reversed(Layer)
    case transposed(Layer)
    case series([Layer])

    enum Activation {
        case tanh
        case softmax
    }

    /// 8-bit weights by rows; the last of each row is the bias.
    struct Matrix {
        let rows: Int
        let columns: Int
        let weights: [Int8]
        /// One for each row: a sum of products of weights and activations, which are 127 for 1.0, times this is the
        /// row's value.
        let scales: [Float]
    }
}

extension Layer {
    private static let deepest = 8
    private static let mostInSeries = 32
    private static let hasOwnRates: UInt32 = 64

    /// Reads a layer and all that is in it.
    init(_ reader: inout ByteReader, depth: Int = 0) throws(ModelFault) {
        guard depth < Self.deepest else { throw .unknown("depth") }
        guard try reader.number(Int8.self) == 0 else { throw .unknown("layer without name") }
        let kind = try reader.string()
        try reader.skip(2)
        let flags = try reader.number(UInt32.self)
        // Numbers of inputs, outputs and weights, which follow from the layer itself.
        try reader.skip(12)
        _ = try reader.string()
        switch kind {
        case "Input":
            let (batch, height) = (try reader.number(Int32.self), try reader.number(Int32.self))
            let (width, channels) = (try reader.number(Int32.self), try reader.number(Int32.self))
            try reader.skip(4)
            guard batch == 1, width == 0, channels == 1, (8...256).contains(height) else {
                throw .unknown("input")
            }
            self = .input(height: Int(height))
        case "Convolve":
            self = .windows(
                across: Int(try reader.number(Int32.self)), down: Int(try reader.number(Int32.self)))
        case "Maxpool":
            self = .pooling(
                across: Int(try reader.number(Int32.self)), down: Int(try reader.number(Int32.self)))
        case "Tanh": self = .fullyConnected(.tanh, try Matrix(&reader))
        case "Softmax": self = .fullyConnected(.softmax, try Matrix(&reader))
        case "LSTM", "SummLSTM":
            try reader.skip(4)
            var gates: [Matrix] = []
            for _ in 0..<4 { gates.append(try Matrix(&reader)) }
            self = .lstm(gates: gates, keepsLastOnly: kind == "SummLSTM")
        case "Series", "RTLReversed", "XYTranspose":
            let inner = try Self.layers(&reader, flags: flags, depth: depth)
            if kind == "Series" {
                self = .series(inner)
            } else {
                guard inner.count == 1 else { throw .unknown(kind) }
                self = kind == "RTLReversed" ? .reversed(inner[0]) : .transposed(inner[0])
            }
        default: throw .unknown(kind)
        }
    }

    private static func layers(
        _ reader: inout ByteReader, flags: UInt32, depth: Int
    ) throws(ModelFault) -> [Layer] {
        let count = try reader.count(of: 1)
        guard (1...mostInSeries).contains(count) else { throw .unknown("series of \(count)") }
        var layers: [Layer] = []
        for _ in 0..<count { layers.append(try Layer(&reader, depth: depth + 1)) }
        if flags & hasOwnRates != 0 { try reader.skip(4 * (try reader.count(of: 4))) }
        return layers
    }
}

extension Layer.Matrix {
    private static let isInteger: UInt8 = 1
    private static let hasDoubles: UInt8 = 128

    init(_ reader: inout ByteReader) throws(ModelFault) {
        let mode = try reader.number(UInt8.self)
        guard mode & Self.isInteger != 0, mode & Self.hasDoubles != 0 else {
            throw .unknown("weights that are not of 8 bits")
        }
        rows = Int(try reader.number(UInt32.self))
        columns = Int(try reader.number(UInt32.self))
        try reader.skip(1)
        let size = rows.multipliedReportingOverflow(by: columns)
        guard !size.overflow, rows > 0, columns > 1 else { throw .inconsistent("matrix") }
        weights = try reader.raw(size.partialValue).map { Int8(bitPattern: $0) }
        guard try reader.count(of: 8) == rows else { throw .inconsistent("scales") }
        var scales: [Float] = []
        for _ in 0..<rows {
            let scale = Float(try reader.double() / 127)
            guard scale.isFinite, scale >= 0 else { throw .inconsistent("scale") }
            scales.append(scale)
        }
        self.scales = scales
    }
}
