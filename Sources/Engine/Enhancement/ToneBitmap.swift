// A picture in tones by leptonica: what a scan is while it is levelled, sharpened and cut. Every change makes a new
// picture; `nil` always means that there was no memory for it.

internal import CLeptonica

/// An 8-bit gray or RGB picture. Corresponds to `Pix`.
final class ToneBitmap {
    fileprivate let pix: UnsafeMutablePointer<Pix>

    fileprivate init?(taking pix: UnsafeMutablePointer<Pix>?) {
        guard let pix else { return nil }
        self.pix = pix
    }

    deinit {
        var taken: UnsafeMutablePointer<Pix>? = pix
        pixDestroy(&taken)
    }

    /// Rows of one or three bytes per pixel without padding. Corresponds to `pixCreate`
    convenience init?(_ samples: [UInt8], width: Int, height: Int, channels: Int) {
        guard samples.count == width * height * channels, channels == 1 || channels == 3,
            let pix = pixCreateNoInit(Int32(clamping: width), Int32(clamping: height), channels == 1 ? 8 : 32)
        else { return nil }
        self.init(taking: pix)
        guard let data = pixGetData(pix) else { return nil }
        let words = Int(pixGetWpl(pix))
        samples.withUnsafeBufferPointer { source in
            guard let source = source.baseAddress else { return }
            for y in 0..<height {
                let (row, start) = (data + y * words, source + y * width * channels)
                if channels == 1 {
                    UnsafeMutableRawPointer(row).copyMemory(from: start, byteCount: width)
                } else {
                    Self.pack(start, width, into: row)
                }
            }
        }
        if channels == 1 { pixEndianByteSwap(pix) }
    }

    private static func pack(
        _ source: UnsafePointer<UInt8>, _ width: Int, into row: UnsafeMutablePointer<UInt32>
    ) {
        var place = source
        for x in 0..<width {
            row[x] = UInt32(place[0]) << 24 | UInt32(place[1]) << 16 | UInt32(place[2]) << 8
            place += 3
        }
    }

    var width: Int { Int(pixGetWidth(pix)) }
    var height: Int { Int(pixGetHeight(pix)) }
    /// 1 for gray, 3 for RGB.
    var channels: Int { pixGetDepth(pix) == 8 ? 1 : 3 }

    /// Rows of one or three bytes per pixel without padding.
    func samples() -> [UInt8] {
        let (width, height, channels, words) = (width, height, channels, Int(pixGetWpl(pix)))
        guard let data = pixGetData(pix) else { return [] }
        return [UInt8](unsafeUninitializedCapacity: width * height * channels) { target, count in
            guard var place = target.baseAddress else { return }
            for y in 0..<height {
                let row = data + y * words
                for x in 0..<width {
                    if channels == 1 {
                        place[0] = UInt8(truncatingIfNeeded: row[x >> 2] >> UInt32(24 - 8 * (x & 3)))
                    } else {
                        place[0] = UInt8(truncatingIfNeeded: row[x] >> 24)
                        place[1] = UInt8(truncatingIfNeeded: row[x] >> 16)
                        place[2] = UInt8(truncatingIfNeeded: row[x] >> 8)
                    }
                    place += channels
                }
            }
            count = width * height * channels
        }
    }

    /// In gray, as BT.601 weighs the colours. Corresponds to `pixConvertRGBToLuminance`
    func gray() -> ToneBitmap? {
        channels == 1
            ? ToneBitmap(taking: pixClone(pix))
            : ToneBitmap(taking: pixConvertRGBToGray(pix, 0.299, 0.587, 0.114))
    }

    /// Turned clockwise around its middle, the size kept; what comes in from outside has the colour of paper.
    ///
    /// Corresponds to `pixRotateAMGray` and `pixRotateAMColor`
    func rotated(by degrees: Double, paper: Paper) -> ToneBitmap? {
        let angle = Float(degrees * .pi / 180)
        return ToneBitmap(
            taking: channels == 1
                ? pixRotateAMGray(pix, angle, paper.gray) : pixRotateAMColor(pix, angle, paper.word))
    }

