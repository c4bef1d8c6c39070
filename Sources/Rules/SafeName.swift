// One component of an output path, made safe for every file system and share that people use: no control or
// direction-changing characters, nothing that Windows reserves, never hidden, at most 255 bytes. Bytes that are not
// UTF-8 stay as they are.

internal import Documents

enum SafeName {
    /// The longest component that Linux file systems take.
    static let longest = 255

    private static let reserved = Set("<>:\"/\\|?*".utf8)

    /// Replaces what must not be in a name by `_`.
    static func sanitised(_ bytes: [UInt8]) -> [UInt8] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return bytes.map { isHarmful($0) ? UInt8(ascii: "_") : $0 }
        }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { safe.append(isHarmful(scalar) ? "_" : scalar) }
        return Array(String(safe).utf8)
    }

    /// Takes away leading and trailing dots and spaces; what has nothing else becomes `_`.
    static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        var slice = bytes[...]
        while let first = slice.first, isDotOrSpace(first) { slice.removeFirst() }
        while let last = slice.last, isDotOrSpace(last) { slice.removeLast() }
        return slice.isEmpty ? [UInt8(ascii: "_")] : Array(slice)
    }

    /// Cuts the stem so that stem and suffix together have at most 255 bytes. Text is cut between characters as
    /// people see them, and a single character that is too long between code points.
    static func joined(_ stem: [UInt8], suffix: [UInt8]) -> [UInt8] {
        let suffix = Array(suffix.prefix(longest - 1))
        let room = longest - suffix.count
        guard stem.count > room else { return stem + suffix }
        let cut = cut(stem, to: room)
        let kept = cut.reversed().drop(while: isDotOrSpace).reversed()
        return (kept.isEmpty ? cut : Array(kept)) + suffix
    }

    private static func cut(_ bytes: [UInt8], to room: Int) -> [UInt8] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return Array(bytes.prefix(room)) }
        let whole = prefix(of: text.lazy.map { Array(String($0).utf8) }, room)
        return whole.isEmpty
            ? prefix(of: text.unicodeScalars.lazy.map { Array(String($0).utf8) }, room) : whole
    }

    private static func prefix(of pieces: some Sequence<[UInt8]>, _ room: Int) -> [UInt8] {
        var kept: [UInt8] = []
        for piece in pieces {
            if kept.count + piece.count > room { break }
            kept += piece
        }
        return kept
    }

    private static func isDotOrSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: " ")
    }

    private static func isHarmful(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || reserved.contains(byte)
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return isHarmful(UInt8(truncatingIfNeeded: scalar.value)) }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return isDirectionMark(scalar)
        }
    }

    /// Marks that turn the reading direction, so that a name looks like another.
    private static func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
