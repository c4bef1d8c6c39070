// The three EXIF values that matter on a page: orientation and both resolutions (CIPA DC-008, TIFF 6.0). Everything
// is read with bounds, since cameras and editors write much that is wrong.

/// Orientation and resolution from an EXIF block.
struct Exif {
    private(set) var orientation = 1
    private(set) var resolution: PictureFrame.Resolution?

    /// - Parameter tiff: the block from its `II` or `MM` on.
    init?(tiff: [UInt8]) {
        guard tiff.count >= 8 else { return nil }
        let isLittle = tiff[0] == 0x49
        guard isLittle || tiff[0] == 0x4D else { return nil }
        func half(_ index: Int) -> Int { isLittle ? tiff.little16(at: index) : tiff.big16(at: index) }
        func word(_ index: Int) -> Int { isLittle ? tiff.little32(at: index) : tiff.big32(at: index) }
        func ratio(_ entry: Int) -> Double? {
            let place = word(entry + 8)
            let (numerator, denominator) = (word(place), word(place + 4))
            return place + 8 <= tiff.count && denominator > 0 ? Double(numerator) / Double(denominator) : nil
        }
        let directory = word(4)
        var (horizontal, vertical): (Double?, Double?) = (nil, nil)
        var unit = 2
        for index in 0..<min(half(directory), 512) {
            let entry = directory + 2 + index * 12
            switch half(entry) {
            case 0x0112: orientation = (1...8).contains(half(entry + 8)) ? half(entry + 8) : 1
            case 0x011A: horizontal = ratio(entry)
            case 0x011B: vertical = ratio(entry)
            case 0x0128: unit = half(entry + 8)
            default: break
            }
        }
        let perUnit = unit == 3 ? 2.54 : 1
        if let horizontal, let vertical, unit != 1 {
            resolution = .init(horizontal: horizontal * perUnit, vertical: vertical * perUnit)
        }
    }
}
