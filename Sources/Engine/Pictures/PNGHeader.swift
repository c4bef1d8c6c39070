// The chunks of a PNG file: sizes, palette, resolution, profile, and where the compressed data lie.

internal import Documents
internal import PictureShims

/// What the chunks of a PNG file say.
struct PNGHeader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var bits = 0
    private(set) var isInterlaced = false
    private(set) var resolution: PictureFrame.Resolution?
    private(set) var orientation = 1
    private(set) var palette: [UInt8] = []
    /// The ICC profile of an iCCP chunk, inflated.
    private(set) var profile: [UInt8]?
    /// The IDAT chunks' data.
    private(set) var data: [(offset: Int, count: Int)] = []
    /// Whether the IEND chunk was seen.
    private(set) var isComplete = false
    private var colorType = 0
    private var isTransparent = false
    private let name: String

    var isPalette: Bool { colorType == 3 }
    var hasColor: Bool { colorType & 2 != 0 }
    private var hasAlpha: Bool { colorType & 4 != 0 || isTransparent }
    /// Samples per pixel as stored.
    var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }
    var rowBytes: Int { (width * channels * bits + 7) / 8 }
    var isBilevel: Bool { colorType == 0 && bits == 1 && !isTransparent }
    /// Whether a PDF reader can read the data as they are.
    var isStorable: Bool { !isInterlaced && !hasAlpha && bits <= 8 && (!isPalette || palette.count >= 3) }

    /// - Throws: `damaged`, `incomplete`
    init(_ reader: FileReader, named name: String) throws(Failure) {
        self.name = name
        var offset = 8
        while data.count < 1_000_000 {
            let head = try reader.bytes(at: offset, count: 8)
            guard head.count == 8 else { break }
            let (length, kind) = (head.big32(at: 0), String(decoding: head[4..<8], as: UTF8.self))
            guard width > 0 || kind == "IHDR" else {
                throw Failure(.damaged, name, "it does not start with a header")
            }
            if kind == "IEND" {
                isComplete = true
                break
            }
            if kind == "IDAT" {
                let count = min(length, reader.count - offset - 8)
                data.append((offset + 8, count))
            } else if length <= 16 << 20 {
                try take(kind, reader.bytes(at: offset + 8, count: length))
            }
            offset += 12 + length
        }
        guard width > 0 else { throw Failure(.incomplete, name, "its header is cut off") }
    }

    private mutating func take(_ kind: String, _ chunk: [UInt8]) throws(Failure) {
        switch kind {
        case "IHDR": try takeHeader(chunk)
        case "PLTE": palette = Array(chunk.prefix(chunk.count / 3 * 3).prefix(768))
        case "tRNS": isTransparent = true
        case "pHYs" where chunk.count == 9 && chunk[8] == 1:
            let perInch = 0.0254
            resolution = .init(
                horizontal: Double(chunk.big32(at: 0)) * perInch,
                vertical: Double(chunk.big32(at: 4)) * perInch)
        case "eXIf": orientation = Exif(tiff: chunk)?.orientation ?? 1
        case "iCCP": profile = Self.inflatedProfile(chunk)
        default: break
        }
    }

    private mutating func takeHeader(_ chunk: [UInt8]) throws(Failure) {
        guard chunk.count >= 13 else { throw Failure(.incomplete, name, "its header is cut off") }
        (width, height) = (chunk.big32(at: 0), chunk.big32(at: 4))
        (bits, colorType, isInterlaced) = (Int(chunk[8]), Int(chunk[9]), chunk[12] != 0)
        let isLegal = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]][colorType]?
            .contains(bits)
        guard width > 0, height > 0, width <= Int32.max, height <= Int32.max, isLegal == true else {
            throw Failure(.damaged, name, "its header has impossible values")
        }
    }

    private static func inflatedProfile(_ chunk: [UInt8]) -> [UInt8]? {
        guard let end = chunk.firstIndex(of: 0), end + 2 < chunk.count else { return nil }
        return inflated(Array(chunk[(end + 2)...]), limit: 8 << 20)
    }
}

/// The bytes of a small zlib stream, `nil` where it is broken or larger than `limit`.
private func inflated(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    var count = 0
    guard let start = papertray_inflate(bytes, bytes.count, limit, &count) else { return nil }
    defer { papertray_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: count))
}
