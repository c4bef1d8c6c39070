// The ink of a page as bits by leptonica: where it is, which of it is dust, which of it is a black edge that the scanner
// saw beside the sheet, and how large the printed part is.

internal import CLeptonica

/// A picture with one bit per pixel, set for ink. Corresponds to `Pix`.
final class InkMask {
    private let pix: UnsafeMutablePointer<Pix>

    init?(taking pix: UnsafeMutablePointer<Pix>?) {
        guard let pix else { return nil }
        self.pix = pix
    }

    deinit {
        var taken: UnsafeMutablePointer<Pix>? = pix
        pixDestroy(&taken)
    }

    var width: Int { Int(pixGetWidth(pix)) }
    var height: Int { Int(pixGetHeight(pix)) }

    func withPix(_ body: (UnsafeMutablePointer<Pix>) -> Void) { body(pix) }

    /// Rows of bits padded to whole bytes, the first pixel highest; 0 is ink, as PDF's DeviceGray has it.
    func bits() -> [UInt8] {
        let (stride, words, height) = ((width + 7) / 8, Int(pixGetWpl(pix)), height)
        guard let data = pixGetData(pix) else { return [] }
        return [UInt8](unsafeUninitializedCapacity: stride * height) { target, count in
            for y in 0..<height {
                let row = data + y * words
                for place in 0..<stride {
                    let byte = row[place >> 2] >> UInt32(24 - 8 * (place & 3))
                    target[y * stride + place] = ~UInt8(truncatingIfNeeded: byte)
                }
            }
            count = stride * height
        }
    }

    /// Boxes of the marks, at most so many.
    ///
    /// Corresponds to `pixConnCompBB`
    func boxes(atMost limit: Int = 200_000) -> [Bitmap.Area] { Self.boxes(of: pix, atMost: limit) }

    /// Boxes of the marks in a picture with one bit per pixel.
    static func boxes(of pix: UnsafeMutablePointer<Pix>, atMost limit: Int) -> [Bitmap.Area] {
        var boxes = pixConnCompBB(pix, 8)
        guard let found = boxes else { return [] }
        defer { boxaDestroy(&boxes) }
        return (0..<min(boxaGetCount(found), Int32(clamping: limit))).map { index in
            var (x, y, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            boxaGetBoxGeometry(found, index, &x, &y, &width, &height)
            return Bitmap.Area(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        }
    }

    /// Set pixels in a part of the picture. Corresponds to `pixCountPixelsInRect`
    func count(in area: Bitmap.Area) -> Int {
        var count: Int32 = 0
        let (left, top) = (max(0, area.x), max(0, area.y))
        let (right, foot) = (min(width, area.x + area.width), min(height, area.y + area.height))
        guard left < right, top < foot else { return 0 }
        var box = boxCreate(Int32(left), Int32(top), Int32(right - left), Int32(foot - top))
        defer { boxDestroy(&box) }
        pixCountPixelsInRect(pix, box, &count, nil)
        return Int(count)
    }

    /// The marks of which a side is longer than so many pixels. Corresponds to `pixSelectBySize`
    func marks(largerThan side: Int) -> InkMask? {
        InkMask(
            taking: pixSelectBySize(
                pix, Int32(side), Int32(side), 8, Int32(L_SELECT_IF_EITHER), Int32(L_SELECT_IF_GT), nil))
    }

    /// The marks that reach into these areas. Corresponds to `pixSeedfillBinary`
    func marks(from areas: [Bitmap.Area]) -> InkMask? {
        var seeds = pixCreateTemplate(pix)
        guard let blank = seeds else { return nil }
        defer { pixDestroy(&seeds) }
        for area in areas {
            var box = boxCreate(Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height))
            pixSetInRect(blank, box)
            boxDestroy(&box)
        }
        return InkMask(taking: pixSeedfillBinary(nil, blank, pix, 8))
    }

    /// With a rim of so many pixels around every mark. Corresponds to `pixDilateBrick`
    func grown(by pixels: Int) -> InkMask? {
        InkMask(taking: pixDilateBrick(nil, pix, Int32(2 * pixels + 1), Int32(2 * pixels + 1)))
    }

    /// Without marks and parts of marks thinner than so many pixels. Corresponds to `pixOpenBrick`
    func opened(_ pixels: Int) -> InkMask? {
        InkMask(taking: pixOpenBrick(nil, pix, Int32(pixels), Int32(pixels)))
    }

    /// The marks that touch the edge of the picture. Corresponds to `pixExtractBorderConnComps`
    func touchingEdge() -> InkMask? {
        InkMask(taking: pixExtractBorderConnComps(pix, 8))
    }

    /// The clockwise degrees that make the lines of text level; 0 where that cannot be told.
    ///
    /// Corresponds to `pixFindSkew`
    func skew() -> Double {
        var (angle, confidence) = (Float(0), Float(0))
        guard pixFindSkew(pix, &angle, &confidence) == 0, confidence > Self.leastSkewConfidence else {
            return 0
        }
        return Double(angle)
    }

    private static let leastSkewConfidence: Float = 3
}
