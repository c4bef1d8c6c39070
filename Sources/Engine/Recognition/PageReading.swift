// The reading of one page: what of it needs reading, at which resolution, and which way up. Pages with text of their
// own and blank pages stay as they are.

internal import Documents

/// Reads the text of one page of a document.
struct PageReading {
    /// Dark pixels at 200 dpi below which a page is blank.
    private static let blankInk = 30.0
    /// Words read in a picture beside text count from this confidence: most such pictures are no text.
    private static let pictureConfidence = 70.0
    /// Lines that lean less than this, in degrees, are left as they are.
    private static let leastSkew = 0.1
    /// Turning costs a little sharpness, which less than this is not worth.
    private static let leastSkewForReading = 0.5

    let page: PDFPage
    let renderer: PageRenderer
    private let options: OCROptions
    private let languages: [String]
    let task: Assignment
    /// Shared by both readings of a page that is turned.
    private let deadline: ContinuousClock.Instant

    /// - Throws: `languageDataMissing`
    init(page: PDFPage, renderer: PageRenderer, options: OCROptions, task: Assignment) throws(Failure) {
        (self.page, self.renderer, self.options, self.task) = (page, renderer, options, task)
        let shelf = task.instruments.recognizers
        languages =
            options.takesAnyLanguage ? try shelf.installed(of: options.languages) : options.languages
        try shelf.require(languages)
        deadline = .now + .seconds(task.limits.pageTime)
    }

    /// - Throws: `taskTimedOut`, `damaged`, `unsupportedPDF`, `tooMuchContent`, `tooManyPixels`, `outOfMemory`.
    func read() throws(Failure) -> PageText {
        try page.checkContents()
        let images = PageImages(of: page)
        try images.check(task)
        if options.existingText == .force { return try readPage(images, except: []) }
        switch try PageExtent(of: page, images, renderer) {
        case .nothing(let reason): return PageText(skipped: reason)
        case .page(let text): return try readPage(images, except: text)
        case .pictures(let places, let text): return try readPictures(places, images, except: text)
        }
    }

    private func readPage(_ images: PageImages, except text: [PageText.Box]) throws(Failure) -> PageText {
        let raster = try PageRaster(of: page, images, isWhole: text.isEmpty, renderer)
        if isBlank(raster) { return PageText(skipped: .blank) }
        var (bitmap, dpi) = raster.forRecognition()
        bitmap = bitmap.evenlyLit() ?? bitmap
        bitmap.clear(text.map { $0.area(dpi: dpi, rim: 1) })
        // Lines are read best when they are level, whether or not the page is made so.
        let skew = bitmap.skew()
        let isMadeLevel = options.deskews && page.canBeStraightened && abs(skew) >= Self.leastSkew
        let isReadLevel = isMadeLevel || abs(skew) >= Self.leastSkewForReading
        if isReadLevel { bitmap = bitmap.rotated(by: skew) ?? bitmap }
        var result = try recognize(bitmap, dpi)
        if options.rotates {
            if looksWrong(result) { try tryTurned(&result, bitmap, dpi) }
            result.takeTurnOfLines()
        }
        result.joinPieces()
        result.isBesideText = !text.isEmpty
        if isMadeLevel {
            result.skew = skew
        } else if isReadLevel {
            let geometry = page.geometry
            result.lean(by: skew, width: geometry.width, height: geometry.height)
        }
        return result
    }

    /// Reads pictures on a page that has text of its own; the page is not turned.
    private func readPictures(
        _ places: [PageText.Box], _ images: PageImages, except text: [PageText.Box]
    ) throws(Failure) -> PageText {
        let raster = try PageRaster(of: page, images, isWhole: false, renderer)
        let (drawn, dpi) = raster.forRecognition()
        guard let bitmap = (drawn.evenlyLit() ?? drawn).keeping(places.map { $0.area(dpi: dpi, rim: 0) })
        else { throw Failure(.outOfMemory, task.name, "leptonica") }
        bitmap.clear(text.map { $0.area(dpi: dpi, rim: 1) })
        var result = try recognize(bitmap, dpi)
        for index in result.lines.indices {
            result.lines[index].words.removeAll { $0.confidence < Self.pictureConfidence }
        }
        result.lines.removeAll { line in line.words.allSatisfy { $0.text.letterCount < 2 } }
        result.joinPieces()
        result.isBesideText = true
        return result.lines.isEmpty ? PageText(skipped: .hasText) : result
    }

    private func isBlank(_ raster: PageRaster) -> Bool {
        let area = raster.horizontalDPI * raster.verticalDPI / (200 * 200)
        return Double(raster.ink.pixels) < Self.blankInk * area
    }

    private func recognize(_ bitmap: Bitmap, _ dpi: Double) throws(Failure) -> PageText {
        let seconds = max(0.01, (deadline - .now) / .seconds(1))
        // A page without a believable size: take it for a sheet of A4.
        let stated = dpi >= 70 ? dpi : max(70, Double(max(bitmap.width, bitmap.height)) / 11.7)
        let choice = LanguageChoice(wanted: languages, shelf: task.instruments.recognizers)
        let recognizer = try choice.models(for: bitmap, dpi: stated, seconds: seconds)
        guard let text = recognizer.read(bitmap, dpi: stated, seconds: seconds, latin: choice.latin) else {
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
        for line in lines {
            merits[line.isColumn ?? false ? 0 : line.turn, default: 0] += PageText(lines: [line]).merit
        }
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
                turn: line.turn, isColumn: line.isColumn,
                baseline: Baseline(
                    x1: places(line.baseline.x1), y1: places(line.baseline.y1), x2: places(line.baseline.x2),
                    y2: places(line.baseline.y2)),
                box: scaled(line.box),
                words: line.words.map {
                    Word(
                        text: $0.text, box: scaled($0.box), confidence: $0.confidence.rounded(),
                        followsSpace: $0.followsSpace)
                })
        }
        return copy
    }
}
