// The container of a Tesseract model (`*.traineddata`): a table of offsets, one for each kind of component, and the
// components behind it in the same order.

/// The components of one model file that line recognition needs.
struct ModelFile {
    /// Places of components in the table.
    enum Component: Int {
        case network = 17
        case punctuationGraph = 18
        case wordGraph = 19
        case numberGraph = 20
        case characters = 21
        case codes = 22
    }

    private static let mostComponents = 64

    private let bytes: [UInt8]
    private var ranges: [Int: Range<Int>] = [:]

    init(_ bytes: [UInt8]) throws(ModelFault) {
        self.bytes = bytes
        var reader = try ByteReader(bytes, in: 0..<bytes.count)
        let count = Int(try reader.number(Int32.self))
        guard (1...Self.mostComponents).contains(count) else { throw .unknown("container") }
        var offsets: [Int] = []
        for _ in 0..<count { offsets.append(Int(try reader.number(Int64.self))) }
        let first = bytes.count - reader.left
        var end = bytes.count
        for index in offsets.indices.reversed() where offsets[index] != -1 {
            guard (first...end).contains(offsets[index]) else { throw .truncated }
            ranges[index] = offsets[index]..<end
            end = offsets[index]
        }
    }

    /// - Throws: `unknown` where the file lacks the component.
    func reader(of component: Component) throws(ModelFault) -> ByteReader {
        guard let range = ranges[component.rawValue] else { throw .unknown("no \(component)") }
        return try ByteReader(bytes, in: range)
    }
}
