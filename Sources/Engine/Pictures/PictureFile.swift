// Pictures as the conversion sees them: frames with size, resolution and orientation, each of which becomes an image
// object of a PDF. How a frame is coded there is the format's own decision.

internal import Documents

/// One frame of a picture file.
struct PictureFrame {
    /// Pixels as stored, before the orientation is applied.
    let width: Int
    let height: Int
    /// Pixels per inch, `nil` where the file says nothing.
    let dpi: Resolution?
    /// 1 to 8, as in EXIF and TIFF.
    let orientation: Int
    /// Such as `DCTDecode`, for people.
    let coding: String

    struct Resolution: Equatable {
        var horizontal: Double
        var vertical: Double
    }

    /// Whether rows and columns change places for the reader.
    var liesSideways: Bool { orientation >= 5 }

    /// Pixels per metre cannot say 200 dpi exactly.
    private static func snapped(_ dpi: Double) -> Double {
        abs(dpi - dpi.rounded()) < 0.02 ? dpi.rounded() : dpi
    }

    /// The stated resolution where it can be true, otherwise a given one.
    func believableDPI(otherwise dpi: Double) -> Resolution {
        let believable = 30.0...2400.0
        guard let stated = self.dpi, believable.contains(stated.horizontal),
            believable.contains(stated.vertical),
            (0.25...4).contains(stated.horizontal / stated.vertical)
        else { return Resolution(horizontal: dpi, vertical: dpi) }
        return Resolution(
            horizontal: Self.snapped(stated.horizontal), vertical: Self.snapped(stated.vertical))
    }
}

/// An opened picture file.
protocol PictureFile {
    var frames: [PictureFrame] { get }

    /// Looks as far into the data as is needed to tell a whole file from a broken one.
    ///
    /// - Throws: `damaged`, `incomplete`, `unsupportedPicture`
    func check() throws(Failure)

    /// Adds a frame, by its index from 0, as an image object whose data are made when the document is written.
    func addImage(_ index: Int, to pdf: PDFFile) throws(Failure) -> PDFObject
}

/// Opens a picture of a known type; sizes are bounded before anything is decoded.
///
/// - Throws: `damaged`, `incomplete`, `tooManyPixels`, `unsupportedPicture`
func openPicture(_ path: String, type: FileType, _ task: Assignment) throws(Failure) -> any PictureFile {
    let picture: any PictureFile
    switch type {
    case .jpeg: picture = try JPEGFile(path, task)
    case .png: picture = try PNGFile(path, task)
    case .tiff: picture = try TIFFFile(path, task)
    case .heic: picture = try HEICFile(path, task)
    default: throw Failure(.unsupportedPicture, task.name, type.rawValue.uppercased())
    }
    for frame in picture.frames {
        let pixels = frame.width.multipliedReportingOverflow(by: frame.height)
        guard !pixels.overflow, pixels.partialValue <= task.limits.pixels else {
            throw Failure(
                .tooManyPixels, task.name, "\(frame.width) × \(frame.height)", String(task.limits.pixels))
        }
    }
    return picture
}

/// The dictionary of an image object.
func imageDictionary(
    _ frame: PictureFrame, colorSpace: String, bits: Int = 8, filter: String, extra: String = ""
) -> String {
    """
    << /Type /XObject /Subtype /Image /Width \(frame.width) /Height \(frame.height) /ColorSpace \(colorSpace)
    /BitsPerComponent \(bits) /Filter /\(filter) \(extra) >>
    """
}

/// The DecodeParms of rows that are filtered as in PNG.
func pngPredictor(_ frame: PictureFrame, colors: Int, bits: Int = 8) -> String {
    "/DecodeParms << /Predictor 15 /Colors \(colors) /BitsPerComponent \(bits) /Columns \(frame.width) >>"
}
