// A picture in memory by leptonica: 8-bit gray in, scaled, turned and measured.

internal import CLeptonica

/// An 8-bit gray picture. Corresponds to `Pix`.
final class Bitmap {
    private let pix: UnsafeMutablePointer<Pix>

    private init?(taking pix: UnsafeMutablePointer<Pix>?) {
        guard let pix else { return nil }
        self.pix = pix
    }

    deinit {
        var taken: UnsafeMutablePointer<Pix>? = pix
        pixDestroy(&taken)
    }

    /// Rows of gray bytes without padding; `nil` without memory. Corresponds to `pixCreate`
    convenience init?(gray bytes: [UInt8], width: Int, height: Int) {
        guard bytes.count == width * height, let pix = pixCreate(Int32(width), Int32(height), 8) else {
            return nil
        }
        let stride = Int(pixGetWpl(pix)) * 4
        guard let data = pixGetData(pix) else { return nil }
        bytes.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return }
            for y in 0..<height {
                UnsafeMutableRawPointer(data).advanced(by: y * stride)
                    .copyMemory(from: start + y * width, byteCount: width)
            }
        }
        pixEndianByteSwap(pix)
        self.init(taking: pix)
    }

    /// A whole JPEG 2000 picture in gray. Corresponds to `pixReadMemJp2k`
    convenience init?(jpeg2000 bytes: [UInt8]) {
        guard let read = pixReadMemJp2k(bytes, bytes.count, 1, nil, 0, 0) else { return nil }
        var taken: UnsafeMutablePointer<Pix>? = read
        defer { pixDestroy(&taken) }
        // With an alpha channel the colours under it may be anything.
        guard pixGetSpp(read) == 1 || pixGetSpp(read) == 3 else { return nil }
        self.init(taking: pixConvertTo8(read, 0))
    }

    var width: Int { Int(pixGetWidth(pix)) }
    var height: Int { Int(pixGetHeight(pix)) }

    /// Made smaller by the mean of areas, larger by interpolation. Corresponds to `pixScaleAreaMap` and `pixScale`
    func scaled(across: Double, down: Double) -> Bitmap? {
        let (across, down) = (Float(across), Float(down))
        let isSmaller = max(across, down) < 0.7
        return Bitmap(
            taking: isSmaller ? pixScaleAreaMap(pix, across, down) : pixScale(pix, across, down))
    }

    /// With the paper equally light everywhere; `nil` for pictures too small to tell paper from ink.
    ///
    /// Corresponds to `pixBackgroundNormSimple`
    func evenlyLit() -> Bitmap? {
        Bitmap(taking: pixBackgroundNormSimple(pix, nil, nil))
    }

    /// The clockwise degrees that make the lines of text level; 0 where that cannot be told.
    ///
    /// Corresponds to `pixFindSkew`
    func skew() -> Double {
        guard let dark = pixThresholdToBinary(pix, Int32(max(1, paperLevel() - 60))) else { return 0 }
        var taken: UnsafeMutablePointer<Pix>? = dark
        defer { pixDestroy(&taken) }
        var (angle, confidence) = (Float(0), Float(0))
        guard pixFindSkew(dark, &angle, &confidence) == 0, confidence > Self.leastSkewConfidence else {
            return 0
        }
        return Double(angle)
    }

    private static let leastSkewConfidence: Float = 3

    /// Turned clockwise around its middle by a few degrees, the size kept, on white.
    ///
    /// Corresponds to `pixRotate`
    func rotated(by degrees: Double) -> Bitmap? {
        Bitmap(
            taking: pixRotate(
                pix, Float(degrees * .pi / 180), Int32(L_ROTATE_AREA_MAP), Int32(L_BRING_IN_WHITE), 0, 0))
    }

    /// A rectangle in pixels.
    struct Area {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
    }

    /// A picture of the same size and paper with only these areas of this one. Corresponds to `pixRasterop`
    func keeping(_ areas: [Area]) -> Bitmap? {
        guard let blank = pixCreateTemplate(pix) else { return nil }
        // Any other level would count as ink, or make the paper count as ink.
        pixSetAllArbitrary(blank, UInt32(paperLevel()))
        for area in areas {
            pixRasterop(
                blank, Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height), Int32(PIX_SRC),
                pix, Int32(area.x), Int32(area.y))
        }
        return Bitmap(taking: blank)
    }

    /// Paints paper over areas. Corresponds to `pixSetInRectArbitrary`
    func clear(_ areas: [Area]) {
        guard !areas.isEmpty else { return }
        let paper = UInt32(paperLevel())
        for area in areas {
            var box = boxCreate(Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height))
            pixSetInRectArbitrary(pix, box, paper)
            boxDestroy(&box)
        }
    }

    /// Turned clockwise by a multiple of 90 degrees. Corresponds to `pixRotateOrth`
    func turned(by degrees: Int) -> Bitmap? {
        Bitmap(taking: pixRotateOrth(pix, Int32(degrees / 90 % 4)))
    }

    /// A part of the picture; `nil` where it lies outside. Corresponds to `pixClipRectangle`
    func cropped(to area: Area) -> Bitmap? {
        var box = boxCreate(Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height))
        defer { boxDestroy(&box) }
        return box.flatMap { Bitmap(taking: pixClipRectangle(pix, $0, nil)) }
    }

    /// Scaled in both directions, sharpened as the recognition models were trained on. Corresponds to `pixScale`
    func scaled(toHeight wanted: Int) -> Bitmap? {
        let factor = Float(wanted) / Float(height)
        guard let scaled = Bitmap(taking: pixScale(pix, factor, factor)) else { return nil }
        guard scaled.height != wanted else { return scaled }
        return Bitmap(taking: pixScaleToSize(scaled.pix, Int32(scaled.width), Int32(wanted)))
    }

    /// Rows of gray bytes without padding.
    func grayBytes() -> [UInt8] {
        guard let swapped = pixEndianByteSwapNew(pix), let data = pixGetData(swapped) else { return [] }
        defer {
            var taken: UnsafeMutablePointer<Pix>? = swapped
            pixDestroy(&taken)
        }
        let (width, height, stride) = (width, height, Int(pixGetWpl(swapped)) * 4)
        let bytes = UnsafeRawPointer(data).assumingMemoryBound(to: UInt8.self)
        return [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            guard let start = target.baseAddress else { return }
            for y in 0..<height { (start + y * width).update(from: bytes + y * stride, count: width) }
            count = width * height
        }
    }

    /// What can be told of the ink without reading it.
    struct Ink {
        /// Dark pixels, in fine pictures those that are more than specks.
        let pixels: Int
        /// Height of capitals and Han characters in pixels: four of five marks with the size of a letter are lower;
        /// `nil` where there are few marks.
        let letterHeight: Double?
    }

    /// Measures marks that are clearly darker than the paper.
    ///
    /// - Parameter isFine: Whether strokes are more than a pixel wide, so that single pixels can be passed over.
    /// Corresponds to `pixConnCompBB`
    func ink(isFine: Bool) -> Ink {
        let paper = paperLevel()
        guard let dark = pixThresholdToBinary(pix, Int32(max(1, paper - 60))) else {
            return Ink(pixels: width * height, letterHeight: nil)
        }
        var (binary, cleaned): (UnsafeMutablePointer<Pix>?, UnsafeMutablePointer<Pix>?) = (dark, nil)
        defer {
            pixDestroy(&binary)
            pixDestroy(&cleaned)
        }
        cleaned = isFine ? pixOpenBrick(nil, dark, 2, 2) : pixClone(dark)
        var pixels: Int32 = 0
        if let cleaned { pixCountPixels(cleaned, &pixels, nil) }
        return Ink(
            pixels: Int(pixels), letterHeight: cleaned.flatMap { Self.letterHeight($0, pageHeight: height) })
    }

    /// Boxes of the marks that are darker than a level, at most so many.
    ///
    /// Corresponds to `pixConnCompBB`
    func marks(below level: UInt8, atMost limit: Int) -> [Area] {
        var binary = pixThresholdToBinary(pix, Int32(level))
        defer { pixDestroy(&binary) }
        return binary.map { InkMask.boxes(of: $0, atMost: limit) } ?? []
    }

    /// The gray level of most of the page's lighter half.
    func paperLevel() -> Int {
        var histogram = pixGetGrayHistogram(pix, 4)
        guard let numbers = histogram else { return 255 }
        defer { numaDestroy(&histogram) }
        var best: (level: Int, count: Float) = (255, -1)
        for level in 128..<256 {
            var count: Float = 0
            numaGetFValue(numbers, Int32(level), &count)
            if count > best.count { best = (level, count) }
        }
        return best.level
    }

    private static func letterHeight(_ binary: UnsafeMutablePointer<Pix>, pageHeight: Int) -> Double? {
        var boxes = pixConnCompBB(binary, 8)
        guard let found = boxes else { return nil }
        defer { boxaDestroy(&boxes) }
        var heights: [Int] = []
        for index in 0..<min(boxaGetCount(found), 50_000) {
            var (width, height): (Int32, Int32) = (0, 0)
            boxaGetBoxGeometry(found, index, nil, nil, &width, &height)
            let isLetter =
                height >= 6 && Int(height) < pageHeight / 12 && width < height * 3 && height < width * 6
            if isLetter { heights.append(Int(height)) }
        }
        guard heights.count >= 12 else { return nil }
        heights.sort()
        return Double(heights[heights.count * 4 / 5])
    }
}
