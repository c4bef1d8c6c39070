// Which of the wanted languages a page is in, judged by reading a strip of it. A Chinese model reads Latin letters too,
// but not as surely as the English one; with both models at once lines get worse and slower. So one is chosen, for a
// twentieth of the time of the page and each Chinese model; single words are read by the English one again.

internal import Documents

/// The choice of recognition models for one page.
struct LanguageChoice {
    /// Shares of the page's height that are read to choose a language, or a script as well.
    private static let languageShare = 0.06
    private static let scriptShare = 0.3
    /// Share of Han characters from which a page counts as Chinese.
    private static let chineseShare = 0.04
    /// Fewer letters, or less sure ones, tell nothing about the script.
    private static let fewestLetters = 12
    private static let leastConfidence = 50.0

    private static let latin = "eng"

    let wanted: [String]
    let shelf: RecognizerShelf

    /// The models for a page, in the order of trust.
    /// - Throws: `languageDataMissing` where a model cannot be loaded.
    func models(for bitmap: Bitmap, dpi: Double, seconds: Double) throws(Failure) -> TextRecognizer {
        let chinese = wanted.filter { $0.hasPrefix("chi_") }
        guard let first = chinese.first, wanted.count > 1 else { return try shelf.recognizer(for: wanted[0]) }
        // Which of two Chinese scripts it is shows in more characters than whether it is Chinese.
        let share = chinese.count > 1 ? Self.scriptShare : Self.languageShare
        guard let strip = bitmap.someColumns(share) ?? bitmap.densestStrip(share) else {
            return try shelf.recognizer(for: first)
        }
        var best = (model: first, text: PageText())
        for model in chinese {
            guard let text = try shelf.recognizer(for: model).read(strip, dpi: dpi, seconds: seconds) else {
                continue
            }
            // The other script's model reads as many characters, but is less sure of them.
            if text.confidence > best.text.confidence { best = (model, text) }
        }
        let isLatin = wanted.contains(Self.latin) && Self.isLatin(best.text)
        return try shelf.recognizer(for: isLatin ? Self.latin : best.model)
    }

    /// The model for Latin words among Han; `nil` where it is not wanted.
    func latin() -> TextRecognizer? {
        wanted.contains(Self.latin) ? try? shelf.recognizer(for: Self.latin) : nil
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
    private static let smallestStrip = 90

    /// The part of the full width with the most ink, this share of the height; `nil` where the whole page is not much
    /// higher.
    func densestStrip(_ share: Double) -> Bitmap? {
        let rows = max(Self.smallestStrip, Int(Double(height) * share))
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
