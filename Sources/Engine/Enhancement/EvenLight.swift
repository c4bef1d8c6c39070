// How the light lies on a sheet: the colour of the paper, millimetre by millimetre. Light changes softly and a
// photograph or a filled box begins at a sharp edge, so the paper is what can be reached from the lightest places without
// a sharp step; under everything else it is continued from around.

internal import Glibc

/// The colour of the paper in every cell of a page.
struct EvenLight {
    /// Where the paper comes to lie; a little below white, so that its grain is not cut off on one side.
    static let level = 250.0
    private static let samplesPerCell = 4
    /// Marks up to twice so many millimetres wide lie on paper.
    private static let reach = 4
    /// Paper is looked for where a page is at least as light as this share of its lightest tenth.
    private static let lightShare = 0.92
    /// The least edges of anything printed: a share of the light, and a change of colour.
    private static let (edge, tintEdge) = (0.05, 0.03)
    /// The share by which the light of a shadow changes within two millimetres at most, and by how much its colour.
    private static let (steepest, steepestTint) = (0.26, 0.06)
    /// Below this nothing can be made out.
    private static let leastLevel = 24.0
    /// The share of a page that is paper at least, and how light the lightest of it is.
    private static let (leastShare, leastLight) = (0.35, 60.0)
    private static let mostGain = 8.0
    /// Half of the widest gap in the outline of a photograph, in millimetres.
    private static let photographGap = 10
    /// Paper whose components differ by more is coloured paper, and not white paper in coloured light.
    private static let tint = 60.0

    private let columns: Int
    private let rows: Int
    private let channels: Int
    /// Pixels per cell.
    private let cell: Double
    /// Of each channel, row by row.
    private let planes: [[Double]]
    /// Whether the paper is white and equally light everywhere already.
    let isEven: Bool
    /// The lightest paper.
    private let paper: [Double]

    /// `nil` for pictures that show too little paper to tell.
    init?(of bitmap: ToneBitmap, dpi: Double) {
        let scale = min(1, Double(Self.samplesPerCell) * 25.4 / dpi)
        guard let small = scale < 1 ? bitmap.scaled(across: scale, down: scale) : bitmap else { return nil }
        let each = Self.samplesPerCell
        (columns, rows, channels) = (small.width / each, small.height / each, bitmap.channels)
        guard columns >= 8, rows >= 8 else { return nil }
        cell = Double(each) * Double(bitmap.width) / Double(small.width)
        var map = CellMap(columns: columns, rows: rows)
        let bright = Self.brightest(small, columns, rows).map { map.closed($0, reach: Self.reach) }
        let luma = channels == 1 ? bright[0] : Self.luma(bright)
        let sorted = luma.sorted()
        let light = sorted[sorted.count * 9 / 10]
        guard light >= Self.leastLight else { return nil }
        let tints =
            channels == 1
            ? [] : [0, 2].map { plane in luma.indices.map { bright[plane][$0] / max(luma[$0], 1) } }
        let lightest = luma.indices.filter { luma[$0] >= light * Self.lightShare }
        let usual = tints.map { tint in lightest.map { tint[$0] }.sorted()[lightest.count / 2] }
        let sharp = Self.sharpCells(map, luma, tints)
        // An outline that is pale for a while is an outline.
        let isSoft = map.closed(sharp, reach: Self.photographGap).map { !$0 }
        let seeds = lightest.filter { place in
            isSoft[place] && zip(tints, usual).allSatisfy { abs($0[place] - $1) <= Self.tintEdge }
        }
        map.grow(from: seeds, through: isSoft)
        guard map.share >= Self.leastShare else { return nil }
        map.leaveOut(gaps: Self.photographGap)
        guard map.share >= Self.leastShare else { return nil }
        planes = bright.map { map.smoothed(map.filled($0)) }
        let known = luma.indices.filter { map.isKnown[$0] }
        let clear = known.filter { luma[$0] >= light * Self.lightShare }
        guard !clear.isEmpty else { return nil }
        paper = bright.map { plane in clear.reduce(0) { $0 + plane[$1] } / Double(clear.count) }
        let levels = planes.map { plane in known.map { plane[$0] }.sorted() }
        isEven = levels.allSatisfy {
            $0[$0.count / 50] >= Self.level - 9 && $0[$0.count * 49 / 50] - $0[$0.count / 50] <= 9
        }
    }

    /// Where something begins that is no paper. The edge of something printed is sharp and straight, however pale it is;
    /// that of a shadow is neither, and only the steepest are taken for edges.
    private static func sharpCells(_ map: CellMap, _ luma: [Double], _ tints: [[Double]]) -> [Bool] {
        let edges =
            [map.edges(luma, least: edge, isShare: true)]
            + tints.map { map.edges($0, least: tintEdge, isShare: false) }
        let (steps, tintSteps) = (map.steps(luma), tints.map { map.steps($0) })
        return luma.indices.map { place in
            luma[place] < leastLevel || steps[place] > steepest * luma[place]
                || tintSteps.contains { $0[place] > steepestTint } || edges.contains { $0[place] }
        }
    }

