// Which of the wanted languages a page is in, judged by reading a strip of it. A Chinese model reads Latin letters too,
// but not as surely as the English one; with both models at once lines get worse and slower. So one is chosen, for a
// tenth of the time of the page.

internal import Documents

/// The choice of recognition models for one page.
struct LanguageChoice {
    /// Share of Han characters from which a page counts as Chinese.
    private static let chineseShare = 0.04
    /// Fewer letters, or less sure ones, tell nothing about the script.
    private static let fewestLetters = 12
    private static let leastConfidence = 50.0

    let wanted: [String]
    let shelf: RecognizerShelf

    /// The models for a page, in the order of trust.
    /// - Throws: `languageDataMissing` where any of the wanted models is not installed.
    func models(for bitmap: Bitmap, dpi: Double, seconds: Double) throws(Failure) -> TextRecognizer {
        try shelf.require(wanted)
        let chinese = wanted.filter { $0.hasPrefix("chi_") }
        guard let first = chinese.first, wanted.count > 1 else { return try shelf.recognizer(for: wanted[0]) }
        guard let strip = bitmap.densestStrip() else { return try shelf.recognizer(for: first) }
        var best = (model: first, text: PageText())
        for model in chinese {
            guard let text = try shelf.recognizer(for: model).read(strip, dpi: dpi, seconds: seconds) else {
                continue
            }
            if text.merit > best.text.merit { best = (model, text) }
        }
        let isLatin = wanted.contains("eng") && Self.isLatin(best.text)
        return try shelf.recognizer(for: isLatin ? "eng" : best.model)
    }

    private static func isLatin(_ text: PageText) -> Bool {
        let scalars = text.lines.flatMap(\.words).flatMap(\.text.unicodeScalars)
        let han = scalars.count { $0.properties.isIdeographic }
        let letters = han + scalars.count { $0.properties.isAlphabetic && !$0.properties.isIdeographic }
        guard letters >= fewestLetters, text.confidence >= leastConfidence else { return false }
        return Double(han) < Double(letters) * chineseShare
    }
}

extension Bitmap {
    private static let stripShare = 0.12
    private static let smallestStrip = 160

    /// The part of the full width with the most ink, a few lines high; `nil` where the whole page is not much higher.
    func densestStrip() -> Bitmap? {
        let rows = max(Self.smallestStrip, Int(Double(height) * Self.stripShare))
        guard height > rows * 2 else { return nil }
        let (bytes, level) = (grayBytes(), UInt8(clamping: paperLevel() - 80))
        let ink = (0..<height).map { row in
            bytes[(row * width)..<((row + 1) * width)].reduce(0) { $0 + ($1 < level ? 1 : 0) }
        }
        // Where a few lines of text lie: much ink, and not one black bar.
        var (sum, best) = (0, (start: 0, sum: -1))
        let capped = ink.map { min($0, width / 3) }
        for row in 0..<height {
            sum += capped[row] - (row >= rows ? capped[row - rows] : 0)
            if row >= rows - 1, sum > best.sum { best = (row - rows + 1, sum) }
        }
        let strip = Array(bytes[(best.start * width)..<((best.start + rows) * width)])
        return Bitmap(gray: strip, width: width, height: rows)
    }
}
