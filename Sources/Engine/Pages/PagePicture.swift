// A page that is one picture, decoded from its stream: no resampling, and faster than drawing it. JBIG2, masks and
// colour spaces of inks are left to poppler, which knows every filter and colour space.

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

    /// Poppler takes eight bytes for each pixel of a picture; larger ones cost less when they are drawn.
    private static let mostStoredPixels = 16_000_000

    let image: PageImages.Image
    /// Clockwise degrees from the picture as stored to the page as seen.
    let turn: Int

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

    /// The picture as the page shows it, by our own decoders or else by poppler's; `nil` where the page must be drawn.
    ///
    /// - Throws: `damaged`, `outOfMemory`.
    func gray(mostPixels: Int, on page: Int, _ renderer: PageRenderer) throws(Failure) -> Bitmap? {
        if let decoded = gray(mostPixels: mostPixels) { return decoded }
        let (width, height) = (image.facts.width, image.facts.height)
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard image.source.isStream, !overflows, count > 0, count <= Self.mostStoredPixels else { return nil }
        let stored = try renderer.onlyPicture(of: page, width: width, height: height)
        return turn == 0 ? stored : stored?.turned(by: turn)
    }

    /// The picture as the page shows it; `nil` where none of our own decoders takes it.
    ///
    /// - Parameters:
    ///   - mostPixels: A larger picture is not decoded.
    ///   - halvesFinest: Whether pixels finer than reading needs are put together.
    func gray(mostPixels: Int, halvesFinest: Bool = true) -> Bitmap? {
        let source = image.source
        let isPlain = ["SMask", "Mask"].allSatisfy { source[$0].isNull }
        let (count, overflows) = image.facts.width.multipliedReportingOverflow(by: image.facts.height)
        guard source.isStream, isPlain, !source["ImageMask"].boolean, !overflows, count > 0 else {
            return nil
        }
        let isCodedOnce = source["Filter"].name != nil || source["Filter"].count == 1
        let stored: Bitmap?
        switch image.facts.filter {
        case "DCTDecode" where isCodedOnce:
            stored = decodeJPEG(mostPixels: mostPixels, halvesFinest: halvesFinest)
        case "JPXDecode" where isCodedOnce: stored = count <= mostPixels ? decodeJPEG2000() : nil
        case "CCITTFaxDecode" where isCodedOnce: stored = count <= mostPixels ? decodeFax() : nil
        case "FlateDecode", "LZWDecode", "RunLengthDecode", "none":
            stored = count <= mostPixels ? decodeSamples() : nil
        default: stored = nil
        }
        return turn == 0 ? stored : stored?.turned(by: turn)
    }

    private func decodeJPEG(mostPixels: Int, halvesFinest: Bool) -> Bitmap? {
        guard image.source["Decode"].isNull, image.source["DecodeParms"].isNull,
            let space = SampleSpace(image.source["ColorSpace"]), space.channels != 4,
            let bytes = image.source.storedData(limit: Self.mostBytes)
        else { return nil }
        if case .indexed = space { return nil }
        let eighths: Int32 = halvesFinest && image.facts.dpi >= Self.finestDPI ? 4 : 8
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

    /// JPEG 2000 brings its own colour space, and may bring an alpha channel that only the renderer respects.
    private func decodeJPEG2000() -> Bitmap? {
        let source = image.source
        guard source["Decode"].isNull, (source["SMaskInData"].integer ?? 0) == 0,
            let bytes = source.storedData(limit: Self.mostBytes),
            let bitmap = Bitmap(jpeg2000: bytes),
            bitmap.width == image.facts.width, bitmap.height == image.facts.height
        else { return nil }
        return bitmap
    }

    /// CCITTFaxDecode (ISO 32000-1, 7.4.6) with rows that end anywhere.
    private func decodeFax() -> Bitmap? {
        let (width, height) = (image.facts.width, image.facts.height)
        let parameters =
            image.source["DecodeParms"].isArray ? image.source["DecodeParms"][0] : image.source["DecodeParms"]
        guard parameters["Columns"].integer ?? 1728 == width, !parameters["EncodedByteAlign"].boolean,
            let coded = image.source.storedData(limit: Self.mostBytes),
            let rows = papertray_fax_decode(
                coded, coded.count, Int32(clamping: parameters["K"].integer ?? 0), Int32(clamping: width),
                Int32(clamping: height))
        else { return nil }
        defer { papertray_free(rows) }
        var bytes = Array(UnsafeBufferPointer(start: rows, count: (width + 7) / 8 * height))
        // libtiff gives 1 for black, and a PDF 0, unless it says otherwise.
        if !parameters["BlackIs1"].boolean { for index in bytes.indices { bytes[index] = ~bytes[index] } }
        return bitmap(of: bytes, bits: 1)
    }

    private func decodeSamples() -> Bitmap? {
        image.source.data(limit: Self.mostBytes).flatMap {
            bitmap(of: $0, bits: image.source["BitsPerComponent"].integer ?? 8)
        }
    }

    private func bitmap(of bytes: [UInt8], bits: Int) -> Bitmap? {
        guard [1, 2, 4, 8, 16].contains(bits), let space = SampleSpace(image.source["ColorSpace"]) else {
            return nil
        }
        let samples = ImageSamples(
            width: image.facts.width, height: image.facts.height, bits: bits, space: space,
            decode: image.source["Decode"].items.compactMap(\.number))
        return samples.gray(bytes).flatMap { Bitmap(gray: $0, width: samples.width, height: samples.height) }
    }
}