    /// The mean of the lightest quarter of each cell's samples.
    private static func brightest(_ small: ToneBitmap, _ columns: Int, _ rows: Int) -> [[Double]] {
        let (samples, channels, width) = (small.samples(), small.channels, small.width)
        var planes = [[Double]](
            repeating: [Double](repeating: 0, count: columns * rows), count: channels)
        let each = samplesPerCell
        for row in 0..<rows {
            for column in 0..<columns {
                var places: [(luma: Int, place: Int)] = []
                for y in 0..<each {
                    for x in 0..<each {
                        let place = ((row * each + y) * width + column * each + x) * channels
                        let sum = (0..<channels).reduce(0) { $0 + Int(samples[place + $1]) }
                        places.append((sum, place))
                    }
                }
                places.sort { $0.luma > $1.luma }
                for channel in 0..<channels {
                    let sum = places.prefix(each).reduce(0) { $0 + Int(samples[$1.place + channel]) }
                    planes[channel][row * columns + column] = Double(sum) / Double(each)
                }
            }
        }
        return planes
    }

    private static func luma(_ planes: [[Double]]) -> [Double] {
        planes[0].indices.map { 0.299 * planes[0][$0] + 0.587 * planes[1][$0] + 0.114 * planes[2][$0] }
    }

    private var isTinted: Bool { (paper.max() ?? 0) - (paper.min() ?? 0) > Self.tint }

    /// The factor of each channel in a cell.
    private func gains(_ place: Int) -> [Double] { gains(of: planes.map { $0[place] }) }

    private func gains(of levels: [Double]) -> [Double] {
        let levels = levels.map { max($0, 1) }
        let gains = levels.map { min(Self.level / $0, Self.mostGain) }
        // Coloured paper keeps its colour.
        return isTinted ? gains.map { _ in gains.min() ?? 1 } : gains
    }

    /// The colour of the paper at a pixel, as it is or once the light is even.
    func paper(x: Int, y: Int, isLit: Bool) -> Paper {
        let column = min(columns - 1, max(0, Int(Double(x) / cell)))
        let row = min(rows - 1, max(0, Int(Double(y) / cell)))
        return colour(planes.map { $0[row * columns + column] }, isLit: isLit)
    }

    /// The colour of the lightest paper of the page, as it is or once the light is even.
    func lightestPaper(isLit: Bool) -> Paper { colour(paper, isLit: isLit) }

    private func colour(_ levels: [Double], isLit: Bool) -> Paper {
        let gains = isLit ? self.gains(of: levels) : levels.map { _ in 1 }
        let levels = zip(levels, gains).map { UInt8(min(255, max(0, $0 * $1))) }
        return Paper(red: levels[0], green: levels[min(1, channels - 1)], blue: levels[channels - 1])
    }

    /// The picture in even light; `nil` without memory.
    func applied(to bitmap: ToneBitmap) -> ToneBitmap? {
        var samples = bitmap.samples()
        guard samples.count == bitmap.width * bitmap.height * channels else { return nil }
        let gains = (0..<columns * rows).map { self.gains($0) }
        let (width, height) = (bitmap.width, bitmap.height)
        samples.withUnsafeMutableBufferPointer { pixels in
            for channel in 0..<channels {
                let plane = gains.map { Int32($0[channel] * 4096) }
                Interpolation(columns: columns, rows: rows, cell: cell, width: width).multiply(
                    pixels, channel, channels, height, by: plane)
            }
        }
        return ToneBitmap(samples, width: width, height: height, channels: channels)
    }
}

/// Factors between the middles of cells.
private struct Interpolation {
    let columns: Int
    let rows: Int
    let cell: Double
    let width: Int

    /// The cell before a pixel's middle and how far the pixel lies towards the next one, in 256ths.
    private func place(_ pixel: Int, _ count: Int) -> (index: Int, share: Int32) {
        let place = min(max((Double(pixel) + 0.5) / cell - 0.5, 0), Double(count - 1))
        let index = min(Int(place), max(0, count - 2))
        return (index, Int32((place - Double(index)) * 256))
    }

    /// Multiplies one channel by factors of 4096ths.
    func multiply(
        _ pixels: UnsafeMutableBufferPointer<UInt8>, _ channel: Int, _ channels: Int, _ height: Int,
        by plane: [Int32]
    ) {
        let places = (0..<width).map { place($0, columns) }
        var line = [Int32](repeating: 0, count: columns)
        for y in 0..<height {
            let (row, share) = place(y, rows)
            for column in 0..<columns {
                let (upper, lower) = (plane[row * columns + column], plane[(row + 1) * columns + column])
                line[column] = upper &+ ((lower &- upper) &* share) >> 8
            }
            line.withUnsafeBufferPointer { line in
                places.withUnsafeBufferPointer { places in
                    var target = y * width * channels + channel
                    for x in 0..<width {
                        let (index, share) = places[x]
                        let factor = line[index] &+ ((line[index + 1] &- line[index]) &* share) >> 8
                        let value = (Int32(pixels[target]) &* factor &+ 2048) >> 12
                        pixels[target] = value > 255 ? 255 : UInt8(truncatingIfNeeded: value)
                        target += channels
                    }
                }
            }
        }
    }
}
