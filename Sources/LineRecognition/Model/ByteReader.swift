// Little-endian numbers out of bytes that nobody has checked: every read is bounded, and a wrong count is a fault
// before anything of its size is made.

/// Why a model file cannot be used.
enum ModelFault: Error, Equatable {
    /// The file ends before its contents do.
    case truncated
    /// Something that this reader does not know, such as a kind of layer.
    case unknown(String)
    /// Parts that do not fit each other.
    case inconsistent(String)
}

/// A place in bytes that moves on with each read.
struct ByteReader {
    private let bytes: [UInt8]
    private var place: Int
    private let end: Int

    init(_ bytes: [UInt8], in range: Range<Int>) throws(ModelFault) {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { throw .truncated }
        (self.bytes, place, end) = (bytes, range.lowerBound, range.upperBound)
    }

    var left: Int { end - place }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(ModelFault) -> Number {
        let size = MemoryLayout<Number>.size
        guard left >= size else { throw .truncated }
        defer { place += size }
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: type))
        }
    }

    mutating func double() throws(ModelFault) -> Double {
        Double(bitPattern: try number(UInt64.self))
    }

    /// A 32-bit number that says how many things of `size` bytes at least follow.
    mutating func count(of size: Int) throws(ModelFault) -> Int {
        let count = Int(try number(UInt32.self))
        guard count <= left / max(size, 1) else { throw .truncated }
        return count
    }

    mutating func raw(_ count: Int) throws(ModelFault) -> ArraySlice<UInt8> {
        guard count >= 0, left >= count else { throw .truncated }
        defer { place += count }
        return bytes[place..<(place + count)]
    }

    mutating func skip(_ count: Int) throws(ModelFault) {
        _ = try raw(count)
    }

    mutating func string() throws(ModelFault) -> String {
        String(decoding: try raw(try count(of: 1)), as: UTF8.self)
    }
}
