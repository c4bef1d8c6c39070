// A first look at a page, which costs next to nothing: between columns of characters paper runs downwards, and in a page
// of lines it does not.

/// How much of a page is paper that runs downwards beside ink.
struct ColumnGutters {
    /// The page is looked at in bands, so that columns may lean; several lines fit into one.
    private static let band = 100
    /// Grain: so many dark pixels of a band do not count.
    private static let grain: UInt8 = 2
    private static let widestRule = 5
    /// What is narrower is the space between two letters that stand above two others.
    private static let leastWidth = 3
    private static let leastShare = 0.13
    /// What is wider than this share of the page holds lines.
    private static let widestColumn = 0.3
    /// Ink that is so many times higher than wide may be a column or two.
    private static let leastAspect = 2

    /// Pixels of the bands between their outermost ink, and how many of these are in gutters.
    private var span = 0
    private var gutters = 0
    private var bandsWithInk = 0
    /// How many pixels lie in stretches of each width between gutters.
    private var stretches: [Int]

    init(of bytes: [UInt8], width: Int, below level: UInt8) {
        stretches = [Int](repeating: 0, count: width + 1)
        let height = bytes.count / max(1, width)
        bytes.withUnsafeBufferPointer { pixels in
            for top in stride(from: 0, to: height, by: Self.band) {
                var dark = [UInt8](repeating: 0, count: width)
                dark.withUnsafeMutableBufferPointer { dark in
                    for y in top..<min(height, top + Self.band) {
                        let row = UnsafeBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
                        // The upper or lower side of a frame.
                        if 2 * row.count(where: { $0 < level }) > width { continue }
                        for x in 0..<width { dark[x] &+= row[x] < level ? 1 : 0 }
                    }
                }
                add(Self.withoutRules(dark))
            }
        }
    }

    /// Whether it is worth while to look for columns.
    var mayPartColumns: Bool {
        guard bandsWithInk > 0 else { return false }
        if Self.leastAspect * span <= bandsWithInk * bandsWithInk * Self.band { return true }
        return Double(gutters) >= Self.leastShare * Double(span)
            && Double(usualStretch) <= Self.widestColumn * Double(span / bandsWithInk)
    }

    /// Half of the ink lies in stretches that are no wider.
    private var usualStretch: Int {
        var rest = stretches.reduce(0, +) / 2
        return stretches.firstIndex {
            rest -= $0
            return rest < 0
        } ?? 0
    }

    /// Where there is ink, by how much of it a band has in each column of pixels. Rules are narrow, and dark all the way.
    private static func withoutRules(_ dark: [UInt8]) -> [Bool] {
        var ink = dark.map { $0 > grain }
        var start = 0
        for x in 0...ink.count where x == ink.count || dark[x] <= grain {
            if (1...widestRule).contains(x - start), Int(dark[start..<x].max() ?? 0) > band / 2 {
                for place in start..<x { ink[place] = false }
            }
            start = x + 1
        }
        return ink
    }

    private mutating func add(_ ink: [Bool]) {
        guard let first = ink.firstIndex(of: true), let last = ink.lastIndex(of: true) else { return }
        bandsWithInk += 1
        span += last + 1 - first
        var (start, end) = (first, first)
        for x in first...last where ink[x] {
            if x - end >= Self.leastWidth {
                gutters += x - end
                stretches[end - start] += end - start
                start = x
            }
            end = x + 1
        }
        stretches[end - start] += end - start
    }
}
