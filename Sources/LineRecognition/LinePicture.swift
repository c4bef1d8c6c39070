// The picture of one line as the network takes it.

/// An upright line of text in gray.
package struct LinePicture {
    private static let leastContrast: UInt8 = 12

    package let width: Int
    package let height: Int
    /// Rows from the top, without padding.
    package let bytes: [UInt8]

    package init?(gray bytes: [UInt8], width: Int, height: Int) {
        guard width > 0, height > 0, bytes.count == width * height else { return nil }
        (self.bytes, self.width, self.height) = (bytes, width, height)
    }

    /// Whether there is nothing on it.
    var isPlain: Bool {
        let (darkest, brightest) = (bytes.min() ?? 0, bytes.max() ?? 0)
        return brightest - darkest < Self.leastContrast
    }

    var inverted: LinePicture? {
        LinePicture(gray: bytes.map { 255 - $0 }, width: width, height: height)
    }

    /// Black and white as they are on the way through the middle of the line: the lower quarter of its dark turning
    /// points and the upper quarter of its bright ones. Where most dark turning points are but grain of the paper, only
    /// those count that are nearer to the darkest than to white.
    private var range: (black: Double, white: Double) {
        var (dark, bright) = ([Int](repeating: 0, count: 256), [Int](repeating: 0, count: 256))
        let row = height / 2 * width
        var x = 1
        while x + 1 < width {
            let (before, here, after) = (bytes[row + x - 1], bytes[row + x], bytes[row + x + 1])
            if (here < before && here <= after) || (here <= before && here < after) { dark[Int(here)] += 1 }
            if (here > before && here >= after) || (here >= before && here > after) { bright[Int(here)] += 1 }
            x += 1
        }
        let white = Self.level(bright, 0.75) ?? 255
        guard let black = Self.level(dark, 0.25) else { return (0, white) }
        let middle = (Double(bytes.min() ?? 0) + white) / 2
        guard black > middle else { return (black, white) }
        for level in 0..<256 where Double(level) > middle { dark[level] = 0 }
        return (Self.level(dark, 0.25) ?? Double(bytes.min() ?? 0), white)
    }

    /// The level that this share of the counted lies below.
    private static func level(_ counts: [Int], _ share: Double) -> Double? {
        let wanted = share * Double(counts.reduce(0, +))
        guard wanted > 0 else { return nil }
        var sum = 0.0
        for (level, count) in counts.enumerated() where count > 0 {
            if sum + Double(count) >= wanted { return Double(level) + (wanted - sum) / Double(count) }
            sum += Double(count)
        }
        return nil
    }

    /// Columns of activations with a rim of noise, as the models were trained to expect beyond a picture's edge.
    func withRim() -> [Int8] {
        let (black, white) = range
        let contrast = white > black ? (white - black) / 2 : 1
        let levels = (0..<256).map { level in
            Int8(max(-127, min(127, (((Double(level) - black) / contrast - 1) * 128).rounded())))
        }
        let pitch = height + 2
        var noise: UInt32 = 1
        var columns = [Int8](repeating: 0, count: (width + 2) * pitch)
        func random() -> Int8 {
            noise = noise &* 1_664_525 &+ 1_013_904_223
            return Int8(truncatingIfNeeded: Int(noise >> 24) - 128 + (noise >> 24 == 0 ? 1 : 0))
        }
        for y in 0..<pitch {
            columns[y] = random()
            columns[(width + 1) * pitch + y] = random()
        }
        for x in 1...width {
            columns[x * pitch] = random()
            columns[x * pitch + height + 1] = random()
        }
        columns.withUnsafeMutableBufferPointer { target in
            bytes.withUnsafeBufferPointer { source in
                levels.withUnsafeBufferPointer { levels in
                    for y in 0..<height {
                        for x in 0..<width {
                            target[(x + 1) * pitch + y + 1] = levels[Int(source[y * width + x])]
                        }
                    }
                }
            }
        }
        return columns
    }
}
