// The text that a page has already, as lines of words with places: characters in poppler's reading order, cut at its
// blanks and ends of lines.

internal import Documents

/// Builds the lines of a page's own text.
struct DigitalText {
    /// Share of a character's box below its baseline.
    private static let descent = 0.2

    private(set) var lines: [PageText.Line] = []
    private var words: [PageText.Word] = []
    private var letters = String.UnicodeScalarView()
    private var box: PageText.Box?

    /// - Throws: `damaged`
    init(of page: PDFPage, _ renderer: PageRenderer) throws(Failure) {
        let unit = page.geometry.userUnit
        for (scalar, box) in try renderer.characters(of: page.number) {
            if scalar == "\n" || scalar == "\r" {
                endLine()
            } else if scalar.properties.isWhitespace {
                endWord()
            } else {
                letters.append(scalar)
                let place = box.scaled(by: unit)
                self.box = self.box.map { $0.union(place) } ?? place
            }
        }
        endLine()
    }

    private mutating func endWord() {
        if let box { words.append(PageText.Word(text: String(letters), box: box.rounded, confidence: 0)) }
        letters = String.UnicodeScalarView()
        box = nil
    }

    private mutating func endLine() {
        endWord()
        guard let box = PageText.Box.around(words.map(\.box))?.rounded else { return }
        let foot = ((box.y + box.height * (1 - Self.descent)) * 100).rounded() / 100
        let baseline = PageText.Baseline(x1: box.x, y1: foot, x2: box.x + box.width, y2: foot)
        lines.append(PageText.Line(baseline: baseline, box: box, words: words))
        words = []
    }
}

extension PageText.Box {
    /// To a hundredth of a point.
    var rounded: PageText.Box {
        func places(_ value: Double) -> Double { (value * 100).rounded() / 100 }
        return PageText.Box(x: places(x), y: places(y), width: places(width), height: places(height))
    }
}
