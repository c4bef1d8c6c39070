// Pixels in memory coded as a PDF image stream: CCITT Group 4 for bits, JPEG or Flate with PNG's filters for tones. What
// the stream's dictionary must say belongs to the coding.

internal import Documents
internal import PictureShims

/// How the stream of an image object is coded.
enum PictureCoding: Codable {
    case fax
    case jpeg(channels: Int)
    case flate(channels: Int)

    var filter: String {
        switch self {
        case .fax: "CCITTFaxDecode"
        case .jpeg: "DCTDecode"
        case .flate: "FlateDecode"
        }
    }

    /// The suffix of a file that holds the stream.
    var suffix: String {
        switch self {
        case .fax: "g4"
        case .jpeg: "jpg"
        case .flate: "flate"
        }
    }

    /// The dictionary of the image object.
    func dictionary(_ frame: PictureFrame) -> String {
        switch self {
        case .fax:
            imageDictionary(
                frame, colorSpace: "/DeviceGray", bits: 1, filter: filter, extra: FaxRows.parameters(frame))
        case .jpeg(let channels):
            imageDictionary(frame, colorSpace: channels == 1 ? "/DeviceGray" : "/DeviceRGB", filter: filter)
        case .flate(let channels):
            imageDictionary(
                frame, colorSpace: channels == 1 ? "/DeviceGray" : "/DeviceRGB", filter: filter,
                extra: pngPredictor(frame, colors: channels))
        }
    }
}

/// Codes rows without padding.
struct PictureCoder {
    private static let quality: Int32 = 82

    let samples: [UInt8]
    let width: Int
    let height: Int

    /// Rows of bits in CCITT Group 4; `nil` without memory.
    func fax() -> [UInt8]? {
        guard let encoder = papertray_fax_new(Int32(clamping: width), Int32(clamping: height)) else {
            return nil
        }
        defer { papertray_fax_free(encoder) }
        var count = 0
        guard papertray_fax_add(encoder, samples, Int32(clamping: height), (width + 7) / 8),
            let bytes = papertray_fax_finish(encoder, &count)
        else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Gray or RGB as JPEG; `nil` without memory.
    func jpeg(channels: Int) -> [UInt8]? {
        var count = 0
        guard
            let bytes = papertray_jpeg_encode(
                samples, Int32(clamping: width), Int32(clamping: height), width * channels,
                Int32(clamping: channels), true, Self.quality, &count)
        else { return nil }
        defer { papertray_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Gray or RGB as Flate with PNG's filters; `nil` without memory.
    func deflated(channels: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        return withUnsafeMutablePointer(to: &bytes) { target -> [UInt8]? in
            let made = papertray_deflater_new(
                width * channels, Int32(clamping: channels),
                { context, piece, count in
                    guard let target = context?.assumingMemoryBound(to: [UInt8].self) else { return false }
                    target.pointee += UnsafeBufferPointer(start: piece, count: count)
                    return true
                }, target)
            guard let deflater = made else { return nil }
            defer { papertray_deflater_free(deflater) }
            let isWhole =
                papertray_deflater_add(deflater, samples, Int32(clamping: height), width * channels)
                && papertray_deflater_finish(deflater)
            return isWhole ? target.pointee : nil
        }
    }
}
