internal import Documents
internal import Foundation
internal import Testing

@Suite struct ConvertTests {
    /// Width, height and pixels of a page drawn in colour.
    private struct Drawing {
        let width: Int
        let height: Int
        let bytes: Data

        init(_ pdf: URL, page: Int = 1, dpi: Int = 72) throws {
            let data = try tool(
                "pdftoppm", "-r", String(dpi), "-f", String(page), "-l", String(page), pdf.path())
            let header = data.split(separator: 0x0A, maxSplits: 3)
            let size = String(decoding: header[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
            (width, height) = (size[0], size[1])
            bytes = data.suffix(width * height * 3)
        }

        func pixel(_ x: Int, _ y: Int) -> [UInt8] {
            let start = bytes.startIndex + (y * width + x) * 3
            return Array(bytes[start..<(start + 3)])
        }
    }

    private func pageSizes(of pdf: URL, _ count: Int) throws -> [String] {
        let info = String(
            decoding: try tool("pdfinfo", "-f", "1", "-l", String(count), pdf.path()), as: UTF8.self)
        return info.split(separator: "\n").filter { $0.hasPrefix("Page") && $0.contains("size:") }.map {
            $0.split(separator: ":")[1].replacing(" pts", with: "").trimmingCharacters(in: .whitespaces)
        }
    }

    @Test(arguments: [
        "absurd-dpi.png", "cmyk.jpg", "exif-mirrored.jpg", "exif-turned.jpg", "frames.tiff", "gray-alpha.png",
        "odd-dpi.tiff", "palette.png", "phone.heic", "scan.jpg", "scan.png", "sixteen-bit.png",
    ])
    func resultIsASoundPDF(fixture: String) throws {
        let job = try JobFolder(fixture)
        try tool("qpdf", "--check", try job.step("convert").path())
    }

    @Test func jpegDataStayUntouched() throws {
        for fixture in ["scan.jpg", "exif-turned.jpg", "cmyk.jpg"] {
            let job = try JobFolder(fixture)
            let pdf = try Data(contentsOf: job.step("convert"))
            #expect(pdf.range(of: try Data(contentsOf: job.source)) != nil)
        }
    }

    @Test(arguments: ["exif-turned.jpg", "exif-mirrored.jpg", "phone.heic"])
    func orientationMakesThePageUpright(fixture: String) throws {
        let job = try JobFolder(fixture)
        let result = try job.step("convert")
        let size = try Drawing(result)
        #expect(size.width > size.height)
        let pages = StepFile(path: "01-convert/result.pdf", type: .pdf, pages: 1)
        let text = try text(of: job.step("ocr", [:], on: pages))
        #expect(text.first?.contains("The workshop keeps wooden boxes") == true)
    }

    @Test func everyTIFFFrameHasItsOwnSize() throws {
        let job = try JobFolder("frames.tiff")
        #expect(try pageSizes(of: job.step("convert"), 3).map { $0.prefix(3) } == ["252", "297", "384"])
    }

    @Test(arguments: [1, 2, 3])
    func paperOfEveryFrameIsLight(page: Int) throws {
        let job = try JobFolder("frames.tiff")
        let drawing = try Drawing(job.step("convert"), page: page)
        #expect(drawing.pixel(3, 3).allSatisfy { $0 > 200 })
    }

    @Test func faxFrameStaysFax() throws {
        let job = try JobFolder("frames.tiff")
        let images = String(
            decoding: try tool("pdfimages", "-list", job.step("convert").path()), as: UTF8.self)
        let rows = images.split(separator: "\n").dropFirst(2)
        #expect(rows.map { $0.contains(" ccitt ") } == [false, true, false])
    }

    @Test(arguments: ["scan.png", "gray-alpha.png", "palette.png"])
    func transparencyBecomesWhite(fixture: String) throws {
        let job = try JobFolder(fixture)
        #expect(try Drawing(job.step("convert")).pixel(2, 2).allSatisfy { $0 > 250 })
    }

    @Test func inksOfAdobeAreNotInverted() throws {
        let job = try JobFolder("cmyk.jpg")
        let drawing = try Drawing(job.step("convert"))
        #expect(drawing.pixel(2, 2).allSatisfy { $0 > 230 })
        let row = (0..<drawing.width).map { drawing.pixel($0, 78) }
        #expect(row.contains { $0[0] > 150 && $0[1] < 100 && $0[2] < 100 })
    }

    @Test(arguments: ["odd-dpi.tiff", "absurd-dpi.png", "absurd-high-dpi.png"])
    func unbelievableResolutionIsReplaced(fixture: String) throws {
        let job = try JobFolder(fixture)
        #expect(
            try pageSizes(of: job.step("convert", ["dpi": .integer(100)]), 1).first?.hasPrefix("595.44 x 216")
                == true)
    }

    @Test func sheetIsChosenByThePicture() throws {
        let wide = try JobFolder("scan.jpg").step(
            "convert", ["page_size": .text("a4"), "margin": .number(36)])
        #expect(try pageSizes(of: wide, 1).first?.hasPrefix("841.89 x 595.28") == true)
    }

    @Test func pdfPassesThroughUnchanged() throws {
        let job = try JobFolder("digital.pdf")
        #expect(try Data(contentsOf: job.step("convert")) == Data(contentsOf: job.source))
    }
}
