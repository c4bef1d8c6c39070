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

        /// Whether it is a space so wide that readers take it for the end of a column.
        func isGap(in line: DrawnLine) -> Bool { text == " " && end - start > widestSpace * line.emSquare }
    }

    /// In em squares.
    private static let widestSpace = 1.0
    /// Lines that fall by more than this per point are drawn as they lean.
    private static let steepest = 0.06
    /// In a piece the ink rises or falls by at most this share of the letters' height; words in one piece are easier to
    /// find than Han text, whose readers put pieces together.
    private static let mostDrift = (han: 0.25, word: 0.5)
    /// A space at the end of a leaning line, in letters' heights: PDFium looks at what is drawn last to tell that the next
    /// line is another one, and a word there may be as high as the start of that.
    private static let lastSpace = 0.1
    /// Readers take origins that are less than half a letter's height apart for those of one line.
    private static let toleratedDrift = 0.35
    /// The share of the box below the origin is a multiple of this, so that few fonts are needed.
    private static let step = 0.2
    /// Origins outside of the letters make their boxes larger; only lines that lean much need that.
    private static let shares = -0.2...1.2
    private static let mostLevelled = shares.upperBound - shares.lowerBound

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
        let perDrift = isLevel ? height / max(abs(baseline.slope), 1e-6) : .infinity
        let runs = TextRun.runs(of: line.words, height: height)
        let isEnded = isLevel && abs(baseline.slope) * line.box.width > height * Self.mostDrift.word
        let cuts = Self.spaced(runs, end: isEnded ? height * Self.lastSpace : 0).map { run in
            let isHan = run.text.unicodeScalars.first?.isWrittenWithoutSpaces ?? false
            return Self.cuts(of: run, longest: perDrift * (isHan ? Self.mostDrift.han : Self.mostDrift.word))
        }
        let feet = cuts.joined().map { baseline.y(at: ($0.start + $0.end) / 2) }
        let (highest, lowest) = (feet.min() ?? 0, feet.max() ?? 0)
        // The middle of the line has its box where a straight line has it, unless its ends need more room.
        let drift = isLevel ? (lowest - highest) / height : 0
        let isStepped = drift > Self.toleratedDrift
        let middle = isStepped ? min(max(LetterBox.usualDescent, drift / 2), 0.5) : LetterBox.usualDescent
        self.runs = cuts.map { run in
            run.map { cut in
                let foot = baseline.y(at: (cut.start + cut.end) / 2)
                let share = isStepped ? middle + (foot - (highest + lowest) / 2) / height : middle
                let place = min(
                    max((share / Self.step).rounded() * Self.step, Self.shares.lowerBound),
                    Self.shares.upperBound)
                return Piece(
                    text: cut.text, start: cut.start, end: cut.end, foot: foot,
                    box: LetterBox(emSquare: emSquare, descent: place))
            }
        }
    }

    /// How far apart in height the origins of a line remain, at most.
    static func unlevel(_ line: PageText.Line, height: Double) -> Double {
        max(0, abs(line.baseline.slope) * line.box.width - mostLevelled * height)
    }

    /// The runs with the spaces between them, and one behind the last that is `end` points wide.
    private static func spaced(_ runs: [TextRun], end: Double) -> [TextRun] {
        runs.enumerated().flatMap { index, run in
            if index + 1 == runs.count {
                return end > 0 ? [run, TextRun(text: " ", start: run.end, end: run.end + end)] : [run]
            }
            return run.isFollowedBySpace
                ? [run, TextRun(text: " ", start: run.end, end: runs[index + 1].start)] : [run]
        }
    }

    /// A run in equal pieces no longer than `longest`.
    private static func cuts(of run: TextRun, longest: Double) -> [TextRun] {
        let scalars = Array(run.text.unicodeScalars)
        let count = Int(min(((run.end - run.start) / longest).rounded(.up), Double(scalars.count)))
        guard count > 1 else { return [run] }
        let width = (run.end - run.start) / Double(scalars.count)
        return (0..<count).map { index in
            let (first, last) = (index * scalars.count / count, (index + 1) * scalars.count / count)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars[first..<last])
            return TextRun(
                text: String(text), start: run.start + Double(first) * width,
                end: run.start + Double(last) * width)
        }
    }
}
