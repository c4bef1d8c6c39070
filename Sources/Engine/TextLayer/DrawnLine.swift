// How one line is drawn: level where that is possible, since readers put lines together by the height of their origins.
// The pieces of a leaning line follow the ink in steps; their boxes lie on it, and their origins, by the choice of the
// font, as near to one height as the boxes allow.

/// A line's runs in pieces that are each drawn in one go. Places are in points of the page as seen when it is upright.
struct DrawnLine {
    /// What one operator shows.
    struct Piece {
        let text: String
        let start: Double
        let end: Double
        /// Where its letters stand, below its middle.
        let foot: Double
        let box: LetterBox
        /// Whether it is the space between two cells of a table.
        let isGap: Bool
    }

    /// Lines that fall by more than this per point are drawn as they lean.
    private static let steepest = 0.06
    /// In a piece the ink rises or falls by at most this share of the letters' height; words in one piece are easier to
    /// find than Han text, whose readers put pieces together.
    private static let mostDrift = (han: 0.25, word: 0.5)
    /// Readers take origins that are less than half a letter's height apart for those of one line.
    private static let toleratedDrift = 0.35
    /// The share of the box below the origin is a multiple of this, so that few fonts are needed.
    private static let step = 0.2
    /// Origins outside of the letters make their boxes larger; only lines that lean much need that.
    private static let shares = -0.6...1.6
    /// A space at the end of a leaning line, in letters' heights: PDFium looks at what is drawn last to tell that the next
    /// line is another one, and a word there may be as high as the start of that.
    private static let lastSpace = 0.1
    /// Readers take a space between cells that is wider than this many em squares for the end of a line.
    private static let widestSpace = 0.7

    /// Height of the letters' boxes.
    let height: Double
    /// The font's size.
    let emSquare: Double
    /// Fall per point to the right at which the letters are drawn.
    let slope: Double
    /// The pieces of each run; a blank run is a space.
    let runs: [[Piece]]

    /// - Parameter height: Of the letters' boxes.
    /// - Parameter emSquare: In heights of the letters' boxes.
    init(_ line: PageText.Line, height: Double, emSquare: Double) {
        (self.height, self.emSquare) = (height, height * emSquare)
        let baseline = line.baseline
        let isLevel = abs(baseline.slope) <= Self.steepest
        slope = isLevel ? 0 : baseline.slope
        let cuts = Self.cuts(
            of: line, height, emSquare,
            perDrift: isLevel ? height / max(abs(baseline.slope), 1e-6) : .infinity)
        let feet = cuts.joined().map { baseline.y(at: $0.middle) }
        let (highest, lowest) = (feet.min() ?? 0, feet.max() ?? 0)
        let drift = isLevel ? (lowest - highest) / height : 0
        let isRow = line.isTableRow(height: height)
        let widest = Self.widestSpace * height * emSquare
        runs = cuts.map { run in
            run.map { cut in
                let foot = baseline.y(at: cut.middle)
                let share = Self.shareBelow(drift, fromMiddle: (foot - (highest + lowest) / 2) / height)
                return Piece(
                    text: cut.text, start: cut.start, end: cut.end, foot: foot,
                    box: LetterBox(emSquare: emSquare, descent: share),
                    isGap: isRow && cut.text == " " && cut.end - cut.start > widest)
            }
        }
    }

    /// The part of a line's fall, in points, that its boxes do not make up for.
    static func unlevel(_ fall: Double, height: Double) -> Double {
        max(0, fall - (shares.upperBound - shares.lowerBound) * height)
    }

    /// The share of its box below the origin of a piece that stands lower than the line's middle by so many letters'
    /// heights. The middle of the line has its box where a straight line has it, unless its ends need more room.
    private static func shareBelow(_ drift: Double, fromMiddle: Double) -> Double {
        guard drift > toleratedDrift else { return LetterBox.usualDescent }
        let share = min(max(LetterBox.usualDescent, drift / 2), 0.5) + fromMiddle
        return min(max((share / step).rounded() * step, shares.lowerBound), shares.upperBound)
    }

    /// The runs of a line, and the spaces between them, in pieces.
    ///
    /// - Parameter perDrift: Points in which the line rises or falls by a letter's height.
    private static func cuts(of line: PageText.Line, _ height: Double, _ emSquare: Double, perDrift: Double)
        -> [[TextRun]]
    {
        // Where spaces are does not depend on the lines around: sidecars and marks have the same runs.
        let own = LetterHeights.height(of: line)
        let runs = TextRun.runs(of: line.words, height: own, emSquare: emSquare * height / own)
        let isLeaning = line.box.width > perDrift * mostDrift.word
        return spaced(runs, end: isLeaning ? height * lastSpace : 0).map { run in
            let isHan = run.text.unicodeScalars.first?.isWrittenWithoutSpaces ?? false
            return run.cut(longest: perDrift * (isHan ? mostDrift.han : mostDrift.word))
        }
    }

    /// The runs with the spaces between them, and one behind the last that is `end` points wide.
    private static func spaced(_ runs: [TextRun], end: Double) -> [TextRun] {
        runs.enumerated().flatMap { index, run in
            let next = index + 1 < runs.count ? runs[index + 1].start : run.end + end
            let isFollowed = index + 1 < runs.count ? run.isFollowedBySpace : end > 0
            return isFollowed ? [run, TextRun(text: " ", start: run.end, end: next)] : [run]
        }
    }
}

extension TextRun {
    fileprivate var middle: Double { (start + end) / 2 }

    /// The run in equal pieces no longer than `longest`.
    fileprivate func cut(longest: Double) -> [TextRun] {
        let scalars = Array(text.unicodeScalars)
        let count = Int(min(((end - start) / longest).rounded(.up), Double(scalars.count)))
        guard count > 1 else { return [self] }
        let width = (end - start) / Double(scalars.count)
        return (0..<count).map { index in
            let (first, last) = (index * scalars.count / count, (index + 1) * scalars.count / count)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars[first..<last])
            return TextRun(
                text: String(text), start: start + Double(first) * width, end: start + Double(last) * width)
        }
    }
}
