// What the tests read: installed models, lines cut out of fixtures, and pictures and networks made of chance.

internal import Foundation
@testable internal import LineRecognition
internal import Testing

/// Chance that is the same each time.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

func model(_ language: String) throws -> [UInt8] {
    [UInt8](
        try Data(contentsOf: URL(filePath: "/usr/share/tesseract-ocr/5/tessdata/\(language).traineddata")))
}

extension LinePicture {
    static func noise(width: Int, height: Int, _ chance: inout Chance) -> LinePicture? {
        let bytes = (0..<(width * height)).map { _ in UInt8.random(in: 0...255, using: &chance) }
        return LinePicture(gray: bytes, width: width, height: height)
    }
}

/// A gray page and the lines of text on it.
struct Page {
    private static let ink: UInt8 = 128
    private static let rim = 5

    let width: Int
    let height: Int
    let bytes: [UInt8]

    /// The first page of a fixture as poppler draws it.
    init(_ fixture: String) throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/\(fixture).pdf").standardizedFileURL
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["pdftoppm", "-gray", "-r", "200", "-l", "1", "-singlefile", url.path()]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        let header = data.split(separator: UInt8(ascii: "\n"), maxSplits: 3).prefix(3)
        let size = try #require(header.dropFirst().first).split(separator: UInt8(ascii: " ")).compactMap {
            Int(String(decoding: $0, as: UTF8.self))
        }
        try #require(size.count == 2)
        (width, height) = (size[0], size[1])
        bytes = data.suffix(width * height)
    }

    /// The lines between rows without ink.
    func lines(height wanted: Int) -> [LinePicture] {
        var (lines, start): ([LinePicture], Int?) = ([], nil)
        for row in 0..<height {
            let hasInk = bytes[(row * width)..<((row + 1) * width)].contains { $0 < Self.ink }
            if hasInk, start == nil { start = row }
            guard !hasInk, let top = start else { continue }
            start = nil
            if row - top > 10, let line = line(rows: top..<row, height: wanted) { lines.append(line) }
        }
        return lines
    }

    private func line(rows: Range<Int>, height wanted: Int) -> LinePicture? {
        let columns = (0..<width).filter { x in rows.contains { bytes[$0 * width + x] < Self.ink } }
        guard let first = columns.first, let last = columns.last else { return nil }
        let (left, top) = (max(0, first - Self.rim), max(0, rows.lowerBound - Self.rim))
        let (right, foot) = (min(width, last + Self.rim), min(height, rows.upperBound + Self.rim))
        let scale = Double(foot - top) / Double(wanted)
        let across = Int(Double(right - left) / scale)
        let pixels = (0..<(wanted * across)).map { index -> UInt8 in
            let (y, x) = (Double(index / across) * scale, Double(index % across) * scale)
            let (row, column) = (min(top + Int(y), height - 2), min(left + Int(x), width - 2))
            let (down, over) = (y - y.rounded(.down), x - x.rounded(.down))
            func level(_ dy: Int, _ dx: Int) -> Double { Double(bytes[(row + dy) * width + column + dx]) }
            let upper = level(0, 0) * (1 - over) + level(0, 1) * over
            let lower = level(1, 0) * (1 - over) + level(1, 1) * over
            return UInt8(upper * (1 - down) + lower * down)
        }
        return LinePicture(gray: pixels, width: across, height: wanted)
    }
}
