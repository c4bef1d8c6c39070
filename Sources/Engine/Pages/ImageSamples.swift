// The samples of a picture in a PDF (ISO 32000-1, 8.9.5), as they come out of its filters, made gray. Exact colours are
// not needed for reading, so ICC profiles are taken for the device spaces with as many components.

/// How the samples of a picture become gray.
enum SampleSpace {
    case gray
    case rgb
    case cmyk
    /// The gray level of each index.
    case indexed([UInt8])

    private static let mostPaletteBytes = 4 * 256

    /// `nil` for spaces whose gray only the renderer knows.
    init?(_ space: PDFObject) {
        switch space.name ?? space[0].name {
        case "DeviceGray", "CalGray", "G": self = .gray
        case "DeviceRGB", "CalRGB", "RGB": self = .rgb
        case "DeviceCMYK", "CMYK": self = .cmyk
        case "ICCBased":
            switch space[1]["N"].integer {
            case 1: self = .gray
            case 3: self = .rgb
            case 4: self = .cmyk
            default: return nil
            }
        case "Indexed", "I":
            guard let base = SampleSpace(space[1]),
                let palette = space[3].bytes ?? space[3].data(limit: Self.mostPaletteBytes)
            else { return nil }
            if case .indexed = base { return nil }
            self = .indexed(base.gray(palette))
        default: return nil
        }
    }

    /// Components of a pixel.
    var channels: Int {
        switch self {
        case .gray, .indexed: 1
        case .rgb: 3
        case .cmyk: 4
        }
    }

    /// The gray levels of pixels whose components have eight bits; a rest that is no whole pixel is left out.
    func gray(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .gray: bytes
        case .indexed(let levels): bytes.map { levels.indices.contains(Int($0)) ? levels[Int($0)] : 0 }
        case .rgb:
            (0..<bytes.count / 3).map { Self.luma(bytes[3 * $0], bytes[3 * $0 + 1], bytes[3 * $0 + 2]) }
        case .cmyk:
            (0..<bytes.count / 4).map { pixel in
                let light = 255 - Int(bytes[4 * pixel + 3])
                func part(_ index: Int) -> UInt8 {
                    UInt8((255 - Int(bytes[4 * pixel + index])) * light / 255)
                }
                return Self.luma(part(0), part(1), part(2))
            }
        }
    }

    /// As ITU-R BT.601 weighs the components.
    private static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        UInt8((Int(red) * 77 + Int(green) * 150 + Int(blue) * 29) >> 8)
    }
}

/// Rows of samples, each padded to a whole byte.
struct ImageSamples {
    let width: Int
    let height: Int
    /// 1, 2, 4, 8 or 16 for each component.
    let bits: Int
    let space: SampleSpace
    /// The picture's `Decode`, empty where it has none.
    let decode: [Double]

    /// Bytes of one row.
    var stride: Int { (width * space.channels * bits + 7) / 8 }

    /// Rows of gray bytes without padding; `nil` where `Decode` wants what only the renderer can do, or rows are missing.
    func gray(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= stride * height else { return nil }
        if space.channels == 1, bits <= 8 {
            return levels.map { unpacked(bytes, levels: $0) }
        }
        guard bits == 8 || bits == 16, let isInverted else { return nil }
        // Of two bytes the first one is enough.
        var samples =
            bits == 8
            ? Array(bytes.prefix(stride * height))
            : Swift.stride(from: 0, to: stride * height, by: 2).map { bytes[$0] }
        if isInverted { for index in samples.indices { samples[index] = ~samples[index] } }
        return space.gray(samples)
    }

    /// Whether all components run from light to dark; `nil` for any other `Decode`.
    private var isInverted: Bool? {
        let usual: [Double] = (0..<space.channels).flatMap { _ -> [Double] in [0, 1] }
        if decode.isEmpty || decode == usual { return false }
        return decode == usual.map { 1 - $0 } ? true : nil
    }

    /// The gray level of each value of a sample.
    private var levels: [UInt8]? {
        let most = Double(1 << bits - 1)
        switch space {
        case .indexed(let palette):
            guard decode.isEmpty || decode == [0, most] else { return nil }
            // An index beyond the palette stands for its last colour.
            return (0..<1 << bits).map { palette.isEmpty ? 0 : palette[min($0, palette.count - 1)] }
        default:
            let (low, high) = decode.count == 2 ? (decode[0], decode[1]) : (0, 1)
            return (0..<1 << bits).map { value in
                UInt8(min(max((low + Double(value) / most * (high - low)) * 255, 0), 255).rounded())
            }
        }
    }

    private func unpacked(_ bytes: [UInt8], levels: [UInt8]) -> [UInt8] {
        let (stride, mask) = (stride, UInt8(levels.count - 1))
        return [UInt8](unsafeUninitializedCapacity: width * height) { gray, count in
            for y in 0..<height {
                for x in 0..<width {
                    let bit = x * bits
                    let sample = bytes[y * stride + bit >> 3] >> UInt8(8 - bits - bit & 7) & mask
                    gray[y * width + x] = levels[Int(sample)]
                }
            }
            count = width * height
        }
    }
}
