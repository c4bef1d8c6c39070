@testable internal import Engine
@testable internal import LineRecognition
internal import Foundation
internal import Testing

/// Our line recogniser against Tesseract's own on the same pages.
@Suite(.serialized) struct TextRecognizerTests {
    private static let tessdata = "/usr/share/tesseract-ocr/5/tessdata"
    private static let scans = [
        ("english-scan", "eng"), ("chinese-scan", "chi_sim"), ("traditional-scan", "chi_tra"),
    ]

    /// The first page of a fixture as poppler draws it.
    private func page(_ fixture: String) throws -> Bitmap {
        let path = JobFolder.fixtures.appending(path: "\(fixture).pdf").path()
        let data = [UInt8](try tool("pdftoppm", "-gray", "-r", "200", "-l", "1", "-singlefile", path))
        let header = data.split(separator: UInt8(ascii: "\n"), maxSplits: 3).prefix(3).map {
            String(decoding: $0, as: UTF8.self)
        }
        let size = header[1].split(separator: " ").compactMap { Int($0) }
        return try #require(Bitmap(gray: data.suffix(size[0] * size[1]), width: size[0], height: size[1]))
    }

    func ours(_ language: String) throws -> TextRecognizer {
        let model = [UInt8](
            try Data(contentsOf: URL(filePath: "\(Self.tessdata)/\(language).traineddata")))
        return try #require(
            TextRecognizer(
                language: language, tessdata: Self.tessdata, model: model, layout: PageLayout()))
    }

    private func theirs(_ language: String) throws -> TextRecognizer {
        try #require(
            TextRecognizer(language: language, tessdata: Self.tessdata, model: nil, layout: PageLayout()))
    }

    private func letters(_ text: PageText) -> [Character] {
        text.lines.flatMap(\.words).flatMap(\.text).filter { $0.isLetter || $0.isNumber }
    }

    @Test(arguments: scans)
    func readsWhatTesseractReads(fixture: String, language: String) throws {
        let page = try page(fixture)
        let (mine, other) = (
            try #require(ours(language).read(page, dpi: 200, seconds: 60)),
            try #require(theirs(language).read(page, dpi: 200, seconds: 60))
        )
        #expect(mine.lines.count == other.lines.count)
        let changes = letters(mine).difference(from: letters(other))
        #expect(changes.insertions.count <= letters(other).count / 50, "\(letters(mine))")
        #expect(changes.removals.count <= letters(other).count / 50)
        #expect(abs(mine.confidence - other.confidence) < 8)
        for (left, right) in zip(mine.lines, other.lines) {
            #expect(left.turn == right.turn)
            #expect(abs(left.baseline.y1 - right.baseline.y1) < 2)
        }
    }

    @Test(arguments: scans)
    func putsWordsOnInk(fixture: String, language: String) throws {
        let page = try page(fixture)
        let bytes = page.grayBytes()
        func hasInk(_ columns: Range<Int>, _ rows: Range<Int>) -> Bool {
            rows.contains { row in columns.contains { bytes[row * page.width + $0] < 170 } }
        }
        let text = try #require(ours(language).read(page, dpi: 200, seconds: 60))
        for word in text.lines.flatMap(\.words) {
            let (left, top) = (Int(word.box.x), Int(word.box.y))
            let (right, foot) = (left + Int(word.box.width), top + Int(word.box.height))
            #expect(hasInk(left..<(left + 1), top..<foot), "\(word.text) starts on paper")
            #expect(hasInk((right - 1)..<right, top..<foot), "\(word.text) ends on paper")
            #expect(hasInk(left..<right, top..<(top + 1)) && hasInk(left..<right, (foot - 1)..<foot))
        }
    }

    @Test func putsWordsWhereTesseractPutsThem() throws {
        let page = try page("english-scan")
        let (mine, other) = (
            try #require(ours("eng").read(page, dpi: 200, seconds: 60)),
            try #require(theirs("eng").read(page, dpi: 200, seconds: 60))
        )
        for (left, right) in zip(mine.lines, other.lines) {
            #expect(left.words.map(\.text) == right.words.map(\.text))
            for (word, wanted) in zip(left.words, right.words) {
                #expect(abs(word.box.x - wanted.box.x) < 3, "\(word.text)")
                #expect(
                    abs(word.box.x + word.box.width - wanted.box.x - wanted.box.width) < 3, "\(word.text)")
            }
        }
    }

    @Test func readsLinesThatLieOnTheirSide() throws {
        let turned = try #require(try page("english-scan").turned(by: 90))
        let text = try #require(ours("eng").read(turned, dpi: 200, seconds: 60))
        let words = text.lines.filter { $0.turn == 270 }.flatMap(\.words).map(\.text)
        #expect(words.contains("ferry") && words.contains("bicycles"))
    }

    @Test(arguments: scans)
    func isNotSureOfTextThatIsUpsideDown(fixture: String, language: String) throws {
        let turned = try #require(try page(fixture).turned(by: 180))
        let text = try #require(ours(language).read(turned, dpi: 200, seconds: 60))
        #expect(text.confidence < 55, "\(text.confidence)")
    }

    @Test func givesUpWhenTimeIsUp() throws {
        #expect(try ours("eng").read(page("english-scan"), dpi: 200, seconds: 0.001) == nil)
    }

    @Test func leavesUnknownModelsToTesseract() throws {
        let osd = [UInt8](try Data(contentsOf: URL(filePath: "\(Self.tessdata)/osd.traineddata")))
        let recognizer = try #require(
            TextRecognizer(language: "eng", tessdata: Self.tessdata, model: osd, layout: PageLayout()))
        let text = try #require(recognizer.read(page("english-scan"), dpi: 200, seconds: 60))
        #expect(text.lines.first?.words.map(\.text) == ["Harbour", "Station", "Handbook"])
        #expect(
            TextRecognizer(language: "none", tessdata: Self.tessdata, model: osd, layout: nil) == nil)
    }

    @Test(arguments: [(1, 1), (2, 7), (3, 400), (400, 3), (60, 60), (157, 301)], ["eng", "chi_tra"])
    func findsNothingOnScraps(size: (width: Int, height: Int), language: String) throws {
        let count = size.width * size.height
        // Stripes, noise, and nothing but ink.
        let pictures = [
            (0..<count).map { $0 % 3 == 0 ? 10 : 250 },
            (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 7919 >> 5) },
            [UInt8](repeating: 0, count: count),
        ]
        let recognizer = try ours(language)
        for bytes in pictures {
            let bitmap = try #require(Bitmap(gray: bytes, width: size.width, height: size.height))
            #expect(recognizer.read(bitmap, dpi: 200, seconds: 20) != nil)
        }
    }

    /// A mark at the end of a line has ink of its own, which does not go on from the letter before.
    @Test(arguments: [
        ("..##.##....", 6, false), ("..##.##.#..", 6, true), ("..##....#..", 6, true), ("..##", 4, false),
    ])
    func marksAreNotMadeUpFromPaper(columns: String, first: Int, hasInk: Bool) {
        #expect(LineWords.hasOwnInk(from: first, columns.map { $0 == "#" }) == hasInk)
    }

    /// A mark by itself, of which the recogniser is not sure, is dirt only where there is dirt.
    @Test(arguments: [true, false]) func unsureMarksAreDirtOnDirtyPagesOnly(isDirty: Bool) {
        let (width, height) = (60, 20)
        var bytes = [UInt8](repeating: 250, count: width * height)
        for y in 4..<16 {
            for x in 5..<20 { bytes[y * width + x] = 10 }
            for x in 30..<33 where y > 12 { bytes[y * width + x] = 10 }
        }
        let reading = LineReading(characters: [
            .init(text: "口", range: 2..<24, middle: 12, certainty: -0.01),
            .init(text: ",", range: 24..<40, middle: 31, certainty: -0.5),
            .init(text: "口", range: 40..<60, middle: 50, certainty: -0.01),
        ])
        let words = LineWords(bytes: bytes, width: width, height: height, level: 128, isDirty: isDirty)
            .words(of: reading, scale: 1)
        #expect(words.map(\.text).joined() == (isDirty ? "口口" : "口,口"))
    }
}
