// The reading of one page: whether it needs reading, at which resolution, and which way up. Pages with text of their
// own and blank pages stay as they are.

internal import Documents

/// Reads the text of one page of a document.
struct PageReading {
    private static let mostPixels = 40_000_000.0
    /// Resolution for pages without pictures.
    private static let drawnDPI = 200.0
    /// Fewer letters over a picture are a stamp on a scan, not the page's text.
    private static let stampLetters = 20
    /// Letters this high, in pixels, read as well as larger ones.
    private static let comfortableLetter = 20.0
    /// Dark pixels at 200 dpi below which a page is blank.
    private static let blankInk = 30.0

    let page: PDFPage
    let renderer: PageRenderer
    let options: OCROptions
    let task: Assignment
    /// Shared by both readings of a page that is turned.
    private let deadline: ContinuousClock.Instant

    init(page: PDFPage, renderer: PageRenderer, options: OCROptions, task: Assignment) {
        (self.page, self.renderer, self.options, self.task) = (page, renderer, options, task)
        deadline = .now + .seconds(task.limits.pageTime)
    }

    /// - Throws: `taskTimedOut`, `languageDataMissing`, `damaged`, `tooMuchContent`, `tooManyPixels`,
    ///   `outOfMemory`.
    func read() throws(Failure) -> PageText {
        try task.instruments.recognizers.require(options.languages)
        try page.checkContents()
        let images = PageImages(of: page)
        try images.check(task)
        if try hasOwnText(images) { return PageText(skipped: .hasText) }
        let geometry = page.geometry
        let dpi = drawingDPI(images, geometry)
        let drawn = try renderer.drawGray(page.number, scale: dpi / 72 * geometry.userUnit)
        let ink = drawn.ink()
        let area = (dpi / 200) * (dpi / 200)
        if Double(ink.pixels) < Self.blankInk * area { return PageText(skipped: .blank) }
        let (bitmap, readingDPI) = comfortable(drawn, dpi, ink)
        var text = try recognize(bitmap, readingDPI)
        if options.rotates {
            if looksWrong(text) { try tryTurned(&text, bitmap, readingDPI) }
            text.takeTurnOfLines()
        }
        text.joinPieces()
        return text
    }

    private func hasOwnText(_ images: PageImages) throws(Failure) -> Bool {
        let letters = try renderer.text(of: page.number).letterCount
        if letters == 0 { return false }
        return letters >= Self.stampLetters || !images.coverMostOfThePage
    }

    /// The page's own resolution, as far as it is useful and the page is of a usual size.
    private func drawingDPI(_ images: PageImages, _ geometry: PageGeometry) -> Double {
        let own = images.dominantDPI
        var dpi = own.map { min(max($0, 150), 300) } ?? Self.drawnDPI
        let inches = (geometry.width / 72) * (geometry.height / 72)
        // A photo without a believable resolution makes a huge page; drawing it larger than it is only costs time.
        if let own, own < 150, inches > 400 { dpi = max(own, 36) }
        return min(dpi, (Self.mostPixels / max(inches, 0.01)).squareRoot())
    }

    /// Fine scans are read at about 200 dpi where their letters stay large enough: as well, and faster.
    private func comfortable(_ drawn: Bitmap, _ dpi: Double, _ ink: Bitmap.Ink) -> (Bitmap, Double) {
        guard dpi > 220, let letter = ink.letterHeight else { return (drawn, dpi) }
        let factor = max(200 / dpi, Self.comfortableLetter / letter)
        guard factor < 0.9, let scaled = drawn.scaled(by: factor) else { return (drawn, dpi) }
        return (scaled, dpi * factor)
    }

    private func recognize(_ bitmap: Bitmap, _ dpi: Double) throws(Failure) -> PageText {
        let seconds = max(0.01, (deadline - .now) / .seconds(1))
        // A page without a believable size: take it for a sheet of A4.
        let stated = dpi >= 70 ? dpi : max(70, Double(max(bitmap.width, bitmap.height)) / 11.7)
        let choice = LanguageChoice(wanted: options.languages, shelf: task.instruments.recognizers)
        let recognizer = try choice.models(for: bitmap, dpi: stated, seconds: seconds)
        guard let text = recognizer.read(bitmap, dpi: stated, seconds: seconds) else {
            throw Failure(.taskTimedOut, task.name, "ocr", String(Int(task.limits.pageTime)))
        }
        return text.scaled(by: 72 / dpi)
    }

    private func looksWrong(_ text: PageText) -> Bool {
        text.confidence < 70 || text.lines.reduce(0) { $0 + $1.words.count } < 5
    }

    /// Reads the page turned as the orientation model says, and keeps that where it is better.
    private func tryTurned(
        _ text: inout PageText, _ bitmap: Bitmap, _ dpi: Double
    ) throws(Failure) {
        guard
            let found = task.instruments.recognizers.orientationDetector()?.turn(
                of: bitmap, dpi: max(dpi, 70)),
            found.degrees != 0, found.confidence > 0.5, let turned = bitmap.turned(by: found.degrees)
        else { return }
        var other = try recognize(turned, dpi)
        guard other.merit > text.merit * 1.1 else { return }
        other.turn = found.degrees
        text = other
    }
}

extension PageText {
    /// How much was read, and how surely.
    var merit: Double {
        lines.flatMap(\.words).reduce(0) { $0 + Double($1.text.letterCount) * max(0, $1.confidence - 30) }
    }

    /// Where most of the text is surely read lying on its side, the page itself lies on its side.
    mutating func takeTurnOfLines() {
        var merits: [Int: Double] = [:]
        for line in lines { merits[line.turn, default: 0] += PageText(lines: [line]).merit }
        guard let best = merits.max(by: { $0.value < $1.value }), best.key != 0,
            best.value > 3 * merits.filter({ $0.key != best.key }).values.reduce(0, +), best.value > 400
        else { return }
        turn = (turn + best.key) % 360
        for index in lines.indices { lines[index].turn = (lines[index].turn - best.key + 360) % 360 }
    }

    /// The same text on a page of another scale.
    func scaled(by factor: Double) -> PageText {
        func places(_ value: Double) -> Double { (value * factor * 100).rounded() / 100 }
        func scaled(_ box: Box) -> Box {
            Box(x: places(box.x), y: places(box.y), width: places(box.width), height: places(box.height))
        }
        var copy = self
        copy.lines = lines.map { line in
            Line(
                turn: line.turn,
                baseline: Baseline(
                    x1: places(line.baseline.x1), y1: places(line.baseline.y1), x2: places(line.baseline.x2),
                    y2: places(line.baseline.y2)),
                box: scaled(line.box),
                words: line.words.map {
                    Word(text: $0.text, box: scaled($0.box), confidence: $0.confidence.rounded())
                })
        }
        return copy
    }
}
