internal import Documents
internal import Foundation
internal import Testing

@testable import Engine

/// Pages that are one picture, coded in every way that a scanner or a converter knows; whichever way the pixels are
/// reached, the same sentence must be read.
@Suite(.serialized) struct PagePictureTests {
    private static let sentence = "A plain picture of a printed note."

    private func packed(_ gray: [UInt8], width: Int, inverted: Bool) -> Data {
        var bytes: [UInt8] = []
        for row in stride(from: 0, to: gray.count, by: width) {
            for start in stride(from: 0, to: width, by: 8) {
                var byte: UInt8 = 0
                for bit in 0..<8 where start + bit < width && (gray[row + start + bit] > 140) != inverted {
                    byte |= 0x80 >> UInt8(bit)
                }
                bytes.append(byte)
            }
        }
        return Data(bytes)
    }

    private func recognised(_ pdf: Data) throws -> String {
        let job = try JobFolder(named: "picture.pdf", pdf)
        return try text(of: job.step("ocr")).joined()
    }

    @Test(arguments: [
        "gray", "rgb", "bits", "inverted", "indexed", "palette", "pairs", "deep", "cmyk", "negative",
        "masked",
    ])
    func samplesOfEveryKindAreRead(kind: String) throws {
        let (gray, width, height) = try note()
        let size = "/Width \(width) /Height \(height)"
        let pdf =
            switch kind {
            case "gray": picturePage("\(size) /ColorSpace /DeviceGray /BitsPerComponent 8", Data(gray))
            case "rgb":
                picturePage(
                    "\(size) /ColorSpace /DeviceRGB /BitsPerComponent 8",
                    Data(gray.flatMap { [$0, $0, 255] }))
            case "bits":
                picturePage(
                    "\(size) /ColorSpace /DeviceGray /BitsPerComponent 1",
                    packed(gray, width: width, inverted: false))
            case "inverted":
                picturePage(
                    "\(size) /ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0]",
                    packed(gray, width: width, inverted: true))
            case "indexed":
                picturePage(
                    "\(size) /ColorSpace [/Indexed /DeviceRGB 1 <FFFFFF000080>] /BitsPerComponent 8",
                    Data(gray.map { $0 > 140 ? 0 : 1 }))
            case "palette":
                // Two pixels a byte, the second entry dark.
                picturePage(
                    "\(size) /ColorSpace [/Indexed /DeviceCMYK 2 <00000000 FF8000C0 00000000>] "
                        + "/BitsPerComponent 4", halves(gray, width: width) { $0 > 140 ? 2 : 1 })
            case "pairs":
                picturePage(
                    "\(size) /ColorSpace /DeviceGray /BitsPerComponent 4 /Decode [1 0]",
                    halves(gray, width: width) { 15 - $0 >> 4 })
            case "deep":
                picturePage(
                    "\(size) /ColorSpace /DeviceGray /BitsPerComponent 16",
                    Data(gray.flatMap { [$0, 0x55] }))
            case "negative":
                picturePage(
                    "\(size) /ColorSpace /DeviceCMYK /BitsPerComponent 8 /Decode [1 0 1 0 1 0 1 0]",
                    Data(gray.flatMap { [255, 255, 255, $0] }))
            case "cmyk":
                picturePage(
                    "\(size) /ColorSpace /DeviceCMYK /BitsPerComponent 8",
                    Data(gray.flatMap { [0, 0, 0, 255 - $0] }))
            default:
                picturePage(
                    "\(size) /ImageMask true /BitsPerComponent 1", packed(gray, width: width, inverted: false)
                )
            }
        #expect(try recognised(pdf).contains(Self.sentence))
        // Masks are poppler's; whatever is decoded here looks as another program shows it.
        #expect(try difference(from: pdf) ?? 0 < 6)
        #expect(try (difference(from: pdf) == nil) == (kind == "masked"))
    }

    /// What our own decoders leave alone is still taken from the stream, pixel by pixel, whichever way it lies.
    @Test(
        arguments: [
            "/ImageMask true /BitsPerComponent 1", "/ColorSpace /DeviceGray /BitsPerComponent 1 /Mask [1 1]",
        ],
        ["419.4 0 0 297.72 0 0", "0 297.72 -419.4 0 419.4 0", "-419.4 0 0 -297.72 419.4 297.72"])
    func masksAreTakenFromTheStream(kind: String, matrix: String) throws {
        let (gray, width, height) = try note()
        let isTurned = matrix.hasPrefix("0")
        let pdf = picturePage(
            "/Width \(width) /Height \(height) \(kind)", packed(gray, width: width, inverted: false),
            matrix: isTurned ? "0 419.4 -297.72 0 297.72 0" : matrix,
            box: isTurned ? "0 0 297.72 419.4" : "0 0 419.4 297.72")
        #expect(try difference(from: pdf) == nil)
        let difference = try #require(try difference(from: pdf, byPoppler: true))
        #expect(difference < 6, "a picture that lies another way differs by 20")
    }

