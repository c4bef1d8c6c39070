// A page that is one picture, decoded from its stream: no resampling, and faster than drawing it. What is not plainly
// gray or RGB in DCT, Flate, LZW or no coding is left to the renderer, which knows every filter and colour space.

internal import Documents
internal import Glibc
internal import PictureShims

/// The only picture of a page that shows nothing else.
struct PagePicture {
    private static let mostBytes = 256 << 20
    /// Edges of page and picture may differ by this share of the page.
    private static let tolerance = 0.005
    /// Pictures finer than this many pixels per inch are halved while they are decoded.
    private static let finestDPI = 450.0

    private let image: PageImages.Image
    /// Clockwise degrees from the picture as stored to the page as seen.
    private let turn: Int

    /// `nil` for a page that draws anything else, or its picture mirrored, askew or in part.
    init?(of page: PDFPage, _ images: PageImages) {
        guard images.images.count == 1, let image = images.images.first, !images.drawsOtherwise,
            images.visibleText == 0, page.object["Annots"].count == 0,
            Self.fills(image.box, page.geometry.box), let turn = Self.quarterTurn(image.matrix)
        else { return nil }
        self.image = image
        self.turn = (turn + page.geometry.rotation) % 360
    }

    private static func fills(_ box: PageGeometry.Box, _ page: PageGeometry.Box) -> Bool {
        let (across, down) = (page.width * tolerance, page.height * tolerance)
        return abs(box.left - page.left) < across && abs(box.right - page.right) < across
            && abs(box.bottom - page.bottom) < down && abs(box.top - page.top) < down
    }

    /// The clockwise turn of a matrix, `nil` where it is not a multiple of 90 degrees or mirrors.
    static func quarterTurn(_ matrix: [Double]) -> Int? {
        let (a, b, c, d) = (matrix[0], matrix[1], matrix[2], matrix[3])
        if max(abs(b), abs(c)) < 0.001 * min(abs(a), abs(d)) {
            return a > 0 && d > 0 ? 0 : a < 0 && d < 0 ? 180 : nil
        }
        if max(abs(a), abs(d)) < 0.001 * min(abs(b), abs(c)) {
            return b < 0 && c > 0 ? 90 : b > 0 && c < 0 ? 270 : nil
        }
        return nil
    }

    /// The picture as the page shows it; `nil` where the renderer must draw it.
    ///
    /// - Parameter mostPixels: A larger picture is not decoded.
    func gray(mostPixels: Int) -> Bitmap? {
        let source = image.source
        let isPlain = ["SMask", "Mask"].allSatisfy { source[$0].isNull }
        let (count, overflows) = image.facts.width.multipliedReportingOverflow(by: image.facts.height)
        guard source.isStream, isPlain, !source["ImageMask"].boolean, !overflows, count > 0,
            let channels = Self.channels(of: source["ColorSpace"])
        else { return nil }
        let stored: Bitmap?
        switch image.facts.filter {
        case "DCTDecode" where source["Filter"].name != nil || source["Filter"].count == 1:
            stored = decodeJPEG(mostPixels: mostPixels)
        case "FlateDecode", "LZWDecode", "none":
            stored = count <= mostPixels ? decodeSamples(channels: channels) : nil
        default: stored = nil
        }
        return turn == 0 ? stored : stored?.turned(by: turn)
    }

    /// 1 for gray and 3 for RGB colour spaces, otherwise `nil`.
    private static func channels(of space: PDFObject) -> Int? {
        switch space.name ?? space[0].name {
        case "DeviceGray", "CalGray": return 1
        case "DeviceRGB", "CalRGB": return 3
        case "ICCBased":
            let channels = space[1]["N"].integer
            return channels == 1 || channels == 3 ? channels : nil
        default: return nil
        }
    }

    private func decodeJPEG(mostPixels: Int) -> Bitmap? {
        guard image.source["Decode"].isNull, image.source["DecodeParms"].isNull,
            let bytes = image.source.storedData(limit: Self.mostBytes)
        else { return nil }
        let eighths: Int32 = image.facts.dpi >= Self.finestDPI ? 4 : 8
        var (width, height): (Int32, Int32) = (0, 0)
        guard
            let pixels = papertray_jpeg_gray(
                bytes, bytes.count, eighths, Int64(mostPixels), &width, &height)
        else { return nil }
        defer { free(pixels) }
        let (columns, rows) = (Int(width), Int(height))
        // The frame's size counts, but the dictionary must not promise another.
        guard eighths == 4 || (columns == image.facts.width && rows == image.facts.height) else { return nil }
        return Bitmap(
            gray: Array(UnsafeBufferPointer(start: pixels, count: columns * rows)), width: columns,
            height: rows)
    }

    private func decodeSamples(channels: Int) -> Bitmap? {
        let (width, height) = (image.facts.width, image.facts.height)
        let bits = image.source["BitsPerComponent"].integer ?? 8
        let decode = image.source["Decode"].items.compactMap(\.number)
        let isInverted = channels == 1 && decode == [1, 0]
        let isDefault = decode.isEmpty || decode == (0..<channels).flatMap { _ in [0.0, 1] }
        guard isInverted || isDefault, bits == 8 || (bits == 1 && channels == 1) else { return nil }
        let stride = (width * channels * bits + 7) / 8
        guard let bytes = image.source.data(limit: Self.mostBytes), bytes.count >= stride * height else {
            return nil
        }
        let flip: UInt8 = isInverted ? 255 : 0
        let gray = [UInt8](unsafeUninitializedCapacity: width * height) { gray, count in
            for y in 0..<height {
                let row = y * stride
                switch (bits, channels) {
                case (1, _):
                    for x in 0..<width {
                        gray[y * width + x] = (bytes[row + x >> 3] << (x & 7) & 0x80 != 0 ? 255 : 0) ^ flip
                    }
                case (_, 1): for x in 0..<width { gray[y * width + x] = bytes[row + x] ^ flip }
                default:
                    for x in 0..<width {
                        let (red, green, blue) = (
                            Int(bytes[row + 3 * x]), Int(bytes[row + 3 * x + 1]), Int(bytes[row + 3 * x + 2])
                        )
                        gray[y * width + x] = UInt8((red * 77 + green * 150 + blue * 29) >> 8)
                    }
                }
            }
            count = width * height
        }
        return Bitmap(gray: gray, width: width, height: height)
    }
}
