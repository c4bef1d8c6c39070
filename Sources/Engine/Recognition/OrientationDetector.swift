// Which way up a page lies, by Tesseract's orientation and script model.

internal import CTesseract

/// The loaded orientation model. Corresponds to `TessBaseAPI` with `osd`.
final class OrientationDetector {
    private let api: OpaquePointer

    /// `nil` where `osd.traineddata` is missing or refused.
    init?(tessdata: String) {
        guard let api = TessBaseAPICreate() else { return nil }
        self.api = api
        if let messageSink { TessBaseAPISetVariable(api, "debug_file", messageSink) }
        guard TessBaseAPIInit2(api, tessdata, "osd", OEM_TESSERACT_ONLY) == 0 else { return nil }
        TessBaseAPISetPageSegMode(api, PSM_OSD_ONLY)
    }

    deinit { TessBaseAPIDelete(api) }

    /// The clockwise turn that makes the page upright, and how sure the model is (above 1 is worth a try).
    ///
    /// Corresponds to `TessBaseAPIDetectOrientationScript`
    func turn(of bitmap: Bitmap, dpi: Double) -> (degrees: Int, confidence: Double)? {
        let (width, height) = (Int32(bitmap.width), Int32(bitmap.height))
        TessBaseAPISetImage(api, bitmap.grayBytes(), width, height, 1, width)
        TessBaseAPISetSourceResolution(api, Int32(dpi.rounded()))
        defer { TessBaseAPIClear(api) }
        var (degrees, confidence): (Int32, Float) = (0, 0)
        guard TessBaseAPIDetectOrientationScript(api, &degrees, &confidence, nil, nil) != 0 else {
            return nil
        }
        return ((360 - Int(degrees)) % 360, Double(confidence))
    }
}
