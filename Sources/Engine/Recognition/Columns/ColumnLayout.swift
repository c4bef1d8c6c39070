// Layout analysis for columns of upright characters. Tesseract's analysis looks for lines, and takes columns whose
// characters happen to stand level with each other for lines too; where rules stand between them, it finds nothing else.
// Here marks are joined downwards: in a column what stands next is below, and beside it is paper.

/// Where columns of upright characters stand on a page.
struct ColumnLayout {
    /// Columns that stand beside each other, from right to left, as they are read.
    let tiers: [[Bitmap.Area]]
    /// The page without rules, on which the columns stand straight.
    let sheet: Sheet
    /// The width of a column, and from one character to the next, in pixels.
    let width: Double
    let step: Double
    /// Pixels to the right for each pixel down, by which the columns lean on the page.
    let lean: Double
    /// Whether characters stand so much closer downwards than across that they cannot be lines.
    var isCertain: Bool { ratio > Self.certainRatio }
    /// How much closer characters stand downwards than across: the share of ink down the columns by that across.
    let ratio: Double
    /// Whether there is other ink that may be text.
    let hasMore: Bool
}

extension ColumnLayout {
    /// Gaps in a column, in characters; the wider ones only where they join clearly more.
    private static let gaps = [0.8, 1.3]
    /// The share of a page's marks that stand in columns.
    private static let leastCoverage = 0.55
    /// The share of ink down the columns compared with that across them.
    private static let certainRatio = 1.15
    private static let leastRatio = 0.9
    /// Columns that may be lines are no shorter than so many characters.
    private static let leastLength = 5.0
    private static let leastGain = 0.1
    /// Thin strokes are lighter than ink.
    private static let faint: UInt8 = 20
    private static let leastLean = 0.001
    /// Marks above this size, in characters, may be text beside the columns.
    private static let leastMark = 0.3

    /// `nil` for a page of lines.
    init?(of sheet: Sheet) {
        let (width, height, level) = (sheet.bitmap.width, sheet.bitmap.height, sheet.level)
        let faint = level + min(Self.faint, 255 - level)
        guard ColumnGutters(of: sheet.bytes, width: width, below: level).mayPartColumns,
            let marks = ColumnMarks(on: sheet.bitmap, below: faint), let found = Self.columns(of: marks)
        else { return nil }
        let lean = found.lean(marks.character)
        self.lean = abs(lean) > Self.leastLean ? lean : 0
        var bytes = sheet.bytes
        if self.lean != 0 { Self.straighten(&bytes, width, lean, paper: sheet.paper) }
        let rules = RuledLines(
            in: bytes, width: width, level: level, paper: sheet.paper, character: marks.character)
        guard let clean = Bitmap(gray: rules.erased(), width: width, height: height),
            let marks = ColumnMarks(on: clean, below: faint), let found = Self.columns(of: marks)
        else { return nil }
        self.sheet = Sheet(clean)
        let (tiers, others) = found.tiers(marks.character)
        (self.tiers, self.width, step) = (tiers, found.width, found.step())
        ratio = found.ratio
        hasMore = others.contains { Double(max($0.width, $0.height)) > Self.leastMark * marks.character }
    }

    private static func columns(of marks: ColumnMarks) -> ColumnGroups? {
        let found = gaps.map { ColumnGroups(marks.joined(gap: $0), character: marks.character) }
        return found.filter {
            $0.coverage >= leastCoverage
                && ($0.ratio > certainRatio
                    || ($0.ratio >= leastRatio && $0.longest >= leastLength * marks.character))
        }
        .reduce(nil) { best, other in
            other.coverage > (best?.coverage ?? 0) + leastGain ? other : best
        }
    }

    /// Moves the rows of a page so that columns that lean stand straight.
    private static func straighten(_ bytes: inout [UInt8], _ width: Int, _ lean: Double, paper: UInt8) {
        for y in 0..<bytes.count / width {
            let shift = Int((lean * Double(y)).rounded())
            let row = Array(bytes[y * width..<(y + 1) * width])
            for x in 0..<width {
                bytes[y * width + x] = row.indices.contains(x + shift) ? row[x + shift] : paper
            }
        }
    }
}
