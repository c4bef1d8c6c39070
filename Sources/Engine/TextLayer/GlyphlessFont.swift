// The fonts of a document's text layers: composite fonts whose glyphs paint nothing (ISO 32000-1, 9.7). A code is a
// UTF-16 code unit, so ToUnicode is the identity, written in ranges of which only the last byte varies, as 9.10.3
// demands. Codes of the surrogate range are free and stand for the characters of the other planes that are used. The
// fonts differ in the box of their letters and share all else.

internal import Documents

/// Builds the fonts' objects in a document.
enum GlyphlessFont {
    /// Width of every glyph as a share of the font size.
    static let advance = 0.5
    private static let privateCodes: ClosedRange<UInt16> = 0xD800...0xDFFF

    /// Gives each character outside of the first plane a code of its own, in the order of their values.
    static func supplement(for scalars: Set<Unicode.Scalar>) -> [Unicode.Scalar: UInt16] {
        Dictionary(uniqueKeysWithValues: zip(scalars.sorted { $0.value < $1.value }, privateCodes))
    }

    /// Adds a font for each box to a document; they are indirect objects.
    static func add(
        _ boxes: Set<LetterBox>, to file: PDFFile, supplement: [Unicode.Scalar: UInt16]
    ) throws(Failure) -> [LetterBox: PDFObject] {
        let unicode = try file.addStream("<< >>", Array(toUnicode(supplement).utf8))
        // Every code shows glyph 1, since `.notdef` stands for missing text.
        let map = try file.addStream("<< >>", (0..<65536).flatMap { _ in [0, 1] as [UInt8] })
        var fonts: [LetterBox: PDFObject] = [:]
        for box in boxes.sorted(by: >) {
            fonts[box] = try add(box, to: file, unicode: unicode, map: map)
        }
        return fonts
    }

    private static func add(
        _ box: LetterBox, to file: PDFFile, unicode: PDFObject, map: PDFObject
    ) throws(Failure) -> PDFObject {
        let bytes = EmptyTrueType(box).bytes
        let program = try file.addStream("<< /Length1 \(bytes.count) >>", bytes)
        let descriptor = try file.indirect(
            file.object(
                """
                << /Type /FontDescriptor /FontName /PapertrayText /Flags 5
                /FontBBox [0 \(-box.descent) 500 \(box.ascent)] /ItalicAngle 0
                /Ascent \(box.ascent) /Descent \(-box.descent) /CapHeight \(box.ascent) /StemV 80
                /FontFile2 \(program.reference) >>
                """))
        let descendant = try file.indirect(
            file.object(
                """
                << /Type /Font /Subtype /CIDFontType2 /BaseFont /PapertrayText /DW 500
                /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>
                /CIDToGIDMap \(map.reference) /FontDescriptor \(descriptor.reference) >>
                """))
        return try file.indirect(
            file.object(
                """
                << /Type /Font /Subtype /Type0 /BaseFont /PapertrayText /Encoding /Identity-H
                /DescendantFonts [\(descendant.reference)] /ToUnicode \(unicode.reference) >>
                """))
    }

    /// The CMap from codes to characters (Adobe Technical Note 5411).
    static func toUnicode(_ supplement: [Unicode.Scalar: UInt16]) -> String {
        let rows = (UInt16(0)...0xFF).filter { !privateCodes.contains($0 << 8) }.map { row in
            let first = hexadecimal(row << 8)
            return "<\(first)> <\(hexadecimal(row << 8 | 0xFF))> <\(first)>"
        }
        let characters = supplement.sorted { $0.value < $1.value }.map { scalar, code in
            "<\(hexadecimal(code))> <\(String(scalar).utf16.map(hexadecimal).joined())>"
        }
        return """
            /CIDInit /ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
            /CMapName /Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000> <FFFF>
            endcodespacerange
            \(blocks(rows, "bfrange"))\(blocks(characters, "bfchar"))endcmap
            CMapName currentdict /CMap defineresource pop
            end
            end

            """
    }

    /// At most 100 rows make one block.
    private static func blocks(_ rows: [String], _ kind: String) -> String {
        stride(from: 0, to: rows.count, by: 100).map { start in
            let block = rows[start..<min(start + 100, rows.count)]
            return "\(block.count) begin\(kind)\n\(block.joined(separator: "\n"))\nend\(kind)\n"
        }.joined()
    }
}
