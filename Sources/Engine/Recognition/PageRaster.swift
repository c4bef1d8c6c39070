// The picture of a page from which it is read, and the resolution that suits the recogniser. It brings each line to a
// height of 36 or 48 pixels; measured on scans of either script, letters of 18 pixels are read as well as larger ones or
// better, since scaling down takes the grain away, and in four fifths of the time. Traditional characters of 21 pixels
// lose a twentieth to layout analysis that these keep; letters below 15 pixels let columns run into each other.

internal import Documents

/// A gray picture of a page as seen.
struct PageRaster {
    private static let mostPixels = 40_000_000
    /// Resolution of pages without pictures.
    private static let drawnDPI = 200.0
    /// The height of capitals and Han characters, in pixels, that is read best.
    private static let bestLetter = 18.5
    /// Smaller letters are enlarged to this height, since they stay soft.
    private static let bestEnlargedLetter = 20.0
    /// Enlarging beyond this resolution only makes grain larger.
    private static let mostEnlargedDPI = 300.0
    /// Below this resolution strokes are about one pixel wide.
    private static let fineDPI = 140.0

    let bitmap: Bitmap
    /// Pixels per inch of the page across.
    let horizontalDPI: Double
    /// Pixels per inch of the page downwards.
    let verticalDPI: Double
    /// Measured once, as it is.
    let ink: Bitmap.Ink

    /// Decodes the only picture of a page, or draws the page.
    /// - Parameter isWhole: Whether the page is nothing but what is to be read.
    /// - Throws: `damaged`, `outOfMemory`.
    init(of page: PDFPage, _ images: PageImages, isWhole: Bool, _ renderer: PageRenderer) throws(Failure) {
        let geometry = page.geometry
        if isWhole,
            let picture = try PagePicture(of: page, images)?.gray(
                mostPixels: Self.mostPixels, on: page.number, renderer)
        {
            self.init(
                picture, Double(picture.width) * 72 / geometry.width,
                Double(picture.height) * 72 / geometry.height)
        } else {
            let dpi = Self.drawingDPI(images, geometry)
            self.init(try renderer.drawGray(page.number, scale: dpi / 72 * geometry.userUnit), dpi, dpi)
        }
    }

    private init(_ bitmap: Bitmap, _ horizontalDPI: Double, _ verticalDPI: Double) {
        (self.bitmap, self.horizontalDPI, self.verticalDPI) = (bitmap, horizontalDPI, verticalDPI)
        ink = bitmap.ink(isFine: verticalDPI >= Self.fineDPI)
    }

    /// The page's own resolution, as far as it is useful and the page is of a usual size.
    private static func drawingDPI(_ images: PageImages, _ geometry: PageGeometry) -> Double {
        let own = images.dominantDPI
        var dpi = own.map { min(max($0, 150), 300) } ?? drawnDPI
        let inches = (geometry.width / 72) * (geometry.height / 72)
        // A photo without a believable resolution makes a huge page; drawing it larger than it is only costs time.
        if let own, own < 150, inches > 400 { dpi = max(own, 36) }
        return min(dpi, (Double(mostPixels) / max(inches, 0.01)).squareRoot())
    }

    /// Square pixels in which letters have the height that is read best.
    /// - Returns: The picture and its pixels per inch.
    func forRecognition() -> (bitmap: Bitmap, dpi: Double) {
        let wanted = verticalDPI * scale
        let (across, down) = (wanted / horizontalDPI, wanted / verticalDPI)
        // Interpolation costs more than it brings where the size is nearly right.
        if (0.75...1.2).contains(down), abs(across - down) < 0.001 { return (bitmap, verticalDPI) }
        return bitmap.scaled(across: across, down: down).map { ($0, wanted) } ?? (bitmap, verticalDPI)
    }

    private var scale: Double {
        guard let letter = ink.letterHeight else {
            return verticalDPI > 220 ? 200 / verticalDPI : verticalDPI < 150 ? min(150 / verticalDPI, 3) : 1
        }
        let most = min(4, max(1, Self.mostEnlargedDPI / verticalDPI))
        let best = letter < Self.bestLetter ? Self.bestEnlargedLetter : Self.bestLetter
        let pixels = Double(bitmap.width * bitmap.height)
        return min(best / letter, most, (Double(Self.mostPixels) / pixels).squareRoot())
    }
}