    @Test(arguments: 1...8) func codingsOfScannersAreDecoded(page: Int) throws {
        let pdf = try Data(contentsOf: JobFolder.fixtures.appending(path: "codings.pdf"))
        let difference = try #require(try difference(from: pdf, page: page))
        #expect(difference < 1.5)
    }

    @Test(arguments: [
        // Coded data that end too soon, rows of another width, and what is no coded data at all.
        ("/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 1240 >>", [0x26, 0xA0] as [UInt8]),
        (
            "/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 99 >>",
            [0x00, 0x10, 0x01, 0x00, 0x10, 0x01]
        ),
        ("/Filter /JPXDecode", [0xFF, 0x4F, 0xFF, 0x51, 0, 0]),
        ("/Filter /DCTDecode", [0xFF, 0xD8, 0xFF, 0xD9]), ("", []),
    ]) func damagedDataAreLeftToTheRenderer(filter: String, bytes: [UInt8]) throws {
        let dictionary = "/Width 1240 /Height 400 /ColorSpace /DeviceGray /BitsPerComponent 1 \(filter)"
        #expect(try difference(from: picturePage(dictionary, Data(bytes))) == nil)
    }

    /// The mean difference of gray levels between a page's picture and the page as poppler's program draws it with as
    /// many pixels; `nil` where the picture is not decoded.
    private func difference(from pdf: Data, page number: Int = 1, byPoppler: Bool = false) throws -> Double? {
        let job = try JobFolder(named: "picture.pdf", pdf)
        let task = Assignment(
            workspace: try Workspace(job.url.path(), name: "picture"), name: "picture", limits: Limits(),
            password: nil, instruments: Instruments(EngineResources()))
        let page = try PDFFile(opening: job.source.path(), for: task).page(number)
        let picture = PagePicture(of: page, PageImages(of: page))
        let decoded =
            byPoppler
            ? try picture?.gray(
                mostPixels: 40_000_000, on: number, PageRenderer(opening: job.source.path(), for: task))
            : picture?.gray(mostPixels: 40_000_000)
        guard let bitmap = decoded else { return nil }
        let target = job.url.appending(path: "drawn").path()
        try tool(
            "pdftoppm", "-f", "\(number)", "-l", "\(number)", "-singlefile", "-gray", "-scale-to-x",
            "\(bitmap.width)", "-scale-to-y", "\(bitmap.height)", job.source.path(), target)
        let drawn = [UInt8](try Data(contentsOf: URL(filePath: target + ".pgm")))
            .suffix(bitmap.width * bitmap.height)
        let sum = zip(drawn, bitmap.grayBytes()).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(drawn.count)
    }

    /// Samples of four bits.
    private func halves(_ gray: [UInt8], width: Int, _ sample: (UInt8) -> UInt8) -> Data {
        var bytes: [UInt8] = []
        for row in stride(from: 0, to: gray.count, by: width) {
            for x in stride(from: 0, to: width, by: 2) {
                let second = x + 1 < width ? sample(gray[row + x + 1]) : 0
                bytes.append(sample(gray[row + x]) << 4 | second)
            }
        }
        return Data(bytes)
    }

    @Test(arguments: [
        ("0 419.4 -297.72 0 297.72 0", "0 0 297.72 419.4", ""),
        ("419.4 0 0 297.72 100 50", "100 50 519.4 347.72", ""),
        ("419.4 0 0 297.72 0 0", "0 0 419.4 297.72", "/Rotate 180"),
        ("419.4 0 0 297.72 0 0", "0 0 419.4 297.72", "/UserUnit 2"),
    ])
    func pictureIsReadAsThePageShowsIt(matrix: String, box: String, extra: String) throws {
        let pdf = try notePage(matrix: matrix, box: box, extra: extra)
        #expect(try recognised(pdf).contains(Self.sentence))
    }

    @Test(arguments: [("english-scan.pdf", true), ("chinese-scan.pdf", true), ("mixed.pdf", false)])
    func scanIsDecodedFromItsStream(fixture: String, isPicture: Bool) throws {
        let job = try JobFolder(fixture)
        let instruments = Instruments(EngineResources())
        let task = Assignment(
            workspace: try Workspace(job.url.path(), name: fixture), name: fixture, limits: Limits(),
            password: nil, instruments: instruments)
        let page = try PDFFile(opening: job.source.path(), for: task).page(1)
        let images = PageImages(of: page)
        let bitmap = PagePicture(of: page, images)?.gray(mostPixels: 40_000_000)
        #expect((bitmap != nil) == isPicture)
        #expect(bitmap?.width == (isPicture ? images.images.first?.facts.width : nil))
    }

    @Test(arguments: [
        ([2.0, 0, 0, 3, 5, 5], 0), ([-2, 0, 0, -3, 5, 5], 180), ([0, -2, 3, 0, 0, 0], 90),
        ([0, 2, -3, 0, 0, 0], 270),
        ([-2, 0, 0, 3, 5, 5], nil), ([2, 0.1, -0.1, 3, 0, 0], nil),
    ])
    func turnOfAMatrixIsKnownUnlessItMirrors(matrix: [Double], turn: Int?) {
        #expect(PagePicture.quarterTurn(matrix) == turn)
    }
}
