// Pages as poppler draws them, to be measured, and the note as it would come from a worse scanner.

internal import Documents
internal import Foundation
internal import Testing

/// Gray pixels, row by row.
struct Drawing {
    var gray: [UInt8]
    let width: Int
    let height: Int

    init(gray: [UInt8], width: Int, height: Int) {
        (self.gray, self.width, self.height) = (gray, width, height)
    }

    /// A page as seen.
    init(of pdf: URL, page: Int = 1, dpi: Int = 200) throws {
        let target = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: target.appendingPathExtension("pgm")) }
        try tool(
            "pdftoppm", "-cropbox", "-r", String(dpi), "-f", String(page), "-l", String(page), "-gray",
            "-singlefile", pdf.path(), target.path())
        let data = [UInt8](try Data(contentsOf: target.appendingPathExtension("pgm")))
        let head = String(decoding: data.prefix(40), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        (width, height) = (Int(head[1]) ?? 0, Int(head[2]) ?? 0)
        gray = Array(data.suffix(width * height))
    }

    static func note() throws -> Drawing {
        let (gray, width, height) = try EngineTests.note()
        return Drawing(gray: gray, width: width, height: height)
    }

    func level(_ x: Int, _ y: Int) -> Int { Int(gray[y * width + x]) }

    /// The level that three quarters of the pixels of every square of 40 pixels do not exceed.
    var paperLevels: [Int] {
        stride(from: 0, to: height - 40, by: 40).flatMap { top in
            stride(from: 0, to: width - 40, by: 40).map { left in
                let levels = (0..<40).flatMap { y in (0..<40).map { level(left + $0, top + y) } }.sorted()
                return levels[levels.count * 3 / 4]
            }
        }
    }

    func map(_ change: (_ x: Int, _ y: Int, _ level: Double) -> Double) -> Drawing {
        var copy = self
        for y in 0..<height {
            for x in 0..<width {
                copy.gray[y * width + x] = UInt8(
                    min(max(change(x, y, Double(level(x, y))), 0), 255).rounded())
            }
        }
        return copy
    }

    func cropped(x: Int, y: Int, width: Int, height: Int) -> Drawing {
        let rows = (y..<(y + height)).flatMap { gray[($0 * self.width + x)..<($0 * self.width + x + width)] }
        return Drawing(gray: Array(rows), width: width, height: height)
    }

    /// Mean difference of the part that both have, by one pixel of so many.
    func difference(to other: Drawing, every step: Int = 1) -> Double {
        let (width, height) = (min(width, other.width), min(height, other.height))
        var (sum, count) = (0, 0)
        for place in stride(from: 0, to: width * height, by: step) {
            let (x, y) = (place % width, place / width)
            sum += abs(level(x, y) - other.level(x, y))
            count += 1
        }
        return Double(sum) / Double(max(1, count))
    }

    /// The degrees by which lines fall to the right, found as the angle at which rows differ most.
    func slope(within range: ClosedRange<Double>) -> Double {
        var best = (angle: 0.0, score: -1.0)
        let dark = gray.indices.filter { gray[$0] < 128 && $0 % 3 == 0 }.map {
            (x: Double($0 % width), y: $0 / width)
        }
        for step in stride(from: range.lowerBound, through: range.upperBound, by: 0.05) {
            let fall = tan(step * .pi / 180)
            var rows = [Double](repeating: 0, count: height * 3)
            for place in dark { rows[height + place.y - Int((place.x * fall).rounded())] += 1 }
            let score = zip(rows, rows.dropFirst()).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
            if score > best.score { best = (step, score) }
        }
        return best.angle
    }

    /// A page of a size that makes it 200 dpi.
    func page(
        matrix: String? = nil, box: String? = nil, extra: String = "", before: String = "", after: String = ""
    ) -> Data {
        let (across, down) = (Double(width) * 0.36, Double(height) * 0.36)
        return picturePage(
            "/Width \(width) /Height \(height) /ColorSpace /DeviceGray /BitsPerComponent 8", Data(gray),
            matrix: matrix ?? "\(across) 0 0 \(down) 0 0", box: box ?? "0 0 \(across) \(down)", extra: extra,
            before: before, after: after)
    }
}

/// The images of a document as `pdfimages` lists them: page, number, type, width, height, colour, components, bits, coding.
func images(of pdf: URL) throws -> [[Substring]] {
    String(decoding: try tool("pdfimages", "-list", pdf.path()), as: UTF8.self).split(separator: "\n")
        .dropFirst(2).map { $0.split(separator: " ") }
}
