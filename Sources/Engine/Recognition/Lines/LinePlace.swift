// Where Tesseract's layout analysis finds a line of text.

internal import CTesseract

/// The place of one line; places are in the page as seen after the line's turn, in pixels.
struct LinePlace {
    /// Clockwise degrees that make the line upright.
    let turn: Int
    private(set) var box: PageText.Box
    private(set) var baseline: PageText.Baseline
    let hasBaseline: Bool

    var line: PageText.Line { PageText.Line(turn: turn, baseline: baseline, box: box, words: []) }

    /// The line at an iterator over `page`; `nil` where it has no size.
    init?(at places: OpaquePointer?, _ page: QuarterTurn) {
        guard let box = PageText.Box(at: places, RIL_TEXTLINE) else { return nil }
        var (x1, y1, x2, y2): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        hasBaseline = TessPageIteratorBaseline(places, RIL_TEXTLINE, &x1, &y1, &x2, &y2) != 0
        turn = Self.turn(of: places, box, baseline: hasBaseline ? (x1, y1, x2, y2) : nil)
        let upright = page.turned(by: turn)
        let shown = upright.box(box)
        let foot = shown.y + shown.height * 0.8
        self.box = shown
        baseline =
            hasBaseline
            ? upright.baseline(Double(x1), Double(y1), Double(x2), Double(y2))
            : PageText.Baseline(x1: shown.x, y1: foot, x2: shown.x + shown.width, y2: foot)
    }

    /// Takes other ends: those of the pieces of the line.
    mutating func span(_ pieces: [PageText.Box]) {
        guard let around = PageText.Box.around(pieces), around.x != box.x || around.width != box.width else {
            return
        }
        (box.x, box.width) = (around.x, around.width)
        let (left, right) = (box.x, box.x + box.width)
        baseline = PageText.Baseline(x1: left, y1: baseline.y(at: left), x2: right, y2: baseline.y(at: right))
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
}

extension PageText.Box {
    /// The box at an iterator; `nil` where it has no size. Corresponds to `TessPageIteratorBoundingBox`
    init?(at places: OpaquePointer?, _ level: TessPageIteratorLevel) {
        var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard TessPageIteratorBoundingBox(places, level, &left, &top, &right, &bottom) != 0 else {
            return nil
        }
        guard right > left, bottom > top else { return nil }
        self.init(x: Double(left), y: Double(top), width: Double(right - left), height: Double(bottom - top))
    }
}
