// What recognition finds on a page: lines of words with their places. This is also the form of an OCR part's file.

/// The recognised text of one page, or why there is none.
struct PageText: Codable {
    enum Skip: String, Codable {
        case notSelected
        case hasText
        case blank
    }

    /// Why the page stays as it is; `nil` where it was recognised.
    var skipped: Skip?
    /// Clockwise degrees that make the page upright, to be added to its rotation: 0, 90, 180 or 270.
    var turn = 0
    /// Clockwise degrees by which the page's contents must lean to be level, before its turn. The places of the lines
    /// are those of the level page.
    var skew = 0.0
    var lines: [Line] = []
    /// Mean confidence of the words, 0 to 100.
    var confidence = 0.0
    /// Whether the page has text of its own beside what was recognised; `nil`, as in parts of older versions, is no.
    var isBesideText: Bool?
    /// What takes the place of all that the page drew; `nil` where that stays.
    var facsimile: Facsimile?

    /// The mean of the words' confidences; `nil` without words.
    var meanConfidence: Double? {
        let words = lines.lazy.flatMap(\.words)
        let (sum, count) = words.reduce((0.0, 0)) { ($0.0 + $1.confidence, $0.1 + 1) }
        return count == 0 ? nil : sum / Double(count)
    }

    /// Whether the page will be changed.
    var changesPage: Bool {
        facsimile != nil || (skipped == nil && (!lines.isEmpty || turn != 0 || skew != 0))
    }

    /// The confidence that people are told, to a tenth; `nil` where nothing was recognised.
    var statedConfidence: Double? {
        skipped == nil ? meanConfidence.map { ($0 * 10).rounded() / 10 } : nil
    }

    /// A rectangle in points from the page's top left corner.
    struct Box: Codable, Equatable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        /// The smallest box around both.
        func union(_ other: PageText.Box) -> PageText.Box {
            let (left, top) = (min(x, other.x), min(y, other.y))
            return PageText.Box(
                x: left, y: top, width: max(x + width, other.x + other.width) - left,
                height: max(y + height, other.y + other.height) - top)
        }

        /// The smallest box around all of them; `nil` for none.
        static func around(_ boxes: [Box]) -> Box? {
            boxes.first.map { first in boxes.dropFirst().reduce(first) { $0.union($1) } }
        }

        /// What both cover; `nil` where that has no size.
        func intersection(_ other: Box) -> Box? {
            let (left, top) = (max(x, other.x), max(y, other.y))
            let (right, foot) = (
                min(x + width, other.x + other.width), min(y + height, other.y + other.height)
            )
            return right > left && foot > top
                ? Box(x: left, y: top, width: right - left, height: foot - top) : nil
        }
    }

    struct Word: Codable {
        let text: String
        var box: Box
        /// 0 to 100.
        let confidence: Double
        /// Whether a space was read before it; `nil` where the recogniser does not tell.
        var followsSpace: Bool?
    }

    /// One line of text; its baseline runs from the first to the second point.
    struct Line: Codable {
        /// Clockwise degrees by which the page, after its own turn, must be turned further for this line to be
        /// upright. All places of the line are in the page as seen after both turns.
        var turn = 0
        /// Whether it is a column of upright characters; `nil`, as in parts of older versions, is no.
        var isColumn: Bool?
        var baseline: Baseline
        var box: Box
        var words: [Word]
    }

    struct Baseline: Codable {
        let x1: Double
        let y1: Double
        let x2: Double
        let y2: Double

        /// Fall per point to the right; 0 for an upright or degenerate line.
        var slope: Double {
            let run = x2 - x1
            return run > 1 && abs(y2 - y1) < run ? (y2 - y1) / run : 0
        }

        func y(at x: Double) -> Double { y1 + slope * (x - x1) }
    }
}
