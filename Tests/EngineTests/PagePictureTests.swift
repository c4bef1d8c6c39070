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

    @Test(arguments: ["gray", "rgb", "bits", "inverted", "indexed", "cmyk", "masked"])
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
