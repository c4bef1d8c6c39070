// Text recognition by Tesseract's LSTM models. A recogniser is one loaded set of languages; loading takes a good part
// of a second, so the last sets stay loaded.

internal import CTesseract
internal import Documents

/// A loaded set of recognition models. Corresponds to `TessBaseAPI`.
final class TextRecognizer {
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
                let line = line(at: places, upright)
            {
                page.lines.append(line)
            }
            if let turn = page.lines.last?.turn,
                let word = word(at: results, places, upright.turned(by: turn))
            {
                page.lines[page.lines.count - 1].words.append(word)
            }
        } while TessResultIteratorNext(results, RIL_WORD) != 0
        page.lines.removeAll { $0.words.isEmpty }
        let words = page.lines.flatMap(\.words)
        page.confidence = words.isEmpty ? 0 : words.reduce(0) { $0 + $1.confidence } / Double(words.count)
        return page
    }

    private static func line(at places: OpaquePointer?, _ page: QuarterTurn) -> PageText.Line? {
        guard let box = box(at: places, RIL_TEXTLINE) else { return nil }
        var (x1, y1, x2, y2): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let isKnown = TessPageIteratorBaseline(places, RIL_TEXTLINE, &x1, &y1, &x2, &y2) != 0
        let turn = turn(of: places, box, baseline: isKnown ? (x1, y1, x2, y2) : nil)
        let upright = page.turned(by: turn)
        let shown = upright.box(box)
        let foot = shown.y + shown.height * 0.8
        let baseline =
            isKnown
            ? upright.baseline(Double(x1), Double(y1), Double(x2), Double(y2))
            : PageText.Baseline(x1: shown.x, y1: foot, x2: shown.x + shown.width, y2: foot)
        return PageText.Line(turn: turn, baseline: baseline, box: shown, words: [])
    }

    /// The clockwise turn that makes a line upright. Corresponds to `TessPageIteratorOrientation`
    private static func turn(
        of places: OpaquePointer?, _ box: PageText.Box,
        baseline: (x1: Int32, y1: Int32, x2: Int32, y2: Int32)?
    ) -> Int {
        // Tesseract takes lines that run down or up for vertical writing; their baseline and ink tell which way.
        if let baseline, abs(baseline.y2 - baseline.y1) > 2 * abs(baseline.x2 - baseline.x1) {
            let middle = Double(baseline.x1 + baseline.x2) / 2
            return box.x + box.width / 2 > middle ? 270 : 90
        }
        var (orientation, direction) = (ORIENTATION_PAGE_UP, WRITING_DIRECTION_LEFT_TO_RIGHT)
        var (order, deskew) = (TEXTLINE_ORDER_TOP_TO_BOTTOM, Float(0))
        TessPageIteratorOrientation(places, &orientation, &direction, &order, &deskew)
        // An orientation names the side to which the letters' tops point, clockwise from up.
        return (360 - 90 * Int(orientation.rawValue)) % 360
    }

    private static func word(
        at results: OpaquePointer, _ places: OpaquePointer?, _ upright: QuarterTurn
    ) -> PageText.Word? {
        guard let text = TessResultIteratorGetUTF8Text(results, RIL_WORD) else { return nil }
        defer { TessDeleteText(text) }
        let words = String(cString: text).filter { !$0.isWhitespace }
        guard !words.isEmpty, let box = box(at: places, RIL_WORD).map(upright.box) else { return nil }
        return PageText.Word(
            text: words, box: box, confidence: Double(TessResultIteratorConfidence(results, RIL_WORD)))
    }

    private static func box(at places: OpaquePointer?, _ level: TessPageIteratorLevel) -> PageText.Box? {
        var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard TessPageIteratorBoundingBox(places, level, &left, &top, &right, &bottom) != 0 else {
            return nil
        }
        guard right > left, bottom > top else { return nil }
        return PageText.Box(
            x: Double(left), y: Double(top), width: Double(right - left), height: Double(bottom - top))
    }
}
