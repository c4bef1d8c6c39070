// The rules of writing paper and the frames of printed pages: they stand between columns of characters or around every
// character, and a reader takes no notice of them.

/// Finds rules in a gray picture of text and erases them.
struct RuledLines {
    /// Runs of ink longer than so many characters are rules; no stroke is so long.
    private static let leastLength = 2.2
    /// Runs of what may be lighter than ink, but is darker than what is to both sides of it.
    private static let leastFaintLength = 3.2
    private static let leastContrast = 10
    /// How far to both sides, in characters.
    private static let aside = 0.16
    /// Ink between two upright rules is a rule from so many characters on.
    private static let leastRung = 0.8
    /// A rule is no wider than this share of a character; wider ones are bars or pictures.
    private static let mostWidth = 0.4
    /// The share of a broken rule that is whole, and its least length in characters.
    private static let leastWhole = 0.4
    private static let leastBroken = 3.0
    /// What is left of a broken rule is looked for so many characters beyond its ends.
    private static let reach = 2.0
    /// Pixels of gray around the ink of a rule.
    private static let rim = 1

    private let bytes: [UInt8]
    private let width: Int
    private let height: Int
    /// Pixels darker than these are ink, or may be a rule.
    private let level: UInt8
    private let faint: UInt8
    private let paper: UInt8
    private let character: Double
    /// Pixels that belong to a rule.
    private var isRule: [Bool]

    /// - Parameter character: The size of a character in pixels.
    init(in bytes: [UInt8], width: Int, level: UInt8, paper: UInt8, character: Double) {
        (self.bytes, self.width, height) = (bytes, width, bytes.count / width)
        (self.level, self.paper, self.character) = (level, paper, character)
        faint = UInt8(clamping: Int(paper) - 3 * Self.leastContrast / 2)
        isRule = [Bool](repeating: false, count: bytes.count)
        markUpright()
        markBroken(Direction(length: height, step: width, breadth: width, stepAside: 1))
        markLevel()
        markBroken(Direction(length: width, step: 1, breadth: height, stepAside: width))
    }

    /// The picture with paper over the rules.
    func erased() -> [UInt8] {
        var erased = bytes
        for y in 0..<height {
            for x in 0..<width where isRule[y * width + x] {
                for row in max(0, y - Self.rim)...min(height - 1, y + Self.rim) {
                    for column in max(0, x - Self.rim)...min(width - 1, x + Self.rim) {
                        let place = row * width + column
                        // The rim of a rule is lighter than ink; what is as dark is a stroke that meets it.
                        if isRule[place] || bytes[place] >= level { erased[place] = paper }
                    }
                }
            }
        }
        return erased
    }

    /// Whether a pixel is darker than those this far to its left and right, or above and below it.
    private func isLine(_ x: Int, _ y: Int, across: Int = 0, down: Int = 0) -> Bool {
        let pixel = bytes[y * width + x]
        guard pixel < faint else { return false }
        let before = bytes[max(0, y - down) * width + max(0, x - across)]
        let after = bytes[min(height - 1, y + down) * width + min(width - 1, x + across)]
        return Int(pixel) + Self.leastContrast <= Int(min(before, after))
    }

    private mutating func markUpright() {
        let (least, faintLeast) = (
            Int(Self.leastLength * character), Int(Self.leastFaintLength * character)
        )
        let aside = max(2, Int((Self.aside * character).rounded()))
        var runs = [(ink: Int, dark: Int, line: Int)](repeating: (0, 0, 0), count: width)
        for y in 0...height {
            for x in 0..<width {
                let place = y * width + x
                let isInk = y < height && bytes[place] < level
                let isDark = isInk || (y < height && bytes[place] < faint)
                let run = runs[x]
                var length = isInk || run.ink < least ? 0 : run.ink
                // Where rules cross it is as dark to both sides.
                if !isDark, run.dark >= faintLeast, 2 * run.line > run.dark { length = run.dark }
                for row in (y - length)..<y { isRule[row * width + x] = true }
                let isLine = isDark && isLine(x, y, across: aside)
                runs[x] = (
                    isInk ? run.ink + 1 : 0, isDark ? run.dark + 1 : 0,
                    isDark ? run.line + (isLine ? 1 : 0) : 0
                )
            }
        }
    }

    /// The way along rules of one direction, and across them, through the pixels.
    private struct Direction {
        let length: Int
        let step: Int
        let breadth: Int
        let stepAside: Int
    }

    /// Marks what a rule has left where it is broken or blotted.
    private mutating func markBroken(_ way: Direction) {
        let (reach, most) = (Int(Self.reach * character), Int(Self.mostWidth * character))
        for across in 0..<way.breadth {
            let near = max(0, across - 1)...min(way.breadth - 1, across + 1)
            let places = (0..<way.length).filter { along in
                near.contains { isRule[along * way.step + $0 * way.stepAside] }
            }
            guard let first = places.first, let last = places.last,
                Double(places.count) >= Self.leastBroken * character,
                Double(places.count) >= Self.leastWhole * Double(last - first)
            else { continue }
            for along in max(0, first - reach)..<min(way.length, last + reach) {
                let row = along * way.step
                func isDark(_ across: Int) -> Bool { bytes[row + across * way.stepAside] < faint }
                guard isDark(across), !isRule[row + across * way.stepAside] else { continue }
                var (start, end) = (across, across + 1)
                while start > 0, isDark(start - 1), end - start <= most { start -= 1 }
                while end < way.breadth, isDark(end), end - start <= most { end += 1 }
                guard end - start <= most else { continue }
                for place in start..<end { isRule[row + place * way.stepAside] = true }
            }
        }
    }

    private mutating func markLevel() {
        let least = Int(Self.leastLength * character)
        let aside = max(2, Int((Self.aside * character).rounded()))
        for y in 0..<height {
            var start = 0
            for x in 0...width {
                let place = y * width + x
                if x < width, bytes[place] < level || isRule[place] || isLine(x, y, down: aside) {
                    continue
                }
                let run = start..<x
                if run.count >= least || isAcrossRule(y, run) || isRung(y, run) {
                    for column in run { isRule[y * width + column] = true }
                }
                start = x + 1
            }
        }
    }

    /// Whether the ink of a row between these columns is the width of an upright rule, whose edges are uneven.
    private func isAcrossRule(_ y: Int, _ run: Range<Int>) -> Bool {
        Double(run.count) <= Self.mostWidth * character && run.contains { isRule[y * width + $0] }
    }

    /// Whether a run lies between two upright rules.
    private func isRung(_ y: Int, _ run: Range<Int>) -> Bool {
        func meetsRule(_ x: Int) -> Bool {
            (x - 2...x + 2).contains { (0..<width).contains($0) && isRule[y * width + $0] }
        }
        return Double(run.count) >= Self.leastRung * character && meetsRule(run.lowerBound)
            && meetsRule(run.upperBound - 1)
    }
}
