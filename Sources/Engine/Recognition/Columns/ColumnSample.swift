// The part of a page of columns by which its language is told. A strip across the page would cut the characters at its
// edges in two.

extension Bitmap {
    /// Fewer characters tell little about a language.
    private static let fewestCharacters = 40.0

    /// Whole columns that hold this share of them at least; `nil` for a page of lines.
    func someColumns(_ share: Double) -> Bitmap? {
        let level = UInt8(clamping: paperLevel() - 80)
        guard ColumnGutters(of: grayBytes(), width: width, below: level).mayPartColumns,
            let layout = ColumnLayout(of: Sheet(self)), layout.isCertain,
            let tier = layout.tiers.max(by: { $0.count < $1.count })
        else { return nil }
        var (taken, characters) = (0, 0.0)
        for area in tier {
            if Double(taken) >= share * Double(tier.count), characters >= Self.fewestCharacters { break }
            taken += 1
            characters += Double(area.height) / layout.step
        }
        let some = tier.prefix(taken)
        let rim = Int(layout.width / 4)
        let (left, top) = ((some.map(\.x).min() ?? 0) - rim, (some.map(\.y).min() ?? 0) - rim)
        let right = (some.map { $0.x + $0.width }.max() ?? 0) + rim
        let foot = (some.map { $0.y + $0.height }.max() ?? 0) + rim
        return layout.sheet.bitmap.cropped(
            to: Area(
                x: max(0, left), y: max(0, top), width: min(width, right) - max(0, left),
                height: min(height, foot) - max(0, top)))
    }
}
