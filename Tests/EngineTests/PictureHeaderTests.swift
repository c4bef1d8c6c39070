@testable import Engine
internal import Documents
internal import Foundation
internal import Testing

@Suite struct PictureHeaderTests {
    private static let exif: [UInt8] =
        [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]

    @Test(arguments: [(UInt8(6), 6), (8, 8), (0, 1), (9, 1)])
    func orientationIsReadWithinItsRange(stored: UInt8, orientation: Int) {
        #expect(Exif(tiff: Self.exif + [0, stored, 0, 0, 0, 0, 0, 0])?.orientation == orientation)
    }

    @Test func cutOffExifIsHarmless() {
        for count in 0..<Self.exif.count { _ = Exif(tiff: Array(Self.exif.prefix(count))) }
        #expect(Exif(tiff: []) == nil)
        #expect(Exif(tiff: Self.exif)?.orientation == 1)
    }

    private static let heads: [(head: String, type: FileType?)] = [
        ("GIF89a", nil), ("", nil), ("II*\0", .tiff), ("MM\0*", .tiff), ("\u{FEFF}\r\n%PDF-1.4", .pdf),
        (String(repeating: " ", count: 1020) + "%PDF-", nil), ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", .heic),
        ("\0\0\0\u{18}ftypavif\0\0\0\0mif1avif", nil), ("\0\0\0\u{18}ftypisom\0\0\0\0isommp41", nil),
    ]

    @Test(arguments: heads)
    func typeComesFromSignatures(head: String, type: FileType?) {
        #expect(MediaSniffer.type(of: Array(head.utf8)) == type)
    }

    @Test(arguments: [
        (1, "419.4 0 0 297.72 0 0"), (2, "-419.4 0 0 297.72 419.4 0"), (3, "-419.4 0 0 -297.72 419.4 297.72"),
        (4, "419.4 0 0 -297.72 0 297.72"), (5, "0 -419.4 -297.72 0 297.72 419.4"),
        (6, "0 -419.4 297.72 0 0 419.4"),
        (7, "0 419.4 297.72 0 0 0"), (8, "0 419.4 -297.72 0 297.72 0"),
    ])
    func orientationIsRealisedByTheMatrix(orientation: Int, matrix: String) {
        let frame = PictureFrame(
            width: 1165, height: 827, dpi: .init(horizontal: 200, vertical: 200), orientation: orientation,
            coding: "")
        let placement = Placement(frame, ConvertOptions(StepOptions()))
        #expect(placement.matrix.map { decimal($0) }.joined(separator: " ") == matrix)
        #expect((placement.pageWidth > placement.pageHeight) == (orientation < 5))
    }

    @Test func pageIsNeverLargerThanReadersAllow() {
        let frame = PictureFrame(
            width: 30000, height: 100, dpi: .init(horizontal: 72, vertical: 72), orientation: 1, coding: "")
        #expect(Placement(frame, ConvertOptions(StepOptions())).pageWidth == 14_400)
    }
}
