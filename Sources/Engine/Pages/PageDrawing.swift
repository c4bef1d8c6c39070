// A page drawn to keep: at the resolution of its own pictures, fine enough for its letters, and with no more colours
// than it shows, so that the file stays about as large as a scan of the sheet would be.

internal import Documents

/// The pixels of a page as seen.
struct PageDrawing {
    /// Pixels per inch of letters and lines, in black and white and in tones.
    private static let letterDPI = (bilevel: 400.0, tones: 300.0)
    private static let mostDPI = (bilevel: 600.0, tones: 400.0)
    private static let leastDPI = 72.0
    private static let mostPixels = 40_000_000.0
    /// Pixels that cairo draws side by side.
    private static let mostSide = 30_000.0
    /// At this resolution a page is looked at to find what tones it has.
    private static let lookDPI = 120.0
    /// Pictures that cover less of the page do not set its resolution.
    private static let ornamentShare = 0.02

    let width: Int
    let height: Int
    let tones: PageTones
    /// Whether the page has pictures in tones, whose grain no lossless coding makes small.
    private let hasTonePictures: Bool
    /// Packed bits, gray or RGB, as `tones` says; rows without padding.
    private let samples: [UInt8]

    init(of page: PDFPage, _ images: PageImages, _ renderer: PageRenderer) throws(Failure) {
        let geometry = page.geometry
        let isPlain = images.images.allSatisfy(\.isBilevel)
        let look = try renderer.drawColors(
            page.number, scale: Self.scale(Self.lookDPI, geometry, pixels: 4_000_000))
        let tones = PageTones(of: look, isPlain: isPlain)
        let dpi = Self.resolution(images, isBilevel: tones == .bilevel)
        let scale = Self.scale(dpi, geometry, pixels: Self.mostPixels)
        if tones == .color {
            let drawn = try renderer.drawColors(page.number, scale: scale)
            (width, height, samples) = (drawn.width, drawn.height, drawn.samples)
        } else {
            let drawn = try renderer.drawGray(page.number, scale: scale)
            (width, height) = (drawn.width, drawn.height)
            let gray = drawn.grayBytes()
            samples = tones == .gray ? gray : Self.bits(of: gray, width: width, height: height)
        }
        self.tones = tones
        hasTonePictures = !isPlain
    }

    private static func scale(_ dpi: Double, _ geometry: PageGeometry, pixels: Double) -> Double {
        let inches = max((geometry.width / 72) * (geometry.height / 72), 0.01)
        let longest = max(geometry.width, geometry.height, 1) / 72
        return min(dpi, (pixels / inches).squareRoot(), mostSide / longest) / 72 * geometry.userUnit
    }

    private static func resolution(_ images: PageImages, isBilevel: Bool) -> Double {
        let own = images.images.filter { $0.coverage >= ornamentShare && $0.facts.dpi > 0 }.map(\.facts.dpi)
        let hasLetters = images.visibleText > 0 || images.drawsOtherwise || own.isEmpty
        let letters = hasLetters ? (isBilevel ? letterDPI.bilevel : letterDPI.tones) : leastDPI
        return min(max(own.max() ?? 0, letters), isBilevel ? mostDPI.bilevel : mostDPI.tones)
    }

    /// Rows of bits, the first pixel highest; 0 is black.
    private static func bits(of gray: [UInt8], width: Int, height: Int) -> [UInt8] {
        let stride = (width + 7) / 8
        var bits = [UInt8](repeating: 0, count: stride * height)
        gray.withUnsafeBufferPointer { gray in
            for y in 0..<height {
                for x in 0..<width where gray[y * width + x] >= 128 {
                    bits[y * stride + x >> 3] |= 0x80 >> UInt8(x & 7)
                }
            }
        }
        return bits
    }

    /// - Throws: `outOfMemory`
    func coded(_ name: String) throws(Failure) -> (bytes: [UInt8], coding: PictureCoding) {
        let coder = PictureCoder(samples: samples, width: width, height: height)
        switch tones {
        case .bilevel:
            guard let bytes = coder.fax() else { throw Failure(.outOfMemory, name, "libtiff") }
            return (bytes, .fax)
        case .gray, .color:
            let channels = tones == .gray ? 1 : 3
            guard let lossy = coder.jpeg(channels: channels) else {
                throw Failure(.outOfMemory, name, "libjpeg")
            }
            // Flat colours, as charts and screens have them, are smaller without loss.
            if !hasTonePictures, let exact = coder.deflated(channels: channels), exact.count <= lossy.count {
                return (exact, .flate(channels: channels))
            }
            return (lossy, .jpeg(channels: channels))
        }
    }
}

/// How many colours a page shows.
enum PageTones: Equatable {
    case bilevel
    case gray
    case color

    /// A difference of the primary colours that is a colour, and one that is a tint where much of the page has it.
    private static let (colored, tinted) = (32, 10)
    private static let (coloredShare, tintedShare) = (0.0002, 0.05)
    /// Even gray, as fillings have it and edges of letters have not.
    private static let evenGray = 12...243
    private static let evenStep = 6
    private static let grayShare = 0.0003

    /// - Parameter isPlain: Whether the page's pictures, if it has any, are in black and white.
    init(of page: PageRenderer.Samples, isPlain: Bool) {
        var (colored, tinted, gray) = (0, 0, 0)
        let (width, samples) = (page.width, page.samples)
        for place in 0..<(width * page.height) {
            let (red, green, blue) = (
                Int(samples[3 * place]), Int(samples[3 * place + 1]), Int(samples[3 * place + 2])
            )
            let spread = max(red, green, blue) - min(red, green, blue)
            if spread > Self.colored { colored += 1 } else if spread > Self.tinted { tinted += 1 }
            guard isPlain, Self.evenGray.contains(green), place % width > 0, place >= width else { continue }
            let (left, above) = (Int(samples[3 * place - 2]), Int(samples[3 * (place - width) + 1]))
            if abs(green - left) <= Self.evenStep, abs(green - above) <= Self.evenStep { gray += 1 }
        }
        let count = Double(max(1, width * page.height))
        let hasColor =
            Double(colored) > count * Self.coloredShare || Double(tinted) > count * Self.tintedShare
        self = hasColor ? .color : !isPlain || Double(gray) > count * Self.grayShare ? .gray : .bilevel
    }
}

extension PageImages.Image {
    /// Whether it has two tones: a mask, or one bit for each pixel.
    var isBilevel: Bool {
        source["ImageMask"].boolean || source["IM"].boolean
            || (source["BitsPerComponent"].integer ?? source["BPC"].integer) == 1
            || ["CCITTFaxDecode", "JBIG2Decode"].contains(facts.filter)
    }
}
