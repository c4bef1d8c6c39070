// A TrueType program of a few hundred bytes, made from the tables of the OpenType specification. Its one glyph is a
// line there and back: it has no area to paint, but a box, which readers show when text is selected (PDFium passes
// over single letters whose glyph has no box).

/// The font program for letters with a box.
struct EmptyTrueType {
    private static let unitsPerEm: UInt16 = 1000

    private let ascent: UInt16
    /// As a negative number.
    private let descent: UInt16

    init(_ box: LetterBox) {
        (ascent, descent) = (UInt16(box.ascent), UInt16(bitPattern: Int16(-box.descent)))
    }

    var bytes: [UInt8] {
        Self.assemble([
            ("cmap", [0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12] + Self.segments),
            (
                "glyf",
                Self.words([1, 0, descent, 500, ascent, 1, 0, 0x0101, 0, 500, descent, ascent &- descent])
            ),
            ("head", head),
            ("hhea", hhea),
            ("hmtx", Self.words([500, 0, 500, 0])),
            ("loca", Self.words([0, 0, 12])),
            ("maxp", Self.words([1, 0, 2, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])),
            (
                "name",
                Self.words([0, 1, 18]) + Self.words([3, 1, 0x409, 6, 26, 0])
                    + "PapertrayText".utf8.flatMap { [0, $0] }
            ),
            ("post", Self.words([3, 0]) + [UInt8](repeating: 0, count: 28)),
        ])
    }

    /// A format 4 subtable that maps nothing.
    private static let segments = words([4, 24, 0, 2, 2, 0, 0, 0xFFFF, 0, 0xFFFF, 1, 0])

    private var head: [UInt8] {
        Self.words([1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 3, Self.unitsPerEm]) + [UInt8](repeating: 0, count: 16)
            + Self.words([0, descent, 500, ascent, 0, 8, 2, 0, 0])
    }

    private var hhea: [UInt8] {
        Self.words([1, 0, ascent, descent, 0, 500, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 2])
    }

    private static func assemble(_ tables: [(tag: String, data: [UInt8])]) -> [UInt8] {
        let count = UInt16(tables.count)
        var directory = words([1, 0, count, 128, 3, count * 16 - 128])
        var body: [UInt8] = []
        let start = 12 + tables.count * 16
        for table in tables {
            directory += Array(table.tag.utf8) + long(checksum(table.data)) + long(UInt32(start + body.count))
            directory += long(UInt32(table.data.count))
            body += padded(table.data)
        }
        var font = directory + body
        adjust(&font, tables.prefix { $0.tag != "head" }.reduce(start) { $0 + padded($1.data).count })
        return font
    }

    /// Sets `checkSumAdjustment` of the head table at `offset`.
    private static func adjust(_ font: inout [UInt8], _ offset: Int) {
        font.replaceSubrange((offset + 8)..<(offset + 12), with: long(0xB1B0_AFBA &- checksum(font)))
    }

    private static func padded(_ data: [UInt8]) -> [UInt8] {
        data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
    }

    private static func checksum(_ data: [UInt8]) -> UInt32 {
        let data = padded(data)
        return stride(from: 0, to: data.count, by: 4).reduce(0) { sum, index in
            sum &+ data[index..<(index + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
    }

    private static func words(_ values: [UInt16]) -> [UInt8] {
        values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    private static func long(_ value: UInt32) -> [UInt8] {
        words([UInt16(value >> 16), UInt16(value & 0xFFFF)])
    }
}
