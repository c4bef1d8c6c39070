// The text of a document with its places: the JSON form that is written beside a result, exported, corrected and applied.
// The schema is named in each file; keys may be added to it, and none changes its meaning.

internal import Documents

/// A document's text as JSON.
struct TextDocument: Codable {
    static let schemaName = "papertray-text/1"
    static let mostBytes = 256 << 20

    /// What recognised the text.
    struct Recogniser: Codable {
        let name: String
        let version: String
    }

    struct Page: Codable {
        /// 1-based.
        var number: Int
        /// Of the page as seen, in points.
        var width: Double
        var height: Double
        /// The page's own rotation, clockwise degrees.
        var rotation: Int
        var source: Source
        /// Mean confidence of the recognised words, 0 to 100.
        var confidence: Double?
        /// Words that a person has corrected.
        var corrections: Int?
        var lines: [Line]
    }

    /// Where a page's text comes from.
    enum Source: String, Codable {
        /// The page is a picture, and its text was recognised.
        case recognised
        /// The page has text of its own, which was not recognised.
        case digital
        /// Text of its own and pictures whose text was recognised.
        case mixed
        /// There is no text.
        case none
    }

    struct Line: Codable {
        /// Clockwise degrees by which the page as seen must be turned for the line to be upright; places count from the
        /// top left corner of the page turned so.
        var turn: Int?
        /// In points: from the left, from the top, width, height.
        var box: Box
        var baseline: PageText.Baseline
        var words: [Word]
        /// Whether the line is text of the page's own.
        var digital: Bool?
    }

    struct Word: Codable {
        var text: String
        var box: Box
        /// 0 to 100; missing for text that was not recognised.
        var confidence: Double?
        /// Whether a space was read before it, as long as the recogniser's word is at hand; files do not have it.
        var followsSpace: Bool?

        private enum CodingKeys: String, CodingKey {
            case text
            case box
            case confidence
        }
    }

    /// A rectangle in points: x, y, width and height, y downwards.
    typealias Box = PageText.Box

    var schema = Self.schemaName
    var document: String
    var producer: String
    var engine: Recogniser
    var languages: [String]
    var pages: [Page]
}

extension TextDocument.Page {
    init(number: Int, geometry: PageGeometry, source: TextDocument.Source) {
        self.number = number
        width = Self.places(geometry.width)
        height = Self.places(geometry.height)
        rotation = geometry.rotation
        self.source = source
        lines = []
    }

    /// Adds lines of text of the page's own.
    mutating func addDigital(_ found: [PageText.Line]) {
        lines += found.map { TextDocument.Line($0, isDigital: true) }
    }

    mutating func addRecognised(_ found: [PageText.Line]) {
        lines += found.map { TextDocument.Line($0, isDigital: false) }
    }

    private static func places(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

extension TextDocument.Line {
    init(_ line: PageText.Line, isDigital: Bool) {
        turn = line.turn == 0 ? nil : line.turn
        box = line.box
        baseline = line.baseline
        words = line.words.map {
            TextDocument.Word(
                text: $0.text, box: $0.box, confidence: isDigital ? nil : $0.confidence,
                followsSpace: $0.followsSpace)
        }
        digital = isDigital ? true : nil
    }

    var isDigital: Bool { digital ?? false }

    /// The line as recognition knows it.
    var recognised: PageText.Line {
        PageText.Line(
            turn: turn ?? 0, baseline: baseline, box: box,
            words: words.map {
                PageText.Word(
                    text: $0.text, box: $0.box, confidence: $0.confidence ?? 0, followsSpace: $0.followsSpace)
            })
    }

    /// Its words with spaces where readers see them.
    var text: String { recognised.text }
}

extension PageText.Line {
    /// Its words with spaces where readers see them: none inside of Han text, one between Latin words.
    var text: String {
        let runs = TextRun.runs(of: words, height: LetterHeights.height(of: self))
        return runs.enumerated().map { index, run in
            run.text + (run.isFollowedBySpace && index + 1 < runs.count ? " " : "")
        }.joined()
    }

    /// For each word, whether a space follows it before the next one.
    var wordsWithSpaces: [Bool] {
        let height = LetterHeights.height(of: self)
        return words.indices.map { index in
            guard index + 1 < words.count else { return false }
            return TextRun.runs(of: [words[index], words[index + 1]], height: height)[0].isFollowedBySpace
        }
    }
}
