internal import Documents
internal import Foundation
internal import Testing

/// In which tones `enhance` leaves a page, and what of a page it leaves alone.
@Suite(.serialized) struct EnhanceToneTests {
    /// The note in RGB with something painted on it.
    private func colored(_ paint: (_ x: Int, _ y: Int) -> (Int, Int, Int)?) throws -> JobFolder {
        let note = try Drawing.note()
        var samples = Data(capacity: 3 * note.gray.count)
        for y in 0..<note.height {
            for x in 0..<note.width {
                let level = note.level(x, y)
                let (red, green, blue) = paint(x, y) ?? (level, level, level)
                samples += [UInt8(red), UInt8(green), UInt8(blue)]
            }
        }
        return try JobFolder(
            named: "page.pdf",
            picturePage(
                "/Width \(note.width) /Height \(note.height) /ColorSpace /DeviceRGB /BitsPerComponent 8",
                samples))
    }

    private func kind(_ job: JobFolder, _ color: String) throws -> String {
        let result = try job.step("enhance", ["color": .text(color)])
        try tool("qpdf", "--check", result.path())
        let image = try #require(try images(of: result).first)
        return "\(image[5]) \(image[7])"
    }

    @Test func autoTakesTheFewestTones() throws {
        let plain = try colored { _, _ in nil }
        #expect(try kind(plain, "auto") == "gray 1")
        let stamp = try colored { x, y in
            let distance = hypot(Double(x) - 900, Double(y) - 650)
            return (80.0...88).contains(distance) ? (200, 40, 50) : nil
        }
        #expect(try kind(stamp, "auto") == "rgb 8")
        let photograph = try colored { x, y in
            guard (600..<1000).contains(x), (540..<780).contains(y) else { return nil }
            let level = 60 + (x - 600) / 4 + (y - 540) / 5
            return (level, level, level)
        }
        #expect(try kind(photograph, "auto") == "gray 8")
        #expect(try kind(stamp, "keep") == "rgb 8")
        #expect(try kind(stamp, "gray") == "gray 8")
        #expect(try kind(stamp, "bw") == "gray 1")
    }

    @Test func photographKeepsItsTonesWhenShadowsGo() throws {
        func level(_ x: Int, _ y: Int) -> Int { 60 + (x - 600) / 4 + (y - 540) / 5 }
        let job = try colored { x, y in
            guard (600..<1000).contains(x), (540..<780).contains(y) else { return nil }
            return (level(x, y), level(x, y), level(x, y))
        }
        let drawn = try Drawing(of: job.step("enhance"))
        for (x, y) in [(620, 560), (800, 650), (980, 760)] {
            #expect(abs(drawn.level(x, y) - level(x, y)) < 25)
        }
    }

    @Test func blackAndWhiteIsGroup4TheRightWayRound() throws {
        let job = try JobFolder(named: "page.pdf", Drawing.note().page())
        let result = try job.step("enhance", ["color": .text("bw")])
        let image = try #require(try images(of: result).first)
        #expect(image[5] == "gray" && image[7] == "1" && image[8] == "ccitt")
        let drawn = try Drawing(of: result)
        let dark = drawn.gray.count { $0 < 128 }
        #expect(dark > drawn.gray.count / 200 && dark < drawn.gray.count / 5)
        #expect(try Data(contentsOf: result).count < 20_000)
    }

    @Test func ourTextLayerStays() throws {
        let job = try JobFolder(named: "page.pdf", Drawing.note().page())
        let read = try job.step("ocr")
        let before = try text(of: read)
        let result = try job.step(
            "enhance", ["color": .text("bw"), "deskew": .boolean(true), "crop": .text("auto")],
            on: StepFile(path: "01-ocr/result.pdf", type: .pdf, pages: 1))
        #expect(try text(of: result) == before && !before.joined().isEmpty)
        #expect(try images(of: result).map { $0[8] } == ["ccitt"])
        let (old, new) = (try Drawing(of: read), try Drawing(of: result))
        #expect(old.width == new.width && old.height == new.height)
    }

