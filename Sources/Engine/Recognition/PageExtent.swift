// What of a page is to be read. Text that is there already, visible or not, is neither read again nor hidden by a
// stamp or a stray letter: pictures count by the share of the page they cover, text by the share that it covers.

internal import Documents

/// The part of a page that needs reading.
enum PageExtent {
    case nothing(PageText.Skip)
    /// All of the page but these places, in points of the page as seen, where text of its own lies.
    case page(except: [PageText.Box])
    /// Only the pictures in these places, without the text that lies on them.
    case pictures([PageText.Box], except: [PageText.Box])
}

extension PageExtent {
    /// Text that covers more of the page than this is the page's text, and not a stamp on a scan.
    private static let stampShare = 0.05
    /// Pictures that cover less of the page are ornaments.
    private static let pictureShare = 0.08
    /// Fewer bytes of invisible text are no earlier recognition.
    private static let fewestLayerBytes = 5

    /// - Throws: `damaged`
    init(of page: PDFPage, _ images: PageImages, _ renderer: PageRenderer) throws(Failure) {
        let geometry = page.geometry
        let letters = try renderer.characterBoxes(of: page.number).map { $0.scaled(by: geometry.userUnit) }
        if letters.isEmpty {
            self = .page(except: [])
        } else if page.hasTextLayer || images.invisibleText >= Self.fewestLayerBytes {
            self = .nothing(.hasText)
        } else {
            let area = geometry.width * geometry.height
            let covered = letters.reduce(0) { $0 + $1.width * $1.height } / area
            if images.coverMostOfThePage, covered < Self.stampShare {
                self = .page(except: letters)
            } else {
                self = Self.pictures(images, geometry, letters)
            }
        }
    }

    private static func pictures(
        _ images: PageImages, _ geometry: PageGeometry, _ letters: [PageText.Box]
    ) -> PageExtent {
        let places = images.images.filter { $0.coverage >= pictureShare }.compactMap { image in
            image.box.intersection(geometry.box).map(geometry.seen)
        }.filter { place in
            // A picture under much text is a background.
            let under = letters.filter { $0.middleLies(in: place) }.reduce(0) { $0 + $1.width * $1.height }
            return under < place.width * place.height * stampShare
        }
        return places.isEmpty ? .nothing(.hasText) : .pictures(places, except: letters)
    }
}

extension PDFPage {
    /// Whether a stream of the page's contents is a text layer of ours.
    var hasTextLayer: Bool { contentStreams.contains { $0[TextLayer.mark].boolean } }
}

extension PageText.Box {
    func scaled(by factor: Double) -> PageText.Box {
        PageText.Box(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
    }

    func middleLies(in other: PageText.Box) -> Bool {
        (other.x...(other.x + other.width)).contains(x + width / 2)
            && (other.y...(other.y + other.height)).contains(y + height / 2)
    }

    /// The pixels of the box and of a rim of `rim` points around it, at a resolution.
    func area(dpi: Double, rim: Double) -> Bitmap.Area {
        let scale = dpi / 72
        let (left, top) = (Int(((x - rim) * scale).rounded(.down)), Int(((y - rim) * scale).rounded(.down)))
        return Bitmap.Area(
            x: left, y: top, width: Int(((x + width + rim) * scale).rounded(.up)) - left,
            height: Int(((y + height + rim) * scale).rounded(.up)) - top)
    }
}
