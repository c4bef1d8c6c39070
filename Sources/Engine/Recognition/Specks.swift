// Single dark pixels and pairs of them are dirt: letters have the height that is read best by now, so that even the dot
// of a full stop is larger. The recogniser would take dirt between words for punctuation.

/// Dirt in a gray picture of text.
struct Specks {
    /// Pixels this much lighter than ink count as the light that surrounds a speck.
    private static let margin = 30

    /// Pixels darker than this are ink.
    let level: UInt8

    /// Paints paper over dark spots of at most 2 x 2 pixels that stand alone; tells how many there were.
    func clear(_ bytes: inout [UInt8], width: Int, height: Int, paper: UInt8) -> Int {
        guard width > 4, height > 4 else { return 0 }
        let surround = UInt8(clamping: Int(level) + Self.margin)
        var count = 0
        bytes.withUnsafeMutableBufferPointer { pixels in
            for y in 1..<(height - 2) {
                let row = y * width
                for x in 1..<(width - 2) where pixels[row + x] < level {
                    guard Self.isAlone(pixels, at: row + x, width, surround) else { continue }
                    for place in [row + x, row + x + 1, row + x + width, row + x + width + 1] {
                        pixels[place] = paper
                    }
                    count += 1
                }
            }
        }
        return count
    }

    /// Whether the twelve pixels around the 2 x 2 from a place on are light.
    private static func isAlone(
        _ pixels: UnsafeMutableBufferPointer<UInt8>, at place: Int, _ width: Int, _ level: UInt8
    ) -> Bool {
        for step in -1...2 {
            if pixels[place - width + step] < level || pixels[place + 2 * width + step] < level {
                return false
            }
        }
        for row in 0...1 {
            if pixels[place + row * width - 1] < level || pixels[place + row * width + 2] < level {
                return false
            }
        }
        return true
    }
}
