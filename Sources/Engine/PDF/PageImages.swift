// The pictures on a page with the resolution they are shown at, and what the page draws beside them.

internal import Documents

/// The pictures that a page draws.
struct PageImages {
    struct Image {
        let facts: Facts.Image
        /// Share of the visible page, 0 to 1.
        let coverage: Double
        /// The image's stream, or the dictionary of an inline image.
        let source: PDFObject
        /// From the unit square to user space.
        let matrix: [Double]
        /// Where it lies in user space.
        let box: PageGeometry.Box
    }

    let images: [Image]
    /// Whether pictures and text are not all that the page draws.
    let drawsOtherwise: Bool
    /// Bytes of text that can be seen.
    let visibleText: Int
    /// Bytes of text in rendering mode 3.
    let invisibleText: Int

    /// The page's contents must have been bounded with `checkContents`.
    init(of page: PDFPage) {
        let geometry = page.geometry
        let drawings = page.object.file.drawings(of: page.object)
        images = drawings.pictures.compactMap { Self.image($0.matrix, $0.image, geometry) }
        drawsOtherwise = drawings.drawsOtherwise || images.count < drawings.pictures.count
        (visibleText, invisibleText) = (drawings.visibleText, drawings.invisibleText)
    }

    /// The resolution of the picture that covers most of the page; `nil` without a picture of a tenth of the page.
    var dominantDPI: Double? {
        let largest = images.max { $0.coverage < $1.coverage }
        return largest.flatMap { $0.coverage >= 0.1 && $0.facts.dpi > 0 ? $0.facts.dpi : nil }
    }

    /// Whether pictures cover more than half of the page; strips of one scan count together.
    var coverMostOfThePage: Bool { images.reduce(0) { $0 + $1.coverage } > 0.5 }

    /// Refuses a page with a picture that would take more memory than is allowed to draw, however small its data are.
    ///
    /// - Throws: `tooManyPixels`
    func check(_ task: Assignment) throws(Failure) {
        for image in images {
            let (width, height) = (image.facts.width, image.facts.height)
            let pixels = width.multipliedReportingOverflow(by: height)
            guard !pixels.overflow, pixels.partialValue <= task.limits.pixels else {
                throw Failure(
                    .tooManyPixels, task.name, "\(width) × \(height)", String(task.limits.pixels))
            }
        }
    }

    private static func image(_ matrix: [Double], _ dictionary: PDFObject, _ geometry: PageGeometry) -> Image?
    {
        guard let width = dictionary["Width"].integer, let height = dictionary["Height"].integer else {
            return nil
        }
        let across = (matrix[0] * matrix[0] + matrix[1] * matrix[1]).squareRoot()
        let along = (matrix[2] * matrix[2] + matrix[3] * matrix[3]).squareRoot()
        guard across > 0, along > 0, across.isFinite, along.isFinite else { return nil }
        let dpi = 72 * min(Double(width) / across, Double(height) / along) / geometry.userUnit
        let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { u, v in
            (x: matrix[0] * u + matrix[2] * v + matrix[4], y: matrix[1] * u + matrix[3] * v + matrix[5])
        }
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let box = PageGeometry.Box(
            left: xs.min() ?? 0, bottom: ys.min() ?? 0, right: xs.max() ?? 0, top: ys.max() ?? 0)
        let shown = box.intersection(geometry.box)
        let coverage = shown.map { $0.width * $0.height / (geometry.box.width * geometry.box.height) } ?? 0
        let filter = dictionary["Filter"].name ?? dictionary["Filter"].items.last?.name ?? "none"
        return Image(
            facts: Facts.Image(width: width, height: height, dpi: (dpi * 10).rounded() / 10, filter: filter),
            coverage: coverage, source: dictionary, matrix: matrix, box: box)
    }
}
