// Bytes of an open file by place, for formats whose headers we read ourselves.

internal import Documents
internal import Platform

/// A file that is read at places.
final class FileReader {
    private let file: Descriptor
    private let name: String
    let count: Int

    /// - Throws: `inputOutput`
    init(_ file: consuming Descriptor, named name: String) throws(Failure) {
        do { count = try file.status().bytes } catch { throw Failure(error, name) }
        self.file = file
        self.name = name
    }

    /// Up to `count` bytes from `offset`; fewer only at the end of the file.
    func bytes(at offset: Int, count: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, offset + bytes.count < self.count {
            let chunk: [UInt8]
            do { chunk = try file.read(atMost: count - bytes.count, at: offset + bytes.count) } catch {
                throw Failure(error, name)
            }
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return bytes
    }

    /// The whole file or a part of it, in pieces.
    func forEachPiece(
        at offset: Int, count: Int, _ body: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var done = 0
        while done < count {
            let piece = try bytes(at: offset + done, count: min(1 << 18, count - done))
            if piece.isEmpty { return }
            try body(piece)
            done += piece.count
        }
    }
}

extension Array where Element == UInt8 {
    /// A big-endian number, 0 beyond the end.
    func big16(at index: Int) -> Int {
        index >= 0 && index + 2 <= count ? Int(self[index]) << 8 | Int(self[index + 1]) : 0
    }

    func big32(at index: Int) -> Int { big16(at: index) << 16 | big16(at: index + 2) }

    func little16(at index: Int) -> Int {
        index >= 0 && index + 2 <= count ? Int(self[index + 1]) << 8 | Int(self[index]) : 0
    }

    func little32(at index: Int) -> Int { little16(at: index + 2) << 16 | little16(at: index) }
}
