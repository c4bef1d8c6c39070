// Text recognition by Tesseract itself, layout and lines in one: the way of models that our line recogniser does not
// know. It takes many times as long.

internal import CTesseract
internal import Documents

/// A loaded set of Tesseract's recognition models. Corresponds to `TessBaseAPI`.
final class TesseractRecognizer {
    private let api: OpaquePointer

    /// - Parameter languages: such as `chi_sim+eng`; their data must be there.
    /// Corresponds to `TessBaseAPIInit2`; `nil` where Tesseract refuses the data.
    init?(languages: String, tessdata: String) {
        guard let api = TessBaseAPICreate() else { return nil }
        self.api = api
        // Before the models load: their complaints go to standard error otherwise.
        if let messageSink { TessBaseAPISetVariable(api, "debug_file", messageSink) }
        guard TessBaseAPIInit2(api, tessdata, languages, OEM_LSTM_ONLY) == 0 else { return nil }
        // Finding typewriter pitch takes a tenth of the layout's time, and the LSTM models make no use of it.
        TessBaseAPISetVariable(api, "textord_all_prop", "1")
        TessBaseAPISetPageSegMode(api, PSM_AUTO)
    }

    deinit { TessBaseAPIDelete(api) }

    /// Reads a page; places are in pixels. `nil` when `seconds` were not enough.
    ///
    /// Corresponds to `TessBaseAPIRecognize`
    func read(_ bitmap: Bitmap, dpi: Double, seconds: Double) -> PageText? {
        let (width, height) = (Int32(bitmap.width), Int32(bitmap.height))
        let bytes = bitmap.grayBytes()
        TessBaseAPISetImage(api, bytes, width, height, 1, width)
        TessBaseAPISetSourceResolution(api, Int32(dpi.rounded()))
        defer { TessBaseAPIClear(api) }
        guard let monitor = TessMonitorCreate() else { return PageText() }
        defer { TessMonitorDelete(monitor) }
        TessMonitorSetDeadlineMSecs(monitor, Int32(clamping: Int(seconds * 1000)))
        let clock = ContinuousClock.now
        let status = TessBaseAPIRecognize(api, monitor)
        if ContinuousClock.now - clock >= .seconds(seconds) { return nil }
        guard status == 0, let results = TessBaseAPIGetIterator(api) else { return PageText() }
        defer { TessResultIteratorDelete(results) }
        var page = Self.collect(results, QuarterTurn(width: Double(width), height: Double(height)))
        let level = UInt8(clamping: bitmap.paperLevel() - 80)
        InkEdges(bytes: bytes, width: bitmap.width, height: bitmap.height, level: level).trim(&page.lines)
        return page
    }

    private static func collect(_ results: OpaquePointer, _ upright: QuarterTurn) -> PageText {
        var page = PageText()
        let places = TessResultIteratorGetPageIterator(results)
        repeat {
            if TessPageIteratorIsAtBeginningOf(places, RIL_TEXTLINE) != 0,
                let place = LinePlace(at: places, upright)
            {
                page.lines.append(place.line)
            }
            if let turn = page.lines.last?.turn,
                let word = word(at: results, places, upright.turned(by: turn))
            {
                page.lines[page.lines.count - 1].words.append(word)
            }
        } while TessResultIteratorNext(results, RIL_WORD) != 0
        page.lines.removeAll { $0.words.isEmpty }
        page.confidence = page.meanConfidence ?? 0
        return page
    }

    private static func word(
        at results: OpaquePointer, _ places: OpaquePointer?, _ upright: QuarterTurn
    ) -> PageText.Word? {
        guard let text = TessResultIteratorGetUTF8Text(results, RIL_WORD) else { return nil }
        defer { TessDeleteText(text) }
        let words = String(cString: text).filter { !$0.isWhitespace }
        guard !words.isEmpty, let box = PageText.Box(at: places, RIL_WORD).map(upright.box) else {
            return nil
        }
        return PageText.Word(
            text: words, box: box, confidence: Double(TessResultIteratorConfidence(results, RIL_WORD)))
    }
}