    /// Crisper edges. Corresponds to `pixUnsharpMasking`
    func sharpened(radius: Int) -> ToneBitmap? {
        ToneBitmap(taking: pixUnsharpMasking(pix, Int32(radius), 0.5))
    }

    /// Corresponds to `pixClipRectangle`
    func cropped(to area: Bitmap.Area) -> ToneBitmap? {
        var box = boxCreate(Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height))
        defer { boxDestroy(&box) }
        return ToneBitmap(taking: pixClipRectangle(pix, box, nil))
    }

    /// Of another size: smaller by the mean of areas, larger by interpolation.
    ///
    /// Corresponds to `pixScaleAreaMap` and `pixScale`
    func scaled(across: Double, down: Double) -> ToneBitmap? {
        let (across, down) = (Float(across), Float(down))
        return ToneBitmap(
            taking: max(across, down) < 0.7
                ? pixScaleAreaMap(pix, across, down) : pixScale(pix, across, down))
    }

    /// Turned clockwise by a multiple of 90 degrees. Corresponds to `pixRotateOrth`
    func turned(by degrees: Int) -> ToneBitmap? {
        ToneBitmap(taking: pixRotateOrth(pix, Int32(degrees / 90 % 4)))
    }

    /// A copy with paper wherever a mask of the same size is set. Corresponds to `pixSetMasked`
    func painted(_ paper: Paper, through mask: InkMask) -> ToneBitmap? {
        guard let copy = pixCopy(nil, pix) else { return nil }
        mask.withPix { _ = pixSetMasked(copy, $0, value(of: paper)) }
        return ToneBitmap(taking: copy)
    }

    /// A copy with paper in areas. Corresponds to `pixSetInRectArbitrary`
    func painted(_ areas: [(area: Bitmap.Area, paper: Paper)]) -> ToneBitmap? {
        guard let copy = pixCopy(nil, pix) else { return nil }
        for (area, paper) in areas {
            var box = boxCreate(Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height))
            pixSetInRectArbitrary(copy, box, value(of: paper))
            boxDestroy(&box)
        }
        return ToneBitmap(taking: copy)
    }

    private func value(of paper: Paper) -> UInt32 { channels == 1 ? UInt32(paper.gray) : paper.word }

    /// The marks that are clearly darker than the paper around them, also in faint print; large black areas are whole.
    ///
    /// Corresponds to `pixSauvolaBinarizeTiled`
    /// - Parameters:
    ///   - radius: Half of the side, in pixels, of the square in which paper and ink are told apart.
    ///   - black: What is darker than this is ink whatever lies around it.
    func ink(radius: Int, black: Int) -> InkMask? {
        guard let gray = gray() else { return nil }
        let whole = pixThresholdToBinary(gray.pix, Int32(black))
        // The square must fit into the picture and its tiles.
        let most = (min(width, height) - 3) / 2
        guard most >= 2, radius >= 2, let whole else { return InkMask(taking: whole) }
        let side = min(radius, most)
        let (across, down) = (max(1, width / max(1200, 3 * side)), max(1, height / max(1200, 3 * side)))
        var local: UnsafeMutablePointer<Pix>?
        guard
            pixSauvolaBinarizeTiled(
                gray.pix, Int32(side), Self.sauvola, Int32(across), Int32(down), nil, &local) == 0
        else { return InkMask(taking: whole) }
        defer { pixDestroy(&local) }
        pixOr(whole, whole, local)
        return InkMask(taking: whole)
    }

    /// How far below the local mean ink begins where paper and ink vary little.
    private static let sauvola: Float = 0.25
}

/// The colour of the paper.
struct Paper {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    static let white = Paper(red: 255, green: 255, blue: 255)

    fileprivate var gray: UInt8 { UInt8((Int(red) * 77 + Int(green) * 150 + Int(blue) * 29) >> 8) }
    fileprivate var word: UInt32 { UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 }
}
