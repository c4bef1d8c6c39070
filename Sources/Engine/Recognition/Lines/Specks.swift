// Dark spots of a pixel or two are dirt, or the full stops of small print. Dirt lies anywhere, full stops beside
// letters: where many spots lie far from anything else, those in large print are dirt too, which the recogniser would
// take for punctuation.

/// The spots of at most 2 x 2 pixels in a gray picture of text.
struct Specks {
    /// Pixels this much lighter than ink count as the light that surrounds a speck.
    private static let margin = 30
    /// A speck with no other ink in so many pixels to all sides is lonely.
    private static let reach = 12
    private static let leastLonely = 20
    private static let lonelyShare = 0.2

    private let width: Int
    private let height: Int
    /// Pixels darker than this are ink.
    private let level: UInt8
    /// The top left pixels of all specks.
    private var places: [Int] = []
    /// Those that are lonely.
    private var lonely: [Int] = []

    /// Whether specks beside letters are dirt too.
    var areDirt: Bool {
        lonely.count >= Self.leastLonely && Double(lonely.count) >= Double(places.count) * Self.lonelyShare
    }

    init(in bytes: [UInt8], width: Int, height: Int, level: UInt8) {
        (self.width, self.height, self.level) = (width, height, level)
        guard width > 4, height > 4 else { return }
        bytes.withUnsafeBufferPointer { pixels in
            for y in 1..<(height - 2) {
                let row = y * width
                for x in 1..<(width - 2) where pixels[row + x] < level {
                    if isSpeck(pixels, at: row + x) { places.append(row + x) }
                }
            }
            lonely = places.filter { isLonely(pixels, $0) }
        }
    }

    /// Paints paper over the lonely ones or over all; tells whether there were any.
    func clear(_ bytes: inout [UInt8], paper: UInt8, lonelyOnly: Bool) -> Bool {
        let places = lonelyOnly ? lonely : places
        for place in places {
            for pixel in [place, place + 1, place + width, place + width + 1] { bytes[pixel] = paper }
        }
        return !places.isEmpty
    }

    /// Whether the twelve pixels around the 2 x 2 from a place on are light.
    private func isSpeck(_ pixels: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        let surround = UInt8(clamping: Int(level) + Self.margin)
        for step in -1...2 {
            if pixels[place - width + step] < surround || pixels[place + 2 * width + step] < surround {
                return false
            }
        }
        for row in 0...1 {
            if pixels[place + row * width - 1] < surround || pixels[place + row * width + 2] < surround {
                return false
            }
        }
        return true
    }

    private func isLonely(_ pixels: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        let (column, row) = (place % width, place / width)
        for y in max(0, row - Self.reach)...min(height - 1, row + 1 + Self.reach) {
            for x in max(0, column - Self.reach)...min(width - 1, column + 1 + Self.reach)
            where pixels[y * width + x] < level {
                guard (row...(row + 1)).contains(y), (column...(column + 1)).contains(x) else { return false }
            }
        }
        return true
    }
}
