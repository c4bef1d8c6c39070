// Which tones a scan needs: colour for what is coloured, gray for photographs and shadings, black and white for the rest.
// Judged on the evenly lit page, so that neither the paper's tint nor a shadow counts.

extension PageTones {
    /// At this resolution colour fringes of letters are averaged away.
    private static let colorDPI = 100.0
    /// At this one letters are no even areas.
    private static let shadeDPI = 75.0
    private static let (coloredSpread, tintedSpread) = (44, 18)
    private static let (coloredShare, tintedShare) = (0.0004, 0.05)
    private static let shades = 35...215
    private static let evenStep = 14
    /// Pixels around one that must be shades too, and how many of them may be something else.
    private static let (reach, exceptions) = (2, 2)
    private static let shadeShare = 0.003

    /// The fewest tones for a picture; `nil` without memory.
    init?(neededFor lit: ToneBitmap, dpi: Double) {
        if lit.channels == 3 {
            guard let small = Self.reduced(lit, dpi, to: Self.colorDPI) else { return nil }
            if Self.isColored(small.samples()) {
                self = .color
                return
            }
        }
        guard let gray = lit.gray(), let small = Self.reduced(gray, dpi, to: Self.shadeDPI) else {
            return nil
        }
        self = Self.hasShades(small.samples(), small.width, small.height) ? .gray : .bilevel
    }

    private static func reduced(_ bitmap: ToneBitmap, _ dpi: Double, to wanted: Double) -> ToneBitmap? {
        wanted < dpi ? bitmap.scaled(across: wanted / dpi, down: wanted / dpi) : bitmap
    }

    private static func isColored(_ samples: [UInt8]) -> Bool {
        var (colored, tinted) = (0, 0)
        samples.withUnsafeBufferPointer { samples in
            for place in stride(from: 0, to: samples.count - 2, by: 3) {
                let (red, green, blue) = (
                    Int(samples[place]), Int(samples[place + 1]), Int(samples[place + 2])
                )
                let spread = max(red, green, blue) - min(red, green, blue)
                if spread > coloredSpread { colored += 1 }
                if spread > tintedSpread { tinted += 1 }
            }
        }
        let count = Double(max(1, samples.count / 3))
        return Double(colored) > count * coloredShare || Double(tinted) > count * tintedShare
    }

    /// Whether areas of a few millimetres are neither paper nor ink.
    private static func hasShades(_ samples: [UInt8], _ width: Int, _ height: Int) -> Bool {
        var isShade = [Bool](repeating: false, count: samples.count)
        guard width > 2 * reach + 1, height > 2 * reach + 1 else { return false }
        for y in 1..<height {
            for x in 1..<width {
                let place = y * width + x
                let level = Int(samples[place])
                isShade[place] =
                    shades.contains(level) && abs(level - Int(samples[place - 1])) <= evenStep
                    && abs(level - Int(samples[place - width])) <= evenStep
            }
        }
        var count = 0
        for y in reach..<(height - reach) {
            for x in reach..<(width - reach) where isShade[y * width + x] {
                var others = 0
                for row in (y - reach)...(y + reach) {
                    for column in (x - reach)...(x + reach) where !isShade[row * width + column] {
                        others += 1
                    }
                }
                if others <= exceptions { count += 1 }
            }
        }
        return Double(count) > Double(samples.count) * shadeShare
    }
}
