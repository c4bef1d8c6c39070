// The lines of a page as headings, paragraphs and list items, judged by their size, their places and how they begin. It
// follows the order of the lines, which is the reading order, and never moves one.

internal import Documents

/// Lines that belong together.
struct TextBlock {
    enum Kind: Equatable {
        case paragraph
        /// 1 for the largest.
        case heading(Int)
        /// A list item with its number, `nil` for a bullet.
        case item(String?)
    }

    var kind: Kind
    var lines: [TextDocument.Line]

    /// Whether it goes on with the list that a block is an item of.
    func goesOn(with earlier: TextBlock?) -> Bool {
        switch (earlier?.kind, kind) {
        case (.item(nil), .item(nil)), (.item(.some), .item(.some)): true
        default: false
        }
    }

    /// All lines in one: a hyphen at the end of a line goes, Han text meets without a space.
    var joinedText: String {
        var joined = ""
        for text in texts where !text.isEmpty {
            guard let last = joined.unicodeScalars.last, let first = text.unicodeScalars.first else {
                joined += text
                continue
            }
            let isHyphenated = last == "-" && joined.dropLast().last?.isLetter == true
            if isHyphenated, first.properties.isLowercase {
                joined.removeLast()
                joined += text
            } else if isHyphenated || (last.isWrittenWithoutSpaces && first.isWrittenWithoutSpaces) {
                joined += text
            } else {
                joined += " " + text
            }
        }
        return joined
    }

    /// The text of each line, the mark of a list item left out.
    private var texts: [String] {
        var texts = lines.map(\.text)
        if case .item = kind, let first = texts.first { texts[0] = ListMark(first)?.rest ?? first }
        return texts
    }
}

/// How a list item begins.
struct ListMark {
    /// `nil` for a bullet.
    let number: String?
    let rest: String

    private static let bullets: Set<Character> = [
        "•", "·", "●", "○", "▪", "◦", "■", "□", "‣", "⁃", "–", "*", "+", "-", "¢",
    ]

    init?(_ line: String) {
        guard let first = line.first else { return nil }
        if Self.bullets.contains(first) {
            let rest = line.dropFirst().drop(while: \.isWhitespace)
            let isParted = line.dropFirst().first?.isWhitespace == true || !"-+*¢".contains(first)
            guard isParted, !rest.isEmpty else { return nil }
            (number, self.rest) = (nil, String(rest))
            return
        }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let after = line.dropFirst(digits.count)
        guard (1...3).contains(digits.count), let mark = after.first, ".)、．".contains(mark) else {
            return nil
        }
        let rest = after.dropFirst()
        let isParted = rest.first?.isWhitespace == true || "、．".contains(mark)
        let text = rest.drop(while: \.isWhitespace)
        guard isParted, !text.isEmpty else { return nil }
        (number, self.rest) = (String(digits), String(text))
    }
}

extension TextBlock {
    /// Shares of the size of most letters from which a line is a heading of the third, second and first level.
    private static let headingSizes = [1.3, 1.5, 1.8]
    private static let longestHeading = 120

    /// The blocks of a page, in the order of its lines.
    static func blocks(of lines: [TextDocument.Line]) -> [TextBlock] {
        let shapes = lines.map { PlacedLine($0) }
        let body = bodySize(shapes)
        let usualGap = median(zip(shapes, shapes.dropFirst()).compactMap { $0.gap(to: $1) }) ?? body * 0.5
        var blocks: [(block: TextBlock, last: PlacedLine, left: Double)] = []
        for shape in shapes {
            let mark = ListMark(shape.text)
            if let current = blocks.last, mark == nil,
                shape.continues(current.last, of: current.block.kind, left: current.left, usualGap, shapes)
            {
                blocks[blocks.count - 1].block.lines.append(shape.line)
                blocks[blocks.count - 1].last = shape
                if current.block.lines.count == 1, current.block.kind == .paragraph {
                    // The second line shows where the text begins, the first one may be indented.
                    blocks[blocks.count - 1].left = shape.line.box.x
                }
            } else {
                let kind = mark.map { Kind.item($0.number) } ?? kind(of: shape, body)
                blocks.append((TextBlock(kind: kind, lines: [shape.line]), shape, shape.line.box.x))
            }
        }
        return blocks.map(\.block)
    }

