// The page as seen after the turn of its lines, as ink and paper: marks and vertical rules in a part of it.

/// A sheet turned so that lines lie level.
struct UprightSheet {
    /// A connected piece of ink.
    struct Mark {
        var columns: Range<Int>
        var rows: Range<Int>
        var pixels: Int
    }

    /// Pixels this much lighter than ink may be of a thin or leaning rule.
    private static let ruleMargin = 30
    /// A rule is thinner than this many line heights.
    private static let widestRule = 0.3
    /// And stands over the line above and below by this many.
    private static let ruleExcess = 0.2

    private let bytes: [UInt8]
    private let width: Int
    private let height: Int
    /// Pixels darker than this are ink.
    private let level: UInt8

    /// `nil` without memory.
    init?(_ sheet: Sheet, turn: Int) {
        level = sheet.level
        if turn == 0 {
            (bytes, width, height) = (sheet.bytes, sheet.bitmap.width, sheet.bitmap.height)
        } else {
            guard let turned = sheet.bitmap.turned(by: turn) else { return nil }
            (bytes, width, height) = (turned.grayBytes(), turned.width, turned.height)
        }
    }

    /// The marks in a window, cut off at its edges.
    func marks(in columns: Range<Int>, _ rows: Range<Int>) -> [Mark] {
        let (columns, rows) = (columns.clamped(to: 0..<width), rows.clamped(to: 0..<height))
        let pitch = columns.count
        var isOpen = rows.flatMap { y in
            bytes[(y * width + columns.lowerBound)...].prefix(pitch).map { $0 < level }
        }
        var marks: [Mark] = []
        var waiting: [Int] = []
        for start in isOpen.indices where isOpen[start] {
            var mark = Mark(
                columns: start % pitch..<start % pitch + 1, rows: start / pitch..<start / pitch + 1, pixels: 0
            )
            isOpen[start] = false
            waiting.append(start)
            while let place = waiting.popLast() {
                let (x, y) = (place % pitch, place / pitch)
                mark.pixels += 1
                mark.columns = min(mark.columns.lowerBound, x)..<max(mark.columns.upperBound, x + 1)
                mark.rows = min(mark.rows.lowerBound, y)..<max(mark.rows.upperBound, y + 1)
                for row in max(0, y - 1)...min(rows.count - 1, y + 1) {
                    for column in max(0, x - 1)...min(pitch - 1, x + 1) where isOpen[row * pitch + column] {
                        isOpen[row * pitch + column] = false
                        waiting.append(row * pitch + column)
                    }
                }
            }
            mark.columns =
                mark.columns.lowerBound + columns.lowerBound..<mark.columns.upperBound + columns.lowerBound
            mark.rows = mark.rows.lowerBound + rows.lowerBound..<mark.rows.upperBound + rows.lowerBound
            marks.append(mark)
        }
        return marks
    }

    /// The columns of vertical rules that cross a line; letters and bars of the text do not stand over it at both ends.
    func rules(in columns: Range<Int>, across line: Range<Int>) -> [Range<Int>] {
        let excess = max(2, Int(Double(line.count) * Self.ruleExcess))
        let rows = (line.lowerBound - excess)..<(line.upperBound + excess)
        let columns = columns.clamped(to: 1..<max(1, width - 1))
        guard rows.lowerBound >= 0, rows.upperBound <= height, !columns.isEmpty else { return [] }
        let level = UInt8(clamping: Int(level) + Self.ruleMargin)
        func isDark(_ x: Int) -> Bool {
            rows.allSatisfy { y in
                let place = y * width + x
                return min(bytes[place - 1], bytes[place], bytes[place + 1]) < level
            }
        }
        // Beside a rule there is paper; a dark ground has none.
        func isLight(_ x: Int) -> Bool {
            guard (0..<width).contains(x) else { return true }
            let outer = [rows.prefix(excess), rows.suffix(excess)].joined()
            return outer.count { bytes[$0 * width + x] >= level } > excess
        }
        var (found, start): ([Range<Int>], Int?) = ([], nil)
        for x in columns.lowerBound...columns.upperBound {
            if x < columns.upperBound, isDark(x) {
                start = start ?? x
            } else if let begun = start {
                start = nil
                if x - begun <= max(3, Int(Double(line.count) * Self.widestRule)), isLight(begun - 2),
                    isLight(x + 1)
                {
                    found.append(begun..<x)
                }
            }
        }
        return found
    }
}
