// Paths are bytes: String and FileManager would mangle names that are not UTF-8.

/// An absolute or relative path, byte for byte, without a NUL.
package struct Path: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    package init(_ string: String) {
        bytes = Array(string.utf8)
    }

    package init(stringLiteral value: String) { self.init(value) }

    /// The path as text; bytes that are not UTF-8 are replaced, so it is for eyes and for paths that we made.
    package var string: String { String(decoding: bytes, as: UTF8.self) }
    package var description: String { string }
    package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }
    package var isEmpty: Bool { bytes.isEmpty }

    package static func / (left: Path, right: String) -> Path { left / Path(right) }

    package static func / (left: Path, right: Path) -> Path {
        if left.isEmpty || right.isAbsolute { return right }
        if right.isEmpty { return left }
        let slash: [UInt8] = left.bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
        return Path(bytes: left.bytes + slash + right.bytes)
    }

    /// Everything before the last component; `.` for a bare name.
    package var parent: Path {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == 0 ? "/" : Path(bytes: bytes[..<slash])
    }

    package var last: Path {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
        return Path(bytes: bytes[(slash + 1)...])
    }

    /// `.` and empty components removed and `..` resolved by name, without asking the file system.
    package var normalized: Path {
        var kept: [ArraySlice<UInt8>] = []
        for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true) {
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8), let last = kept.last, !last.elementsEqual("..".utf8) {
                kept.removeLast()
            } else if !(part.elementsEqual("..".utf8) && isAbsolute) {
                kept.append(part)
            }
        }
        let joined = Array(kept.joined(separator: [UInt8(ascii: "/")]))
        return Path(
            bytes: isAbsolute ? [UInt8(ascii: "/")] + joined : joined.isEmpty ? Array(".".utf8) : joined)
    }

    /// Whether this path is `other` or lies below it; both must be absolute and normalized.
    package func isWithin(_ other: Path) -> Bool {
        if bytes == other.bytes || other == "/" { return true }
        return bytes.starts(with: other.bytes) && bytes.count > other.bytes.count
            && bytes[other.bytes.count] == UInt8(ascii: "/")
    }

    /// Lends the path to C, terminated, for the time of the call.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        var terminated = bytes.map { CChar(bitPattern: $0) }
        terminated.append(0)
        return try terminated.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("a terminated path has a byte") }
            return try body(start)
        }
    }
}