    private static func kind(of shape: PlacedLine, _ body: Double) -> Kind {
        let level = headingSizes.lastIndex { shape.size >= body * $0 }
        guard let level, shape.text.count <= longestHeading, shape.text.contains(where: \.isLetter) else {
            return .paragraph
        }
        return .heading(headingSizes.count - level)
    }

    /// The letter size of half of the characters.
    private static func bodySize(_ shapes: [PlacedLine]) -> Double {
        let sizes = shapes.map { (size: $0.size, count: $0.text.count) }.sorted { $0.size < $1.size }
        var left = sizes.reduce(0) { $0 + $1.count } / 2
        for (size, count) in sizes {
            left -= count
            if left <= 0 { return size }
        }
        return sizes.last?.size ?? 10
    }

    private static func median(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }
}

/// A line with what is asked of it more than once.
private struct PlacedLine {
    let line: TextDocument.Line
    let text: String
    let size: Double
    private var box: PageText.Box { line.box }
    private var right: Double { box.x + box.width }

    init(_ line: TextDocument.Line) {
        self.line = line
        text = line.text
        size = Self.letterSize(of: line, text)
    }

    /// Han characters fill squares, whose width tells their size better than boxes of strokes do.
    private static func letterSize(of line: TextDocument.Line, _ text: String) -> Double {
        let scalars = text.unicodeScalars
        let han = scalars.count { $0.isWrittenWithoutSpaces }
        guard han >= 4, han * 2 >= scalars.count else { return LetterHeights.height(of: line.recognised) }
        return line.box.width / Double(scalars.count)
    }

    /// Points between this line and one right below it; `nil` for any other.
    func gap(to next: PlacedLine) -> Double? {
        let shared = min(right, next.right) - max(box.x, next.box.x)
        guard line.turn == next.line.turn, shared > 0.3 * min(box.width, next.box.width) else { return nil }
        let gap = next.box.y - (box.y + box.height)
        return gap > -size && gap < 2.5 * max(size, next.size) ? gap : nil
    }

    /// Whether this line goes on with the block whose last line is `last`.
    func continues(
        _ last: PlacedLine, of kind: TextBlock.Kind, left: Double, _ usualGap: Double, _ all: [PlacedLine]
    ) -> Bool {
        guard let gap = last.gap(to: self), max(size, last.size) < 1.25 * min(size, last.size),
            gap <= max(usualGap * 1.5, usualGap + 0.25 * size)
        else { return false }
        switch kind {
        case .heading: return true
        case .item: return box.x >= left - 0.5 * size
        case .paragraph:
            // An indented line begins a paragraph, as does one after a line that ends early with a full stop.
            if box.x > left + 0.8 * size, box.x > last.box.x + 0.8 * size { return false }
            return !last.endsEarly(before: self, among: all)
        }
    }

    private var endsSentence: Bool { text.last.map { ".!?:。！？：…\u{201D}\"".contains($0) } ?? false }

    /// Whether the line is clearly shorter than its column though its text, or the next word, had room there.
    private func endsEarly(before next: PlacedLine, among all: [PlacedLine]) -> Bool {
        let column = all.filter { $0.box.x < right && $0.right > box.x && $0.size < 1.25 * size }
        let (start, end) = (column.map(\.box.x).min() ?? 0, column.map(\.right).max() ?? 0)
        let room = end - right
        guard room > 0.15 * (end - start), text.last != "-" else { return false }
        let first = next.text.unicodeScalars.first?.isWrittenWithoutSpaces == true
        let needed = first ? 2 * size : (next.line.words.first?.box.width ?? 0) + 0.4 * size
        return endsSentence || needed < room
    }
}
