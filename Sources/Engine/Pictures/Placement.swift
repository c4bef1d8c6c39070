// Where a picture lies on its page. The orientation of EXIF and TIFF is realised by the matrix alone, so the picture's
// data need not be touched.

internal import Documents

/// A page for one frame, and the matrix that puts the frame's unit square on it.
struct Placement {
    /// Readers refuse larger pages (ISO 32000-1, annex C).
    private static let longestSide = 14_400.0
    private static let shortestSide = 3.0

    let pageWidth: Double
    let pageHeight: Double
    /// The six numbers of a `cm` operator.
    let matrix: [Double]

    init(_ frame: PictureFrame, _ options: ConvertOptions) {
        let dpi = frame.believableDPI(otherwise: options.dpi)
        var width = 72 * Double(frame.width) / dpi.horizontal
        var height = 72 * Double(frame.height) / dpi.vertical
        if frame.liesSideways { swap(&width, &height) }
        let sheet = Self.sheet(options.pageSize, isWide: width > height)
        // A margin that leaves no room is no margin.
        let room = min(sheet?.width ?? Self.longestSide, sheet?.height ?? Self.longestSide)
        let margin = options.margin * 2 < room - Self.shortestSide ? options.margin : 0
        let scale =
            sheet.map { min(($0.width - 2 * margin) / width, ($0.height - 2 * margin) / height) }
            ?? min(1, (Self.longestSide - 2 * margin) / max(width, height))
        (width, height) = (width * scale, height * scale)
        pageWidth = sheet?.width ?? max(width + 2 * margin, Self.shortestSide)
        pageHeight = sheet?.height ?? max(height + 2 * margin, Self.shortestSide)
        let (left, bottom) = ((pageWidth - width) / 2, (pageHeight - height) / 2)
        let upright = Self.matrix(frame.orientation, width, height)
        matrix = Array(upright[..<4]) + [upright[4] + left, upright[5] + bottom]
    }

    private static func sheet(_ size: ConvertOptions.PageSize, isWide: Bool) -> (
        width: Double, height: Double
    )? {
        let sides: (Double, Double)
        switch size {
        case .image: return nil
        case .a4: sides = (595.28, 841.89)
        case .letter: sides = (612, 792)
        }
        return isWide ? (sides.1, sides.0) : sides
    }

    /// The matrix that shows the unit square upright in a box of this size.
    private static func matrix(_ orientation: Int, _ width: Double, _ height: Double) -> [Double] {
        switch orientation {
        case 2: [-width, 0, 0, height, width, 0]
        case 3: [-width, 0, 0, -height, width, height]
        case 4: [width, 0, 0, -height, 0, height]
        case 5: [0, -height, -width, 0, width, height]
        case 6: [0, -height, width, 0, 0, height]
        case 7: [0, height, width, 0, 0, 0]
        case 8: [0, height, -width, 0, width, 0]
        default: [width, 0, 0, height, 0, 0]
        }
    }
}
