// Whether the end of a file is there: real documents whole and cut, and bytes made by hand.

internal import Intake
internal import Platform
internal import TestSupport
internal import Testing

@Suite struct CompletenessTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private static func fixture(_ name: String) throws -> [UInt8] {
        let here = Path(#filePath).parent.parent.parent
        return try Directory(here / "Fixtures").open(Path(name)).readAll()
    }

    private func check(_ bytes: some Sequence<UInt8>) throws -> Completeness {
        try scratch.directory().removeIfPresent("file")
        try scratch.write(bytes, "file")
        return try Completeness.check(try scratch.directory().open("file"))
    }

    private func isUnfinished(_ bytes: some Sequence<UInt8>) throws -> Bool {
        if case .unfinished = try check(bytes) { true } else { false }
    }

    private static let whole = [
        "english-scan.pdf", "digital.pdf", "encrypted.pdf", "signed.pdf", "junk-before.pdf",
        "broken-xref.pdf",
        "scan.jpg", "cmyk.jpg", "exif-turned.jpg", "scan.png", "palette.png", "sixteen-bit.png",
        "frames.tiff",
        "odd-dpi.tiff", "phone.heic", "pdf-named.jpg", "png-named.pdf", "text-named.pdf", "damaged.pdf",
    ]

    @Test(arguments: whole) func wholeDocumentIsComplete(name: String) throws {
        #expect(try check(try Self.fixture(name)) == .complete)
    }

    @Test(arguments: ["truncated.pdf", "truncated.jpg", "truncated.png"]) func cutFixtureIsUnfinished(
        name: String
    ) throws {
        #expect(try isUnfinished(try Self.fixture(name)))
    }

    @Test func emptyFileIsEmpty() throws {
        #expect(try check(try Self.fixture("zero.pdf")) == .empty)
    }

    @Test(
        arguments: [
            "english-scan.pdf", "scan.jpg", "exif-turned.jpg", "scan.png", "odd-dpi.tiff", "phone.heic",
        ],
        [0.02, 0.1, 0.3, 0.5, 0.75, 0.9, 0.99])
    func cutDocumentIsUnfinished(name: String, share: Double) throws {
        let bytes = try Self.fixture(name)
        #expect(try isUnfinished(bytes.prefix(max(12, Int(Double(bytes.count) * share)))))
    }

    // MARK: PDF

    @Test(arguments: [
        ("%PDF-1.7\nx\n%%EOF", true), ("%PDF-1.7\nx\n%%EOF\n\n", true),
        ("mail\n%PDF-1.7\nx\n%%EOF\0\0", true),
        ("%PDF-1.7\nx\n%%EO", false), ("%PDF-1.7", false),
        ("%PDF-1.7\n%%EOF" + String(repeating: "x", count: 70_000), false),
        ("%PDF-1.4\n1 0 obj<</Linearized 1/L 40/H[1 2]>>\n%%EOF", true),
        ("%PDF-1.4\n1 0 obj<</Linearized 1/L 4000/H[1 2]>>\n%%EOF", false),
        ("%PDF-1.4\n1 0 obj<</Length 9>><</Linearized 1 /L  4000>>\n%%EOF", false),
    ]) func pdfEndsWithItsTrailer(text: String, isComplete: Bool) throws {
        #expect(try isUnfinished(text.utf8) == !isComplete)
    }

    // MARK: TIFF

    /// Little-endian: header, then directories of `counts` entries one after another, the last one leading to `next`.
    private static func tiff(_ counts: [Int], next: Int = 0) -> [UInt8] {
        func little(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var bytes: [UInt8] = [0x49, 0x49, 0x2A, 0] + little(8, 4)
        for (index, count) in counts.enumerated() {
            let end = bytes.count + 2 + 12 * count + 4
            bytes += little(count, 2) + [UInt8](repeating: 0, count: 12 * count)
            bytes += little(index == counts.count - 1 ? next : end, 4)
        }
        return bytes
    }

    @Test(arguments: [tiff([1]), tiff([3, 1, 2]), tiff([1], next: 8)])
    func tiffWithEveryDirectoryInsideIsComplete(bytes: [UInt8]) throws {
        #expect(try check(bytes) == .complete)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 9, 20]) func tiffWithACutDirectoryIsUnfinished(missing: Int) throws {
        #expect(try isUnfinished(Self.tiff([3, 1]).dropLast(missing)))
        #expect(try isUnfinished(Self.tiff([3], next: 4000)))
    }

    @Test func bigEndianTIFFIsReadAsSuch() throws {
        let whole: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
        #expect(try check(whole) == .complete)
        #expect(try isUnfinished(whole.dropLast()))
    }

    /// libtiff writes the place of the first directory last: until then it is 0.
    @Test(
        arguments: [
            [0x49, 0x49, 0x2A, 0], [0x49, 0x49, 0x2A, 0, 8, 0], [0x49, 0x49, 0x2A, 0, 0, 0, 0, 0],
            [0x49, 0x49, 0x2A, 0, 0, 0, 0, 0] + [UInt8](repeating: 0xAA, count: 5000),
            [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 0],
        ] as [[UInt8]]) func tiffWithoutAFirstDirectoryIsUnfinished(bytes: [UInt8]) throws
    {
        #expect(try isUnfinished(bytes))
    }

    // MARK: HEIF

    private static func box(_ type: String, _ length: UInt32, _ content: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + Array(type.utf8)
            + [UInt8](repeating: 0, count: content)
    }

    @Test(
        arguments: [
            (box("ftyp", 16, 8) + box("mdat", 12, 4), true), (box("ftyp", 16, 8) + box("mdat", 13, 4), false),
            (box("ftyp", 16, 8) + box("mdat", 0, 100), true), (box("ftyp", 16, 8) + [0, 0, 0], false),
            (box("ftyp", 16, 8) + box("mdat", 1, 7), false),
            (box("ftyp", 16, 8) + box("mdat", 1, 0) + [0, 0, 0, 0, 0, 0, 0, 20, 1, 2, 3, 4], true),
            (box("ftyp", 16, 8) + box("mdat", 1, 0) + [0, 0, 0, 0, 0, 0, 0, 21, 1, 2, 3, 4], false),
            (box("ftyp", 16, 8) + box("mdat", 1, 0) + [255, 255, 255, 255, 255, 255, 255, 255], false),
            (box("ftyp", 400, 8), false),
        ] as [([UInt8], Bool)]) func heifBoxesReachTheEnd(bytes: [UInt8], isComplete: Bool) throws
    {
        #expect(try isUnfinished(bytes) == !isComplete)
    }

    // MARK: JPEG

    /// A camera's JPEG carries a small one, with an end of its own, in front of the picture.
    @Test func endOfAThumbnailIsNotTheEndOfTheJPEG() throws {
        let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 4, 0, 0, 0xFF, 0xD9]
        let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(2 + thumbnail.count)] + thumbnail
        let picture: [UInt8] = [0xFF, 0xD8] + segment + [0xFF, 0xDA, 0, 2, 1, 2, 3, 4]
        #expect(try isUnfinished(picture))
        #expect(try check(picture + [0xFF, 0xD9]) == .complete)
    }

    @Test(arguments: [[0x61], Array("plain text".utf8), Array("PK\u{3}\u{4}zip".utf8), [0x00]] as [[UInt8]])
    func unknownFileIsTakenToBeComplete(bytes: [UInt8]) throws {
        #expect(try check(bytes) == .complete)
    }
}
