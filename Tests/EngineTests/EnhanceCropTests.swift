internal import Documents
internal import Foundation
internal import Testing

/// What of a page `enhance` keeps, and where its boxes lie then.
@Suite(.serialized) struct EnhanceCropTests {
    private func box(_ name: String, of pdf: URL) throws -> [Double] {
        let lines = String(decoding: try tool("pdfinfo", "-box", pdf.path()), as: UTF8.self).split(
            separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix(name) })
        return line.split(separator: " ").compactMap { Double($0) }
    }

    private static let wanted: [String: OptionValue] = [
        "crop": .text("box"), "crop_box": .list([36, 18, 216, 234].map { .number($0) }),
    ]

    @Test(arguments: [0, 90, 180, 270])
    func boxIsCutFromThePageAsSeen(rotation: Int) throws {
        let job = try JobFolder(
            named: "page.pdf",
            Drawing.note().page(
                matrix: "432 0 0 288 100 -50", box: "100 -50 532 238", extra: "/Rotate \(rotation)")
        )
        let result = try job.step("enhance", Self.wanted)
        try tool("qpdf", "--check", result.path())
        let drawn = try Drawing(of: result)
        #expect((600...601).contains(drawn.width) && (650...651).contains(drawn.height))
        // It lies where it lay, but for the pixels that poppler's edges of pictures are rounded to.
        let whole = try Drawing(of: job.source)
        var best = (x: 9, y: 9, difference: 255.0)
        for y in -4...4 {
            for x in -4...4 {
                let part = whole.cropped(x: 100 + x, y: 50 + y, width: 600, height: 650)
                let difference = part.difference(to: drawn, every: 7)
                if difference < best.difference { best = (x, y, difference) }
            }
        }
        #expect(abs(best.x) <= 2 && abs(best.y) <= 2 && best.difference < 16, "\(best)")
        let media = try box("MediaBox", of: result)
        let expected: [Int: [Double]] = [
            0: [136, -14, 352, 220], 90: [118, -14, 352, 202], 180: [280, -32, 496, 202],
            270: [280, -14, 514, 202],
        ]
        for (number, wanted) in zip(media, expected[rotation] ?? []) { #expect(abs(number - wanted) < 0.02) }
        #expect(try box("CropBox", of: result) == media)
        // What was cut off is not in the file any more.
        #expect(try images(of: result).allSatisfy { (Int($0[3]) ?? 0) <= 700 && (Int($0[4]) ?? 0) <= 700 })
    }

    @Test func boxesAndUnitsOfThePageCount() throws {
        let job = try JobFolder(
            named: "page.pdf",
            Drawing.note().page(
                extra: "/CropBox [20 10 400 290] /TrimBox [30 30 300 200] /UserUnit 2"))
        let result = try job.step("enhance", Self.wanted)
        let crop = try box("CropBox", of: result)
        for (number, wanted) in zip(crop, [38.0, 164, 146, 281]) { #expect(abs(number - wanted) < 0.02) }
        #expect(try box("TrimBox", of: result) == crop)
        let whole = try Drawing(of: job.source, dpi: 100)
        #expect(whole.width > 500)
    }

    @Test func boxBesideThePageCutsNothing() throws {
        let job = try JobFolder(named: "page.pdf", Drawing.note().page())
        let result = try job.step(
            "enhance",
            [
                "crop": .text("box"), "crop_box": .list([3000, 18, 180, 90].map { .number($0) }),
                "shadows": .text("keep"),
            ])
        #expect(try Data(contentsOf: result) == Data(contentsOf: job.source))
    }

    @Test func missingBoxIsAFailure() throws {
        let job = try JobFolder(named: "page.pdf", Drawing.note().page())
        let failure = #expect(throws: Failure.self) { try job.step("enhance", ["crop": .text("box")]) }
        #expect(failure?.code == .invalidTicket)
    }

    @Test(arguments: [0, 90, 180, 270])
    func blackEdgesAndEmptyMarginsGo(rotation: Int) throws {
        let note = try Drawing.note()
        let sheet = Drawing(gray: [UInt8](repeating: 0, count: 1400 * 1100), width: 1400, height: 1100)
            .map { x, y, _ in
                guard (120..<1285).contains(x), (90..<917).contains(y) else { return 8 }
                return Double(note.level(x - 120, y - 90))
            }
        let job = try JobFolder(named: "page.pdf", sheet.page(extra: "/Rotate \(rotation)"))
        let result = try job.step("enhance", ["crop": .text("auto")])
        let drawn = try Drawing(of: result)
        let sides = [drawn.width, drawn.height].sorted()
        // The note's lines take up 836 x 440 pixels.
        #expect((400...560).contains(sides[0]) && (820...960).contains(sides[1]), "\(sides)")
        let rim =
            (0..<drawn.width).flatMap { [drawn.level($0, 0), drawn.level($0, drawn.height - 1)] }
            + (0..<drawn.height).flatMap { [drawn.level(0, $0), drawn.level(drawn.width - 1, $0)] }
        #expect(rim.allSatisfy { $0 > 200 })
        let read = try job.step("ocr", on: StepFile(path: "01-enhance/result.pdf", type: .pdf, pages: 1))
        let words = try text(of: read).joined()
        #expect(words.contains("A plain picture of a printed note."))
        #expect(words.contains("A spare key hangs behind the door to the courtyard."))
    }

    @Test func emptyPageIsNotCut() throws {
        let blank = Drawing(gray: [UInt8](repeating: 252, count: 800 * 600), width: 800, height: 600)
        let job = try JobFolder(named: "page.pdf", blank.page())
        let result = try job.step("enhance", ["crop": .text("auto"), "despeckle": .boolean(true)])
        #expect(try Data(contentsOf: result) == Data(contentsOf: job.source))
    }
}
