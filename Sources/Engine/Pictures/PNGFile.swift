// PNG (ISO/IEC 15948). The data of an opaque picture without interlacing are a PDF Flate stream already, so they go
// into the PDF as they are; all others are decoded, blended on white where they have alpha, and compressed again.

internal import Documents
internal import PictureShims

/// A PNG file.
final class PNGFile: PictureFile {
    let frames: [PictureFrame]
    private let reader: FileReader
    private let path: String
    private let task: Assignment
    private let header: PNGHeader

    init(_ path: String, _ task: Assignment) throws(Failure) {
        self.path = path
        self.task = task
        reader = try FileReader(task.workspace.open(path), named: task.name)
        header = try PNGHeader(reader, named: task.name)
        frames = [
            PictureFrame(
                width: header.width, height: header.height, dpi: header.resolution,
                orientation: header.orientation,
                coding: "FlateDecode")
        ]
    }

    /// Inflates the data once without keeping them: all rows must be there.
    func check() throws(Failure) {
        guard header.isComplete, !header.data.isEmpty else {
            throw Failure(.incomplete, task.name, "its end is missing")
        }
        guard let inflater = papertray_inflater_new() else { throw Failure(.outOfMemory, task.name, "zlib") }
        defer { papertray_inflater_free(inflater) }
        let expected = header.isInterlaced ? 0 : header.height * (1 + header.rowBytes)
        for piece in header.data {
            try reader.forEachPiece(at: piece.offset, count: piece.count) { (bytes) throws(Failure) in
                let limit = UInt64(max(expected, header.height * (header.rowBytes + 16) * 2))
                guard papertray_inflater_add(inflater, bytes, bytes.count, limit) else {
                    throw Failure(.damaged, task.name, "its data cannot be unpacked")
                }
            }
        }
        var hasEnded = false
        let count = papertray_inflater_count(inflater, &hasEnded)
        guard count >= UInt64(expected), hasEnded || expected > 0 else {
            throw Failure(.incomplete, task.name, "rows are missing")
        }
    }

    func addImage(_ index: Int, to pdf: PDFFile) throws(Failure) -> PDFObject {
        header.isStorable ? try addStored(to: pdf) : try addDecoded(to: pdf)
    }

    private func addStored(to pdf: PDFFile) throws(Failure) -> PDFObject {
        let space: String
        let profile = header.profile.flatMap { ColorProfile($0, channels: header.hasColor ? 3 : 1) }
        if header.isPalette {
            let base = try ColorProfile.colorSpace(profile, channels: 3, in: pdf)
            let digits = header.palette.map { hexadecimal(UInt16($0)).suffix(2) }.joined()
            space = "[/Indexed \(base) \(header.palette.count / 3 - 1) <\(digits)>]"
        } else {
            space = try ColorProfile.colorSpace(profile, channels: header.channels, in: pdf)
        }
        let predictor = pngPredictor(frames[0], colors: header.channels, bits: header.bits)
        let dictionary = imageDictionary(
            frames[0], colorSpace: space, bits: header.bits, filter: "FlateDecode", extra: predictor)
        let (reader, pieces) = (reader, header.data)
        return try pdf.addStream(dictionary) { (sink) throws(Failure) in
            for piece in pieces {
                try reader.forEachPiece(at: piece.offset, count: piece.count) { (bytes) throws(Failure) in
                    sink.write(bytes)
                }
            }
        }
    }

    private func addDecoded(to pdf: PDFFile) throws(Failure) -> PDFObject {
        let channels = header.hasColor ? 3 : 1
        let profile = header.profile.flatMap { ColorProfile($0, channels: channels) }
        let space = try ColorProfile.colorSpace(profile, channels: channels, in: pdf)
        let bits = header.isBilevel ? 1 : 8
        let predictor = bits == 8 ? pngPredictor(frames[0], colors: channels) : ""
        let dictionary = imageDictionary(
            frames[0], colorSpace: space, bits: bits, filter: "FlateDecode", extra: predictor)
        let rowBytes = bits == 1 ? (header.width + 7) / 8 : header.width * channels
        let (path, name) = (try task.workspace.path(path), task.name)
        return try pdf.addStream(dictionary) { (sink) throws(Failure) in
            guard
                let rows = FlateRows(
                    rowBytes: rowBytes, predictorDistance: bits == 8 ? channels : 0, into: sink)
            else { throw Failure(.outOfMemory, name, "zlib") }
            try rows.fill(name) { (take, context, buffer) throws(Failure) in
                papertray_png_read(path, Int32(channels), Int32(bits), take, context, buffer)
            }
        }
    }
}
