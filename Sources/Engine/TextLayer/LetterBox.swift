// Where the letters of a font have their box. Readers that put text together, such as poppler, go by the size of the
// em square and by where the origins lie; what they show and search is the box. A font of our own may have its box
// anywhere in the em square, so that a line's origins can be level where its ink is not.

internal import Documents

/// The box of a font's letters, in thousandths of the em square from the origin (ISO 32000-1, 9.8: Ascent and Descent).
struct LetterBox: Hashable, Comparable {
    let ascent: Int
    /// Downwards.
    let descent: Int

    /// The share of the box that lies below the baseline of common type.
    static let usualDescent = 0.2

    /// - Parameter emSquare: In heights of the box.
    /// - Parameter descent: The share of the letters' height below the origin; outside of 0 to 1 the box is larger.
    init(emSquare: Double, descent: Double) {
        // Readers take an ascent or a descent of nothing for a missing one.
        ascent = max(1, Int(((1 - descent) * 1000 / emSquare).rounded()))
        self.descent = max(1, Int((descent * 1000 / emSquare).rounded()))
    }

    /// The box of a font that a layer uses; `nil` where it has none.
    init?(of font: PDFObject) {
        let descriptor = font["DescendantFonts"].items.first?["FontDescriptor"]
        guard let ascent = descriptor?["Ascent"].integer, let descent = descriptor?["Descent"].integer,
            (1...4000).contains(ascent), (-4000...(-1)).contains(descent)
        else { return nil }
        (self.ascent, self.descent) = (ascent, -descent)
    }

    static func < (left: LetterBox, right: LetterBox) -> Bool {
        (left.ascent, left.descent) < (right.ascent, right.descent)
    }

    /// Height of the box per size of the font.
    var height: Double { Double(ascent + descent) / 1000 }

    /// How far above the baseline the origins are, for letters of a height in a font of a size.
    func rise(letters: Double, size: Double) -> Double {
        let below = descent > 1 ? Double(descent) * size / 1000 : letters - Double(ascent) * size / 1000
        return below - letters * Self.usualDescent
    }
}
