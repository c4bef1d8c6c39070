// What a file is, from its content alone: signatures for the formats we read, libmagic's words for all others.

internal import CMagic
internal import Documents

/// Tells file formats apart. Corresponds to `magic_t`.
final class MediaSniffer {
    private let table: String?
    private var opened: magic_t?

    init(table: String?) {
        self.table = table
    }

    deinit { if let opened { magic_close(opened) } }

    /// The format that the first bytes of a file announce; 1024 bytes are enough.
    static func type(of head: [UInt8]) -> FileType? {
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if isTIFF(head) { return .tiff }
        if isHEIF(head) { return .heic }
        return contains(head, "%PDF-") ? .pdf : nil
    }

    /// libmagic's description of a file. Corresponds to `magic_file`
    func describe(_ path: String) -> String {
        if opened == nil {
            opened = magic_open(MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_ELF)
            if let opened, magic_load(opened, table) != 0 {
                magic_close(opened)
                self.opened = nil
            }
        }
        guard let opened, let words = magic_file(opened, path) else { return "unknown data" }
        return String(String(cString: words).prefix(120))
    }

    private static func isTIFF(_ head: [UInt8]) -> Bool {
        let signatures: [[UInt8]] = [
            [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
        ]
        return signatures.contains { head.starts(with: $0) }
    }

    /// The brands of ISO/IEC 23008-12 that stand for pictures coded with HEVC.
    private static func isHEIF(_ head: [UInt8]) -> Bool {
        guard head.count >= 16, head[4..<8].elementsEqual("ftyp".utf8) else { return false }
        let length = min(head.count, max(16, Int(head[2]) << 8 | Int(head[3])))
        var brands: [String] = []
        for offset in stride(from: 8, through: length - 4, by: 4) where offset != 12 {
            brands.append(String(decoding: head[offset..<(offset + 4)], as: UTF8.self))
        }
        return !brands.allSatisfy { !["heic", "heix", "hevc", "hevx", "heim", "heis"].contains($0) }
            || (brands.first == "mif1" && !brands.contains("avif"))
    }

    private static func contains(_ head: [UInt8], _ word: String) -> Bool {
        let word = Array(word.utf8)
        let head = head.prefix(1024)
        guard head.count >= word.count else { return false }
        return (0...(head.count - word.count)).contains { head[$0..<($0 + word.count)].elementsEqual(word) }
    }
}
