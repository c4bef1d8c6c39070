// The one font of a document's text layers: a composite font whose glyphs paint nothing (ISO 32000-1, 9.7). A code is
// a UTF-16 code unit, so ToUnicode is the identity, written in ranges of which only the last byte varies, as 9.10.3
// demands. Codes of the surrogate range are free and stand for the characters of the other planes that are used.

internal import Documents

/// Builds the font's objects in a document.
enum GlyphlessFont {
    /// Width of every glyph as a share of the font size.
    static let advance = 0.5
    static let ascent = 0.8
    static let descent = 0.2
    private static let privateCodes: ClosedRange<UInt16> = 0xD800...0xDFFF

    /// Gives each character outside of the first plane a code of its own, in the order of their values.
    static func supplement(for scalars: Set<Unicode.Scalar>) -> [Unicode.Scalar: UInt16] {
        Dictionary(uniqueKeysWithValues: zip(scalars.sorted { $0.value < $1.value }, privateCodes))
    }

    /// Adds the font to a document and returns it as an indirect object.
    static func add(to file: PDFFile, supplement: [Unicode.Scalar: UInt16]) throws(Failure) -> PDFObject {
        let program = try file.addStream("<< /Length1 \(EmptyTrueType.bytes.count) >>", EmptyTrueType.bytes)
        let unicode = try file.addStream("<< >>", Array(toUnicode(supplement).utf8))
        // Every code shows glyph 1, since `.notdef` stands for missing text.
        let map = try file.addStream("<< >>", (0..<65536).flatMap { _ in [0, 1] as [UInt8] })
        let descriptor = try file.indirect(
            file.object(
                """
                << /Type /FontDescriptor /FontName /PapertrayText /Flags 5 /FontBBox [0 -200 500 800] /ItalicAngle 0
                /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 /FontFile2 \(program.reference) >>
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
