// From recognised words to runs of text. Han text has no spaces: its words are joined so that a run ends where the
// next begins and no reader can see a gap. Latin words are parted by exactly one space.

/// A piece of a line that is drawn in one go, from `start` to `end` points along the line.
struct TextRun: Equatable {
    var text: String
    var start: Double
    var end: Double
    /// Whether one space fills the way to the next run.
    var isFollowedBySpace = false
}

extension TextRun {
    /// A gap between Han words that is wider than this many line heights is a gap between columns.
    private static let columnGap = 2.0
    /// Between Han and Latin text a gap of more than this many line heights is a space; less where a space was read, and
    /// more where none was: recognisers overlook spaces before Latin text, and Han punctuation has blank paper in its
    /// right half.
    private static let mixedGap = 0.2
    private static let readGap = 0.08
    private static let unreadGap = (beforeLatin: 0.28, behindLatin: 0.4, behindPunctuation: 0.8)
    /// Words are at least this many em squares apart, so that readers see the space; a word gives up no more than a
    /// little of its end for that.
    private static let leastSpace = 0.16
    private static let mostGiven = 0.2

    /// The runs of a line whose letters are `height` points high.
    ///
    /// - Parameter emSquare: In heights of the letters.
    static func runs(of words: [PageText.Word], height: Double, emSquare: Double = 1) -> [TextRun] {
        var runs: [TextRun] = []
        // The recogniser's order is the reading order; its boxes may reach into each other.
        for word in words {
            let run = TextRun(text: word.text, start: word.box.x, end: word.box.x + word.box.width)
            guard let last = runs.last else {
                runs.append(run)
                continue
            }
            add(
                run, after: last, followsSpace: word.followsSpace, to: &runs, height: height,
                emSquare: emSquare)
        }
        return runs
    }

    private static func add(
        _ run: TextRun, after last: TextRun, followsSpace: Bool?, to runs: inout [TextRun], height: Double,
        emSquare: Double
    ) {
        let gap = run.start - last.end
        let (left, right) = (last.text.unicodeScalars.last, run.text.unicodeScalars.first)
        let hanSides = [left, right].count { $0?.isWrittenWithoutSpaces ?? false }
        // A comma that was read in its narrow form is still a Han comma.
        let isJoined =
            hanSides == 2
            || (hanSides == 1 && [left, right].contains { $0?.isNarrowPunctuation ?? false })
            || followsSpace != nil && right?.isClosingPunctuation ?? false
        let space = widthOfSpace(behind: left, followsSpace)
        let isParted = hanSides == 0 || gap > height * (isJoined ? columnGap : space)
        let index = runs.count - 1
        if isParted {
            // Boxes of neighbours may touch or overlap: the space takes its room from the word before it.
            let least = height * max(leastSpace, min(leastSpace * emSquare, gap / height + mostGiven))
            runs[index].end = min(last.end, max(run.start - least, last.start + height * leastSpace))
            runs[index].isFollowedBySpace = true
            runs.append(
                TextRun(text: run.text, start: max(run.start, runs[index].end), end: max(run.end, run.start)))
        } else if hanSides == 2 {
            runs[index].text += run.text
            runs[index].end = max(run.end, run.start, last.start + height * leastSpace)
        } else {
            let edge = max(run.start, last.start + height * leastSpace)
            runs[index].end = edge
            runs.append(TextRun(text: run.text, start: edge, end: max(run.end, edge + height * leastSpace)))
        }
    }
}

extension TextRun {
    /// The gap between Han and Latin text that is a space, in line heights.
    private static func widthOfSpace(behind left: Unicode.Scalar?, _ followsSpace: Bool?) -> Double {
        switch followsSpace {
        case nil: mixedGap
        case true: readGap
        default:
            if left?.isClosingPunctuation ?? false {
                unreadGap.behindPunctuation
            } else {
                left?.isWrittenWithoutSpaces ?? false ? unreadGap.beforeLatin : unreadGap.behindLatin
            }
        }
    }
}

extension Unicode.Scalar {
    /// Han punctuation with its ink in the left half of its place.
    var isClosingPunctuation: Bool { "，。、；：！？”’」』）】》〉".unicodeScalars.contains(self) }

    /// Punctuation that Han text has in a wide form.
    var isNarrowPunctuation: Bool { ",.;:!?()".unicodeScalars.contains(self) }

    /// Han, Kana and the punctuation and full-width forms around them.
    var isWrittenWithoutSpaces: Bool {
        switch value {
        case 0x2E80...0x312F, 0x3190...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFFEF,
            0x20000...0x3FFFF:
            true
        case 0x2014, 0x2018...0x201D, 0x2026: true
        default: false
        }
    }
}