    @Test(arguments: [0, 90, 180, 270])
    func textOfAnotherProgramStays(rotation: Int) throws {
        let ghosts = "BT /F 12 Tf 3 Tr 60 200 Td (words of another program) Tj ET"
        let job = try JobFolder(
            named: "page.pdf", Drawing.note().page(extra: "/Rotate \(rotation)", after: ghosts))
        let result = try job.step("enhance", ["color": .text("bw"), "crop": .text("auto")])
        #expect(try text(of: result).joined().contains("words of another program"))
        #expect(try images(of: result).map { $0[8] } == ["ccitt"])
        #expect(try Drawing(of: result).difference(to: Drawing(of: job.source)) < 25)
    }

    @Test func annotationsAndFieldsStay() throws {
        let note = "/Annots [<< /Type /Annot /Subtype /Square /Rect [20 20 120 80] /C [0 0 1] /F 4 >>]"
        let job = try JobFolder(named: "page.pdf", Drawing.note().page(extra: note))
        let result = try job.step(
            "enhance", ["color": .text("bw"), "deskew": .boolean(true), "crop": .text("auto")])
        let source = String(decoding: try tool("qpdf", "--qdf", result.path(), "-"), as: UTF8.self)
        #expect(source.contains("/Square"))
        // Drawn once: the picture does not have it.
        let picture = job.url.appending(path: "picture")
        try tool("pdfimages", "-png", result.path(), picture.path())
        #expect(try images(of: result).map { $0[8] } == ["ccitt"])
        let (old, new) = (try Drawing(of: job.source), try Drawing(of: result))
        #expect(old.width == new.width && old.difference(to: new) < 25)
    }

    @Test(arguments: [
        "/Width 500 /Height 400 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
        "/Width 500 /Height 400 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode",
        "/Width 500 /Height 400 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode",
        "/Width 500 /Height 400 /BitsPerComponent 8 /Filter /JPXDecode",
        "/Width 500 /Height 400 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode",
        "/Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8",
        "/Width 3 /Height 9000 /ColorSpace /DeviceGray /BitsPerComponent 8",
        "/Width 0 /Height -4 /ColorSpace /DeviceGray /BitsPerComponent 8",
    ])
    func rubbishEndsInAResultOrAFailure(dictionary: String) throws {
        let rubbish = Data((0..<27_000).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ $0 >> 3) })
        let job = try JobFolder(named: "page.pdf", picturePage(dictionary, rubbish))
        let options: [String: OptionValue] = [
            "deskew": .boolean(true), "sharpen": .boolean(true), "crop": .text("auto"),
            "despeckle": .boolean(true), "color": .text("auto"),
        ]
        do {
            let result = try job.step("enhance", options)
            try tool("qpdf", "--check", result.path(), accepting: [0, 3])
        } catch is Failure {}
    }

    @Test(arguments: [("1 0 0 rg 250 30 80 80 re f", "rgb 8"), ("0 0 419.4 297.72 re W n", "gray 1")])
    func whatIsDrawnOverABilevelScanKeepsItsColor(drawing: String, expected: String) throws {
        let note = try Drawing.note()
        var bits = Data()
        for y in 0..<note.height {
            for left in stride(from: 0, to: note.width, by: 8) {
                bits.append(
                    (0..<8).reduce(0) { byte, x in
                        let isLight = left + x >= note.width || note.level(left + x, y) > 128
                        return byte << 1 | (isLight ? 1 : 0)
                    })
            }
        }
        let picture =
            "/Width \(note.width) /Height \(note.height) /ColorSpace /DeviceGray /BitsPerComponent 1"
        let isClip = drawing.hasSuffix("n")
        let job = try JobFolder(
            named: "page.pdf",
            picturePage(picture, bits, before: isClip ? drawing : "", after: isClip ? "" : drawing))
        let result = try job.step(
            "enhance", ["crop": .text("box"), "crop_box": .list([10, 10, 390, 280].map { .number($0) })])
        let image = try #require(try images(of: result).first)
        #expect("\(image[5]) \(image[7])" == expected)
        #expect(try Drawing(of: result).gray.count { $0 < 128 } > 5000)
    }

    @Test func onlySelectedPagesChange() throws {
        let job = try JobFolder("english-scan.pdf")
        let result = try job.step("enhance", ["color": .text("bw"), "pages": .text("2")])
        let codings = try images(of: result).map { $0[8] }
        let before = try images(of: job.source).map { $0[8] }
        try #require(codings.count == before.count && codings.count > 1)
        #expect(codings.enumerated().allSatisfy { $1 == ($0 == 1 ? "ccitt" : before[$0]) })
    }
}
