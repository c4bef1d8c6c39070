// From the characters of a line to its words: parted at spaces and where Han text meets other text, with boxes around
// their ink.

internal import LineRecognition

/// The words of one piece of a line.
struct LineWords {
    private static let leastDarkPixels = 2
    /// A gap between words is looked for this many line heights to both sides of where the recogniser puts it.
    private static let reach = 0.35
    private static let leastMarkConfidence = 70.0
    /// Marks at the end that are surer than this, as `certainty`, may touch the letter before.
    private static let sureMark = -0.2
    /// What dirt is taken for.
    private static let marks = Set(".,:;'`´‘’\"“”-_*·•~^|°".unicodeScalars)

    /// The piece in gray, upright.
    let bytes: [UInt8]
    let width: Int
    let height: Int
    /// Pixels darker than this are ink.
    let level: UInt8
    /// Whether specks beside letters are dirt.
    let isDirty: Bool

    /// - Parameter scale: Pixels of the piece for each pixel of the recogniser's picture.
    /// - Returns: Words with boxes in pixels of the piece.
    func words(of reading: LineReading, scale: Double) -> [PageText.Word] {
        var groups: [[LineReading.Character]] = []
        var (isOpen, spaces) = (false, Set<Int>())
        let ink = columnsWithInk()
        for character in characters(of: reading, ink, scale) where !character.text.isEmpty {
            if character.isSpace {
                isOpen = false
                spaces.insert(groups.count)
            } else if isOpen, let last = groups.last?.last, !Self.parts(last, character) {
                groups[groups.count - 1].append(character)
            } else {
                groups.append([character])
                isOpen = true
            }
        }
        var edges: [Range<Int>] = groups.map { group in
            let left = Int(((group.first?.range.lowerBound ?? 0) * scale).rounded())
            let right = Int(((group.last?.range.upperBound ?? 0) * scale).rounded())
            return min(max(left, 0), width)..<min(max(left, right, 0), width)
        }
        for index in edges.indices.dropLast() {
            let (left, right) = (edges[index], edges[index + 1])
            let (last, first) = (groups[index].last, groups[index + 1].first)
            let middles = (Int((last?.middle ?? 0) * scale), Int((first?.middle ?? 0) * scale))
            let gap = widestGap(
                ink, between: left.upperBound, right.lowerBound,
                within: middles.0...max(middles.0, middles.1),
                endsOnInk: first?.text.unicodeScalars.first?.isClosingPunctuation ?? false)
            guard let gap else { continue }
            edges[index] = left.lowerBound..<max(gap.lowerBound, left.lowerBound)
            edges[index + 1] = min(gap.upperBound, right.upperBound)..<right.upperBound
        }
        return groups.indices.map { index in
            PageText.Word(
                text: groups[index].map(\.text).joined(), box: box(edges[index], ink),
                confidence: Self.confidence(groups[index].map(\.certainty).min() ?? 0),
                // What is between two pieces was not read.
                followsSpace: index == 0 ? nil : spaces.contains(index))
        }.filter { !(isDirty && Self.isDirt($0)) }
    }

    /// The characters without a mark that was made up from the blank paper at the end.
    private func characters(
        of reading: LineReading, _ ink: [Bool], _ scale: Double
    ) -> ArraySlice<LineReading.Character> {
        guard let last = reading.characters.last, last.certainty < Self.sureMark, !last.text.isEmpty,
            last.text.unicodeScalars.allSatisfy(Self.marks.contains)
        else { return reading.characters[...] }
        let first = Int((last.range.lowerBound * scale).rounded())
        return Self.hasOwnInk(from: first, ink) ? reading.characters[...] : reading.characters.dropLast()
    }

    /// Whether there is ink behind a column that does not go on from before it.
    static func hasOwnInk(from first: Int, _ ink: [Bool]) -> Bool {
        guard ink.indices.contains(first) else { return false }
        let rest = first > 0 && ink[first - 1] ? ink[first...].drop { $0 } : ink[first...]
        return rest.contains(true)
    }

    /// Whether a word is a mark by itself of which the recogniser is not sure.
    private static func isDirt(_ word: PageText.Word) -> Bool {
        word.confidence < leastMarkConfidence && word.text.unicodeScalars.allSatisfy(marks.contains)
    }

    /// Whether a word ends between two characters that no space parts.
    private static func parts(_ left: LineReading.Character, _ right: LineReading.Character) -> Bool {
        // Quotation marks and dashes belong to either script.
        [left, right].contains { character in
            let first = character.text.unicodeScalars.first
            return first.map { $0.isWrittenWithoutSpaces && $0.value > 0x2E7F } ?? false
        }
    }

    /// On the scale of Tesseract's confidences of words that are in no dictionary, clear words near 97.
    static func confidence(_ certainty: Double) -> Double {
        max(0, 97 + 79 * min(0, certainty))
    }

    private func columnsWithInk() -> [Bool] {
        var dark = [Int](repeating: 0, count: width)
        for y in 0..<height {
            for x in 0..<width where bytes[y * width + x] < level { dark[x] += 1 }
        }
        return dark.map { $0 >= Self.leastDarkPixels }
    }

    /// The longest run of columns without ink near the border of two words and between the middles of the characters
    /// beside it; `nil` where there is none. What is read as the middle of Han punctuation may lie on the paper behind it.
    private func widestGap(
        _ ink: [Bool], between left: Int, _ right: Int, within middles: ClosedRange<Int>, endsOnInk: Bool
    ) -> Range<Int>? {
        let reach = Int(Self.reach * Double(height))
        let first = max(middles.lowerBound, min(left, right) - reach, 0)
        let last = min(middles.upperBound, max(left, right) + reach, width)
        var (best, start): (Range<Int>?, Int?) = (nil, nil)
        guard first < last else { return nil }
        for x in first...last {
            if x < last, !ink[x] {
                if start == nil { start = x }
            } else if let begun = start {
                if x - begun > best?.count ?? 0, x < last || !endsOnInk { best = begun..<x }
                start = nil
            }
        }
        return best
    }

    /// The box of the ink in a range of columns; the range over the whole height where there is none.
    private func box(_ edge: Range<Int>, _ ink: [Bool]) -> PageText.Box {
        let left = edge.first { ink[$0] } ?? edge.lowerBound
        let right = edge.last { ink[$0] } ?? max(left, edge.upperBound - 1)
        var (top, bottom): (Int?, Int) = (nil, height - 1)
        for y in 0..<height
        where (left...right).contains(where: { $0 < width && bytes[y * width + $0] < level }) {
            if top == nil { top = y }
            bottom = y
        }
        return PageText.Box(
            x: Double(left), y: Double(top ?? 0), width: Double(right + 1 - left),
            height: Double(bottom + 1 - (top ?? 0)))
    }
}
