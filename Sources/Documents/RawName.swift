// Names are bytes. They may be invalid UTF-8, hold newlines or be 255 bytes long, and they keep their bytes into
// ledger and quarantine; only for people are they shown escaped.

/// A file name or a relative path, byte for byte as the file system holds it.
package struct RawName: Sendable, Hashable {
    package let bytes: [UInt8]

    package init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    package init(_ string: String) {
        self.bytes = Array(string.utf8)
    }

    /// The name for eyes and logs: valid UTF-8 as it is; control, bidirectional and invalid bytes as `\xNN`.
    package var display: String {
        var shown = ""
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var position = 0
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                let width = UTF8.width(scalar)
                shown += Self.escaped(scalar, bytes[position..<(position + width)])
                position += width
            case .error:
                return Self.escapedBytewise(bytes)
            case .emptyInput:
                break decoding
            }
        }
        return shown
    }

    /// The name that is shown like this: the inverse of `display`, for names that people type.
    package init(displayed text: String) {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.dropFirst().prefix(2)
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), digits.count == 2,
                let escaped = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(escaped)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        self.bytes = bytes
    }

    /// The last component.
    package var last: RawName {
        RawName(bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).last ?? [])
    }

    /// Everything before the last component, empty for a bare name.
    package var parent: RawName {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return RawName([]) }
        return RawName(bytes[..<slash])
    }

    /// The components between the slashes.
    package var components: [RawName] {
        bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).map { RawName($0) }
    }

    package var isEmpty: Bool { bytes.isEmpty }

    /// This path and, below it, `name`.
    package func appending(_ name: RawName) -> RawName {
        isEmpty ? name : RawName(bytes + [UInt8(ascii: "/")] + name.bytes)
    }

    /// The last component cut at its last dot; a leading dot does not count. Without a dot the suffix is empty.
    package var stemAndExtension: (stem: RawName, fileExtension: RawName) {
        let name = last.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else {
            return (RawName(name), RawName([]))
        }
        return (RawName(name[..<dot]), RawName(name[(dot + 1)...]))
    }

    private static func escaped(_ scalar: Unicode.Scalar, _ source: ArraySlice<UInt8>) -> String {
        let properties = scalar.properties
        let isHarmful =
            properties.generalCategory == .control || properties.generalCategory == .format
            || properties.generalCategory == .lineSeparator
            || properties.generalCategory == .paragraphSeparator
            || scalar == "\\"
        return isHarmful ? source.map(hexEscape).joined() : String(scalar)
    }

    private static func escapedBytewise(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
                ? String(Unicode.Scalar(byte)) : hexEscape(byte)
        }.joined()
    }

    private static func hexEscape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: false)
        return "\\x" + (digits.count == 1 ? "0" + digits : digits)
    }
}

extension RawName: Codable {
    /// Encoded as text where the bytes are UTF-8, otherwise as a list of numbers, so that no byte is ever lost.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let text = String(validating: bytes, as: UTF8.self) {
            try container.encode(text)
        } else {
            try container.encode(bytes)
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.init(text)
        } else {
            self.init(try container.decode([UInt8].self))
        }
    }
}

extension RawName: ExpressibleByStringLiteral, Comparable, CustomStringConvertible {
    package init(stringLiteral value: String) { self.init(value) }
    package var description: String { display }
    package static func < (left: RawName, right: RawName) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
