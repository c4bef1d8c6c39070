// Layout analysis by Tesseract: blocks of text, their lines, and the pieces of lines that are read by themselves. It
// needs no recognition model.

internal import CTesseract
internal import TesseractShims

/// The layout analyser. Corresponds to `TessBaseAPI` without languages.
final class PageLayout {
    /// A line, and the pieces into which wide gaps part it.
    struct Line {
        var place: LinePlace
        /// Boxes from left to right, in the page as seen after the line's turn; ascenders and descenders have room.
        var pieces: [PageText.Box]
        /// From the foot of descenders to the top of ascenders.
        let height: Double
        /// The foot of descenders under the baseline; `nil` where there is no baseline.
        let depth: Double?

        /// The rows from the top of ascenders to the foot of descenders.
        func row(of piece: PageText.Box) -> Range<Int> {
            let foot =
                depth.map { place.baseline.y(at: piece.x + piece.width / 2) + $0 }
                ?? place.box.y + place.box.height
            let top = Int((foot - height).rounded(.down))
            return top..<max(top + 1, Int(foot.rounded(.up)))
        }
    }

    /// A gap of more than this many line heights parts a line.
    private static let widestGap = 2.0
    /// A word higher than this many line heights is a piece by itself.
    private static let highestWord = 1.25

    private let api: OpaquePointer

    /// Corresponds to `TessBaseAPIInitForAnalysePage`; `nil` without memory.
    init?() {
        guard let api = TessBaseAPICreate() else { return nil }
        self.api = api
        if let messageSink { TessBaseAPISetVariable(api, "debug_file", messageSink) }
        TessBaseAPIInitForAnalysePage(api)
        // Finding typewriter pitch takes a tenth of the layout's time, and the line recogniser makes no use of it.
        TessBaseAPISetVariable(api, "textord_all_prop", "1")
        TessBaseAPISetPageSegMode(api, PSM_AUTO)
    }

    deinit { TessBaseAPIDelete(api) }

    /// The lines of text in reading order. Corresponds to `TessBaseAPIAnalyseLayout`
    func lines(of bytes: [UInt8], width: Int, height: Int, dpi: Double) -> [Line] {
        TessBaseAPISetImage(api, bytes, Int32(width), Int32(height), 1, Int32(width))
        TessBaseAPISetSourceResolution(api, Int32(dpi.rounded()))
        defer { TessBaseAPIClear(api) }
        guard let places = TessBaseAPIAnalyseLayout(api) else { return [] }
        defer { TessPageIteratorDelete(places) }
        let page = QuarterTurn(width: Double(width), height: Double(height))
        var lines: [Line] = []
        repeat {
            guard Self.isText(TessPageIteratorBlockType(places)) else { continue }
            if let line = Self.line(at: places, page) { lines.append(line) }
        } while TessPageIteratorNext(places, RIL_TEXTLINE) != 0
        return lines
    }

    private static func isText(_ kind: TessPolyBlockType) -> Bool {
        switch kind {
        case PT_FLOWING_IMAGE, PT_HEADING_IMAGE, PT_PULLOUT_IMAGE, PT_HORZ_LINE, PT_VERT_LINE, PT_NOISE: false
        default: true
        }
    }

    private static func line(at places: OpaquePointer, _ page: QuarterTurn) -> Line? {
        guard let place = LinePlace(at: places, page) else { return nil }
        let upright = page.turned(by: place.turn)
        let row = papertray_row_at(UnsafeRawPointer(places))
        let height = row.height > 0 ? Double(row.height) : place.box.height
        var words: [PageText.Box] = []
        repeat {
            if let box = PageText.Box(at: places, RIL_WORD) { words.append(upright.box(box)) }
        } while TessPageIteratorIsAtFinalElement(places, RIL_TEXTLINE, RIL_WORD) == 0
            && TessPageIteratorNext(places, RIL_WORD) != 0
        let hasRow = place.hasBaseline && row.height > 0
        var line = Line(
            place: place, pieces: pieces(of: words, height: height), height: height,
            depth: hasRow ? -Double(row.descenders) : nil)
        guard hasRow else { return line }
        for index in line.pieces.indices {
            let piece = line.pieces[index]
            let foot = place.baseline.y(at: piece.x + piece.width / 2) - Double(row.descenders)
            line.pieces[index] = piece.union(
                PageText.Box(x: piece.x, y: foot - height, width: piece.width, height: height))
        }
        return line
    }

    private static func pieces(of words: [PageText.Box], height: Double) -> [PageText.Box] {
        var pieces: [PageText.Box] = []
        var isOpen = false
        for word in words {
            let fits = word.height <= height * highestWord
            if isOpen, fits, let last = pieces.last, word.x <= last.x + last.width + height * widestGap,
                last.union(word).height <= height * highestWord
            {
                pieces[pieces.count - 1] = last.union(word)
            } else {
                pieces.append(word)
            }
            isOpen = fits
        }
        return pieces
    }
}
