internal import Foundation
@testable internal import LineRecognition
internal import Testing

@Suite struct LineRecognizerTests {
    private func truth(_ fixture: String) throws -> [String] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/\(fixture).txt").standardizedFileURL
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.split(separator: "\u{0C}")[0].split(separator: "\n").map(String.init)
    }

    private func comparable(_ text: String) -> [Character] {
        text.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace }
    }

    @Test(arguments: [
        ("english-scan", "eng"), ("chinese-scan", "chi_sim"), ("traditional-scan", "chi_tra"),
    ])
    func readsLines(fixture: String, language: String) throws {
        let recognizer = try #require(LineRecognizer(model: try model(language)))
        let lines = try Page(fixture).lines(height: recognizer.height)
        let readings = try #require(recognizer.read(lines, isTimeUp: { false }))
        let (read, wanted) = (
            comparable(readings.map(\.text).joined()), comparable(try truth(fixture).joined())
        )
        let changes = read.difference(from: wanted)
        #expect(max(changes.insertions.count, changes.removals.count) <= wanted.count / 40, "\(read)")
    }

    @Test func tellsPlacesAndCertainties() throws {
        let recognizer = try #require(LineRecognizer(model: try model("eng")))
        let line = try #require(try Page("english-scan").lines(height: recognizer.height).first)
        let reading = try #require(recognizer.read([line], isTimeUp: { false })?.first)
        #expect(reading.text == "Harbour Station Handbook")
        for (left, right) in zip(reading.characters, reading.characters.dropFirst()) {
            #expect(left.range.lowerBound < left.range.upperBound)
            #expect(left.range.upperBound <= right.range.lowerBound)
        }
        #expect(reading.characters.allSatisfy { $0.certainty <= 0 && $0.certainty > -0.5 })
        let width = Double(line.width)
        let space = try #require(reading.characters.first { $0.isSpace }).range
        #expect(space.lowerBound > width * 0.2 && space.upperBound < width * 0.4)
    }

    @Test func readsWhiteOnBlack() throws {
        let recognizer = try #require(LineRecognizer(model: try model("eng")))
        let line = try #require(try Page("english-scan").lines(height: recognizer.height).first?.inverted)
        #expect(recognizer.read([line], isTimeUp: { false })?.first?.text == "Harbour Station Handbook")
    }

    @Test func readsTogetherWhatItReadsAlone() throws {
        let recognizer = try #require(LineRecognizer(model: try model("eng")))
        let lines = try Page("english-scan").lines(height: recognizer.height)
        let together = try #require(recognizer.read(lines, isTimeUp: { false })).map(\.text)
        let alone = lines.map { recognizer.read([$0], isTimeUp: { false })?.first?.text }
        #expect(together == alone)
    }

    @Test(arguments: VectorKind.allCases.filter { $0.isAvailable })
    func readsTheSameWithAllKernels(kind: VectorKind) throws {
        let bytes = try model("chi_sim")
        let (usual, other) = (
            try #require(LineRecognizer(model: bytes, kind: .portable)),
            try #require(LineRecognizer(model: bytes, kind: kind))
        )
        let lines = Array(try Page("chinese-scan").lines(height: usual.height).prefix(3))
        let readings = [usual, other].map { $0.read(lines, isTimeUp: { false }) ?? [] }
        #expect(readings[0].map(\.text) == readings[1].map(\.text))
        #expect(
            readings[0].map { $0.characters.map(\.certainty) }
                == readings[1].map { $0.characters.map(\.certainty) })
    }

    @Test func givesUpWhenTimeIsUp() throws {
        let recognizer = try #require(LineRecognizer(model: try model("eng")))
        let lines = try Page("english-scan").lines(height: recognizer.height)
        #expect(recognizer.read(lines, isTimeUp: { true }) == nil)
    }

    @Test func takesPicturesOfAnySize() throws {
        let recognizer = try #require(LineRecognizer(model: try model("eng")))
        var chance = Chance(7)
        let sizes = [(1, 36), (2, 36), (3, 36), (4, 36), (5, 1), (40, 35), (37, 36), (20_000, 36), (900, 36)]
        let pictures = sizes.compactMap { LinePicture.noise(width: $0.0, height: $0.1, &chance) }
        let readings = try #require(recognizer.read(pictures, isTimeUp: { false }))
        #expect(readings.count == sizes.count)
        for index in [0, 1, 4, 5, 7] { #expect(readings[index].characters.isEmpty) }
        #expect(LinePicture(gray: [], width: 0, height: 36) == nil)
        #expect(LinePicture(gray: [1, 2], width: 2, height: 2) == nil)
    }

    @Test(arguments: [UInt8(0), 128, 255])
    func findsNothingOnPlainPaper(level: UInt8) throws {
        let recognizer = try #require(LineRecognizer(model: try model("eng")))
        let paper = try #require(
            LinePicture(gray: [UInt8](repeating: level, count: 300 * 36), width: 300, height: 36))
        let reading = try #require(recognizer.read([paper], isTimeUp: { false })?.first)
        #expect(reading.characters.isEmpty, "\(reading.text)")
    }
}
