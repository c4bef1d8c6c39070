// A scanned page as seen, at the resolution of its own pictures and with the kind of tones in which they are stored. A
// single gray or bilevel picture is decoded from its stream; everything else is drawn.

internal import Documents

/// The pixels of a scan.
struct ScanPicture {
    static let mostPixels = 40_000_000
    /// Pictures cover at least this share of a scan.
    private static let scanShare = 0.8
    /// Pictures that cover less of the page do not set its resolution.
    private static let ornamentShare = 0.5
    /// Pixels per inch of pages that are put together from several pictures, one finer than the other.
    private static let mostLayeredDPI = 300.0
    /// Pixels that cairo draws side by side.
    private static let mostSide = 30_000.0
    /// Height and width of a pixel may differ by this share.
    private static let squareTolerance = 0.01

    let bitmap: ToneBitmap
    /// The tones in which the page's pictures are stored.
    let tones: PageTones
    /// Pixels per inch of the sheet; where the page has no believable size, those of a sheet of A4.
    let dpi: Double
    /// Whether its pictures are stored without loss.
    let isLossless: Bool

    /// Whether a page is a scan: nearly all of it pictures, and no text to be seen.
    static func isScan(_ images: PageImages) -> Bool {
        images.visibleText == 0 && images.images.reduce(0) { $0 + $1.coverage } >= scanShare
    }

    /// - Throws: `damaged`, `outOfMemory`.
    init(of page: PDFPage, _ images: PageImages, _ renderer: PageRenderer, _ task: Assignment) throws(Failure)
    {
        let geometry = page.geometry
        tones = try Self.tones(of: page, images, renderer)
        isLossless = images.images.allSatisfy {
            ["FlateDecode", "LZWDecode", "none"].contains($0.facts.filter)
        }
        let channels = tones == .color ? 3 : 1
        var made: ToneBitmap?
        if channels == 1,
            let gray = PagePicture(of: page, images)?.gray(
                mostPixels: Self.mostPixels, halvesFinest: false)
        {
            made = ToneBitmap(gray.grayBytes(), width: gray.width, height: gray.height, channels: 1)
            made = made.flatMap { Self.square($0, geometry) }
        } else {
            let scale = Self.scale(images, geometry)
            if channels == 3 {
                let drawn = try renderer.drawColors(page.number, scale: scale)
                made = ToneBitmap(drawn.samples, width: drawn.width, height: drawn.height, channels: 3)
            } else {
                let drawn = try renderer.drawGray(page.number, scale: scale)
                made = ToneBitmap(drawn.grayBytes(), width: drawn.width, height: drawn.height, channels: 1)
            }
        }
        guard let made else { throw Failure(.outOfMemory, task.name, "leptonica") }
        bitmap = made
        dpi = Self.sheetDPI(made, geometry)
    }

    /// At this resolution it is looked at what a page draws beside its pictures, on so many pixels at most.
    private static let (lookDPI, lookPixels) = (120.0, 4_000_000.0)

    /// Those of the pictures, and of what is drawn over them or through them.
    private static func tones(
        of page: PDFPage, _ images: PageImages, _ renderer: PageRenderer
    ) throws(Failure) -> PageTones {
        let stored = images.storedTones
        let isMasked = images.images.contains { $0.source["ImageMask"].boolean || $0.source["IM"].boolean }
        guard stored != .color, images.drawsOtherwise || isMasked else { return stored }
        let geometry = page.geometry
        let inches = max((geometry.width / 72) * (geometry.height / 72), 0.01)
        let dpi = min(lookDPI, (lookPixels / inches).squareRoot())
        let look = try renderer.drawColors(page.number, scale: dpi / 72 * geometry.userUnit)
        return PageTones(of: look, isPlain: stored == .bilevel)
    }

    /// Pixels per unit of user space.
    private static func scale(_ images: PageImages, _ geometry: PageGeometry) -> Double {
        let own = images.images.filter { $0.coverage >= ornamentShare && $0.facts.dpi > 0 }.map(\.facts.dpi)
        var dpi = own.max() ?? images.images.map(\.facts.dpi).max() ?? 0
        if dpi < 1 { dpi = mostLayeredDPI }
        if own.count > 1 { dpi = min(dpi, max(mostLayeredDPI, own.min() ?? 0)) }
        let inches = max((geometry.width / 72) * (geometry.height / 72), 0.01)
        let longest = max(geometry.width, geometry.height, 1) / 72
        dpi = min(dpi, (Double(mostPixels) / inches).squareRoot(), mostSide / longest)
        return exact(dpi / 72 * geometry.userUnit, geometry, images)
    }

    /// The scale at which a single picture is drawn pixel by pixel: resolutions of pictures are rounded.
    private static func exact(_ scale: Double, _ geometry: PageGeometry, _ images: PageImages) -> Double {
        guard images.images.count == 1, let image = images.images.first else { return scale }
        let across = geometry.width / geometry.userUnit
        for side in [image.facts.width, image.facts.height] {
            let wanted = (Double(side) - 0.001) / across
            if abs(wanted / scale - 1) < 0.005 { return wanted }
        }
        return scale
    }

    /// Fax pages have pixels that are higher than wide.
    private static func square(_ bitmap: ToneBitmap, _ geometry: PageGeometry) -> ToneBitmap? {
        let across = Double(bitmap.width) / geometry.width
        let down = Double(bitmap.height) / geometry.height
        guard abs(across / down - 1) > squareTolerance else { return bitmap }
        let finest = max(across, down)
        guard finest * finest * geometry.width * geometry.height <= Double(mostPixels) else { return bitmap }
        return bitmap.scaled(across: finest / across, down: finest / down)
    }

    private static func sheetDPI(_ bitmap: ToneBitmap, _ geometry: PageGeometry) -> Double {
        let stated = Double(bitmap.width) * 72 / geometry.width
        let inches = max(geometry.width, geometry.height) / 72
        let isBelievable = (2.0...24).contains(inches) && stated >= 70
        return isBelievable ? stated : Double(max(bitmap.width, bitmap.height)) / 11.7
    }
}

extension PageImages {
    /// The fewest tones that hold all of the page's pictures as they are stored.
    fileprivate var storedTones: PageTones {
        let tones = images.map(\.storedTones)
        if tones.contains(.color) || drawsOtherwise && tones.isEmpty { return .color }
        return tones.contains(.gray) ? .gray : .bilevel
    }
}

extension PageImages.Image {
    fileprivate var storedTones: PageTones {
        if isBilevel {
            return source["ColorSpace"].isArray && !source["ImageMask"].boolean ? .color : .bilevel
        }
        switch SampleSpace(source["ColorSpace"]) {
        case .gray: return .gray
        default: return .color
        }
    }
}
