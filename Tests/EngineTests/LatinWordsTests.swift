@testable internal import Engine
internal import Foundation
internal import LineRecognition
internal import Testing

/// Words that are read by two models.
@Suite(.serialized) struct LatinWordsTests {
    @Test(
        arguments: [
            ("1SO", "ISO", "ISO"), ("1SO", "Iso", "ISO"), ("IS0", "ISO", "ISO"), ("1S0", "ISO", nil),
            ("U5B", "USB", "USB"), ("|P", "IP", "IP"), ("]P", "1P", "1P"), ("AP|", "API", "API"),
            ("Xl", "X1", "X1"), ("AlDS", "AIDS", "AIDS"), ("1P65", "IP65", nil), ("B5", "BS", nil),
            ("A0", "AO", nil), ("B05", "BOS", nil), ("T15", "TIS", nil), ("S7", "ST", nil),
            ("IO", "10", nil), ("SO2", "S02", nil), ("ISO", "1SO", nil), ("H2O", "H20", nil),
            ("A|B", "AIB", nil), ("OK!", "OKI", nil), ("[IT]", "IIT]", nil), ("US$", "USS", nil),
            ("AI", "Al", nil), ("15", "IS", nil), ("i5", "iS", nil),
            ("1SO", "ISO9", nil), ("1SO", "LSO", nil), ("Al", "AI", "AI"), ("A1t", "AIt", nil),
        ] as [(String, String, String?)])
    func takesTheBetterOfTwoReadings(text: String, other: String, settled: String?) {
        #expect(LatinWords.settled(text, by: other) == settled)
    }

    @Test func readsCapitalsAmongHanAgain() throws {
        let page = try Drawing(of: JobFolder.fixtures.appending(path: "chinese-scan.pdf"))
        let codes = [
            "ISO 9001", "ISBN", "BIOS", "IEC", "H2O", "A4", "B5", "USB 3.0", "API", "IP65", "SOS", "1080P",
        ]
        let lines = codes.indices.map { row in
            let line = codes.indices.map { codes[(row + $0) % codes.count] }.joined(separator: "  ")
            return "BT /F \(8 + Double(row) / 4) Tf 20 \(40 + row * 26) Td (\(line)) Tj ET"
        }
        let file = "1 g 0 0 420 380 re f 0 g " + lines.joined(separator: " ")
        let drawn = try Drawing(of: try JobFolder(named: "codes.pdf", page.page(after: file)).source)
        let bitmap = try #require(Bitmap(gray: drawn.gray, width: drawn.width, height: drawn.height))
        let shelf = RecognizerShelf(tessdata: "/usr/share/tesseract-ocr/5/tessdata")
        let han = try shelf.recognizer(for: "chi_sim")
        let choice = LanguageChoice(wanted: ["chi_sim", "eng"], shelf: shelf)
        func words(_ text: PageText?) throws -> [String] {
            try #require(text).lines.flatMap(\.words).map(\.text)
        }
        let alone = try words(han.read(bitmap, dpi: 200, seconds: 60))
        let both = try words(han.read(bitmap, dpi: 200, seconds: 60, latin: choice.latin))
        #expect(alone.count == both.count)
        let right = Set(codes.flatMap { $0.split(separator: " ").map(String.init) })
        let changed = zip(alone, both).filter { $0 != $1 }
        #expect(changed.count { right.contains($0.1) } >= 1)
        #expect(!changed.contains { right.contains($0.0) })
        #expect(LanguageChoice(wanted: ["chi_sim"], shelf: shelf).latin() == nil)
    }
}
