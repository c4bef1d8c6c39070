// Whether the end of a file is there, cheaply and by type: PDF trailer, JPEG end of image, PNG IEND, TIFF directories
// inside the file, HEIF boxes. It reads a few kilobytes and decides nothing about damage; what it does not know is
// taken to be complete.

package import Platform

package enum Completeness: Sendable, Hashable {
    case complete
    /// Nothing has been written yet.
    case empty
    /// Visibly unfinished, with what is missing.
    case unfinished(String)

    private static let tailBytes = 65536

    /// Looks at the head and the tail of an open file.
    package static func check(_ file: borrowing Descriptor) throws(SystemError) -> Completeness {
        let size = try file.status().bytes
        if size == 0 { return .empty }
        let head = try file.read(atMost: 1024, at: 0)
        if contains(head, "%PDF-") { return try checkPDF(file, size) }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            return try checkJPEG(file, size)
        }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            return contains(try tail(file, size), "IEND")
                ? .complete : .unfinished("the end of the PNG is missing")
        }
        if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            return try checkTIFF(file, size, isLittleEndian: head[0] == 0x49)
        }
        if head.dropFirst(4).starts(with: "ftyp".utf8) { return try checkHEIF(file, size) }
        return .complete
    }

    private static func tail(_ file: borrowing Descriptor, _ size: Int) throws(SystemError) -> [UInt8] {
        try file.read(atMost: tailBytes, at: max(0, size - tailBytes))
    }

    /// ISO 32000-1, 7.5.5: the trailer ends with `%%EOF`. A linearized file has one near its beginning too, and says in
    /// its first object how long it is.
    private static func checkPDF(_ file: borrowing Descriptor, _ size: Int) throws(SystemError)
        -> Completeness
    {
        guard contains(try tail(file, size), "%%EOF") else {
            return .unfinished("the end of the PDF is missing")
        }
        let head = try file.read(atMost: 2048, at: 0)
        if contains(head, "/Linearized"), let length = number(after: "/L", in: head), length > size {
            return .unfinished("it is \(size) of \(length) bytes long")
        }
        return .complete
    }

    /// ISO/IEC 10918-1, B.1: segments up to the scan, whose end is looked for behind them, since a segment may hold a
    /// whole small JPEG.
    private static func checkJPEG(_ file: borrowing Descriptor, _ size: Int) throws(SystemError)
        -> Completeness
    {
        let unfinished = Completeness.unfinished("the end of the JPEG is missing")
        var offset = 2
        while true {
            let marker = try file.read(atMost: 4, at: offset)
            guard marker.count == 4 else { return unfinished }
            if marker[0] != 0xFF || marker[1] == 0xDA { break }
            let isBare = marker[1] == 0xFF || marker[1] == 0x01 || (0xD0...0xD9).contains(marker[1])
            offset += marker[1] == 0xFF ? 1 : isBare ? 2 : 2 + (Int(marker[2]) << 8 | Int(marker[3]))
        }
        let start = max(offset, size - tailBytes)
        return contains(try file.read(atMost: tailBytes, at: start), [0xFF, 0xD9])
            ? .complete : unfinished
    }

    /// TIFF 6.0, section 2: every image file directory must lie inside the file. A loop is damage, not incompleteness.
    private static func checkTIFF(
        _ file: borrowing Descriptor, _ size: Int, isLittleEndian: Bool
    ) throws(SystemError) -> Completeness {
        func number(_ bytes: [UInt8]) -> Int {
            (isLittleEndian ? Array(bytes.reversed()) : bytes).reduce(0) { $0 << 8 | Int($1) }
        }
        var offset = number(try file.read(atMost: 4, at: 4))
        // Writers put the place of the first directory in last.
        guard size >= 8, offset != 0 else { return .unfinished("the TIFF has no directory yet") }
        for _ in 0..<10_000 where offset != 0 {
            let count = number(try file.read(atMost: 2, at: offset))
            let end = offset + 2 + count * 12
            guard offset + 2 <= size, end + 4 <= size else {
                return .unfinished("a TIFF directory lies beyond the end")
            }
            offset = number(try file.read(atMost: 4, at: end))
        }
        return .complete
    }

    /// ISO/IEC 14496-12, 4.2: boxes follow one another to the end of the file.
    private static func checkHEIF(_ file: borrowing Descriptor, _ size: Int) throws(SystemError)
        -> Completeness
    {
        var offset = 0
        while offset < size {
            let header = try file.read(atMost: 16, at: offset)
            guard header.count >= 8 else { return .unfinished("a HEIF box is cut off") }
            var length = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
            if length == 0 { return .complete }
            if length == 1 {
                guard header.count == 16, header[8] < 0x40 else {
                    return .unfinished("a HEIF box is cut off")
                }
                length = header[8..<16].reduce(0) { $0 << 8 | Int($1) }
            }
            guard length >= 8 else { return .complete }
            guard length <= size - offset else { return .unfinished("a HEIF box is cut off") }
            offset += length
        }
        return .complete
    }

    private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        contains(bytes, Array(text.utf8))
    }

    private static func contains(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
        position(of: needle, in: bytes) != nil
    }

    private static func position(of needle: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= needle.count else { return nil }
        return (0...(bytes.count - needle.count)).reversed().first { start in
            bytes[start] == needle[0] && bytes[start..<(start + needle.count)].elementsEqual(needle)
        }
    }

    private static func number(after key: String, in bytes: [UInt8]) -> Int? {
        let text = String(decoding: bytes, as: UTF8.self)
        for part in text.split(separator: key).dropFirst() {
            let digits = part.drop { $0 == " " }.prefix { $0.isNumber }
            if let value = Int(digits) { return value }
        }
        return nil
    }
}
