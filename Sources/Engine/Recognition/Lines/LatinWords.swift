// Latin words in lines that a Han model has read. Such a model takes the strokes of capitals for digits and the other way
// round; the English one does too, but at other places, and knows less of codes. So where a word may hold a stroke taken
// for another, the English model reads it again, and its reading counts for that character where the word then is of one
// kind.

internal import LineRecognition

/// Words side by side in a piece of a line, that are read again.
struct LatinWords {
    /// Space for descenders under words that have none, as shares of their height: what the model says of a stroke
    /// depends on the size of the letters in the picture.
    private static let descents = [0.2, 0.1]
    private static let descenders = Set("gjpqyQ,;()/[]|")
    /// What may have been taken for something else.
    private static let doubtful = Set("1l|!]05")
    /// What no word begins with.
    private static let strokes = Set("|!]")
    private static let fewestCapitals = 2

    private let line: Int
    private let turn: Int
    /// The places of the words in their line.
    private let places: Range<Int>
    private let box: PageText.Box

    /// The runs of Latin words that hold a doubtful one, each once or more.
    /// - Parameters:
    ///   - words: Of one piece of a line.
    ///   - first: The place of the first of them in the line.
    static func runs(in words: [PageText.Word], from first: Int, line: Int, turn: Int) -> [LatinWords] {
        words.indices.split { !isLatin(words[$0].text) }
            .filter { run in run.contains { isDoubtful(words[$0].text) } }
            .flatMap { run in
                let (start, end) = (run.startIndex, run.endIndex)
                return boxes(around: words[start..<end]).map {
                    LatinWords(line: line, turn: turn, places: first + start..<first + end, box: $0)
                }
            }
    }

    /// Reads runs again, and puts what is better so into the lines.
    /// - Returns: Whether the time was enough.
    static func settle(
        _ runs: [LatinWords], in lines: inout [PageText.Line], on sheet: Sheet, by recognizer: LineRecognizer,
        isTimeUp: () -> Bool
    ) -> Bool {
        let read = runs.compactMap { run in
            LinePiece(
                of: sheet, run.box, line: run.line, turn: run.turn, height: recognizer.height,
                isAmongOthers: true
            ).map { (run: run, picture: $0.picture) }
        }
        guard let readings = recognizer.read(read.map(\.picture), isTimeUp: isTimeUp) else { return false }
        for ((run, _), reading) in zip(read, readings) {
            let words = run.settled(Array(lines[run.line].words[run.places]), by: reading)
            lines[run.line].words.replaceSubrange(run.places, with: words)
        }
        return true
    }

    private static func isLatin(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { !$0.isWrittenWithoutSpaces || $0.value < 0x2E80 }
    }

    /// Whether a word has capitals and what may be another one.
    private static func isDoubtful(_ text: String) -> Bool {
        text.contains(where: doubtful.contains) && text.contains { isCapital($0) }
    }

    private static func isCapital(_ character: Character) -> Bool { ("A"..."Z").contains(character) }

    /// The place of words as it would be in a line of nothing but Latin letters.
    private static func boxes(around words: ArraySlice<PageText.Word>) -> [PageText.Box] {
        guard let box = PageText.Box.around(words.map(\.box)) else { return [] }
        let hasDescender = words.contains { $0.text.contains(where: descenders.contains) }
        return hasDescender
            ? [box]
            : descents.map {
                PageText.Box(x: box.x, y: box.y, width: box.width, height: box.height * (1 + $0))
            }
    }

    /// The words as they are with the second reading.
    private func settled(_ words: [PageText.Word], by reading: LineReading) -> [PageText.Word] {
        var others = Self.letters(of: reading.text, like: words.map(\.text))[...]
        return words.map { word in
            let other = others.prefix(word.text.count)
            others = others.dropFirst(word.text.count)
            guard Self.isDoubtful(word.text), let text = Self.settled(word.text, by: String(other)) else {
                return word
            }
            return PageText.Word(
                text: text, box: word.box, confidence: word.confidence, followsSpace: word.followsSpace)
        }
    }

    /// The second reading without spaces and without a mark at its end that the first has not.
    private static func letters(of text: String, like words: [String]) -> [Character] {
        let letters = text.filter { !$0.isWhitespace }
        let count = words.reduce(0) { $0 + $1.count }
        let isLonger = letters.count == count + 1 && letters.last?.isPunctuation ?? false
        return letters.count == count || isLonger ? Array(letters.prefix(count)) : []
    }

    /// A word with what the second reading makes better; `nil` where that is nothing, or the readings are too unlike.
    static func settled(_ text: String, by other: String) -> String? {
        let (first, second) = (Array(text), Array(other))
        guard first.count == second.count else { return nil }
        var settled = first
        for (index, pair) in zip(first, second).enumerated() where pair.0 != pair.1 {
            // The English model is no better at telling capitals from small letters that look like them.
            if pair.0.lowercased() == pair.1.lowercased() { continue }
            settled[index] = pair.1
        }
        guard settled != first else { return nil }
        let kept = zip(first, settled).count { $0 == $1 && isCapital($0) }
        let hasSmall = settled.contains(where: \.isLowercase)
        for (index, before) in first.enumerated() where before != settled[index] {
            switch (before, settled[index]) {
            case (let stroke, "I"), (let stroke, "1"):
                // A bar between letters was typed there.
                if index == 0 ? strokes.contains(stroke) : stroke == "|" && index == first.count - 1 {
                    continue
                }
                if stroke == "l", !hasSmall { continue }
                if stroke != "1" || hasSmall || kept < fewestCapitals { return nil }
            case ("0", "O"), ("5", "S"):
                if hasSmall || kept < fewestCapitals { return nil }
            default: return nil
            }
        }
        return String(settled)
    }
}
