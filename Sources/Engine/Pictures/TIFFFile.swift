// TIFF 6.0 through libtiff: every directory is a frame with a resolution of its own. Bilevel frames stay bilevel with
// black as black; all others become gray or RGB, whatever their compression and colours were.

internal import Documents
internal import PictureShims
internal import Platform

/// A TIFF file. Corresponds to `TIFF`.
final class TIFFFile: PictureFile {
    private(set) var frames: [PictureFrame] = []
    private let handle: OpaquePointer
    private let path: String
    private let task: Assignment
    private var shapes: [papertray_tiff_frame] = []

    init(_ path: String, _ task: Assignment) throws(Failure) {
        let (opened, reason) = try sentence { buffer throws(Failure) in
            papertray_tiff_open(try task.workspace.path(path), buffer)
        }
        guard let opened else { throw Failure(.damaged, task.name, reason) }
        handle = opened
        self.path = path
        self.task = task
        let count = Int(papertray_tiff_count(opened, Int32(clamping: task.limits.pages)))
        guard count > 0 else { throw Failure(.incomplete, task.name, "its first directory is missing") }
        guard count <= task.limits.pages else {
            throw Failure(
                .tooManyPages, task.name, "more than \(task.limits.pages)", String(task.limits.pages))
        }
        for index in 0..<count { try addFrame(index) }
    }

    deinit { papertray_tiff_close(handle) }

    private func select(_ index: Int) throws(Failure) -> papertray_tiff_frame {
        var shape = papertray_tiff_frame()
        let (outcome, reason) = try sentence { buffer throws(Failure) in
            papertray_tiff_select(handle, Int32(index), &shape, buffer)
        }
        try throwFailure(of: outcome, reason, task.name)
        return shape
    }

    private func addFrame(_ index: Int) throws(Failure) {
        let shape = try select(index)
        shapes.append(shape)
        let isStated = shape.horizontal_dpi > 0 && shape.vertical_dpi > 0
        frames.append(
            PictureFrame(
                width: Int(shape.width), height: Int(shape.height),
                dpi: isStated ? .init(horizontal: shape.horizontal_dpi, vertical: shape.vertical_dpi) : nil,
                orientation: Int(shape.orientation),
                coding: shape.is_jpeg ? "DCTDecode" : shape.is_fax ? "CCITTFaxDecode" : "FlateDecode"))
    }

    /// Looks whether all strips are there; they are decoded only when the document is made, since frames are many.
    func check() throws(Failure) {
        let bytes = try task.workspace.status(path).bytes
        for index in frames.indices {
            _ = try select(index)
            let (outcome, reason) = try sentence { buffer throws(Failure) in
                papertray_tiff_check(handle, UInt64(bytes), buffer)
            }
            try throwFailure(of: outcome, reason, task.name)
        }
    }

    /// A whole JPEG stays as it is, and what was stored in a fax coding stays in one; everything else is deflated.
    func addImage(_ index: Int, to pdf: PDFFile) throws(Failure) -> PDFObject {
        let (shape, frame) = (shapes[index], frames[index])
        if shape.is_jpeg { return try addJPEG(index, shape, frame, to: pdf) }
        return shape.is_fax
            ? try addFax(index, frame, to: pdf) : try addDeflated(index, shape, frame, to: pdf)
    }

    private func addJPEG(
        _ index: Int, _ shape: papertray_tiff_frame, _ frame: PictureFrame, to pdf: PDFFile
    ) throws(Failure) -> PDFObject {
        let space = shape.channels == 1 ? "/DeviceGray" : "/DeviceRGB"
        let dictionary = imageDictionary(frame, colorSpace: space, filter: frame.coding)
        return try pdf.addStream(dictionary) { (sink) throws(Failure) in
            _ = try self.select(index)
            var count = 0
            guard let bytes = papertray_tiff_jpeg(self.handle, &count) else {
                throw Failure(.damaged, self.task.name, "a JPEG strip cannot be read")
            }
            defer { papertray_free(bytes) }
            sink.write(UnsafeBufferPointer(start: bytes, count: count))
        }
    }

    private func addFax(_ index: Int, _ frame: PictureFrame, to pdf: PDFFile) throws(Failure) -> PDFObject {
        let dictionary = imageDictionary(
            frame, colorSpace: "/DeviceGray", bits: 1, filter: frame.coding, extra: FaxRows.parameters(frame))
        return try pdf.addStream(dictionary) { (sink) throws(Failure) in
            guard let rows = FaxRows(width: frame.width, height: frame.height, into: sink) else {
                throw Failure(.outOfMemory, self.task.name, "libtiff")
            }
            try rows.fill(self.task.name, from: self.rows(of: index))
        }
    }

    private func addDeflated(
        _ index: Int, _ shape: papertray_tiff_frame, _ frame: PictureFrame, to pdf: PDFFile
    ) throws(Failure) -> PDFObject {
        let (bits, channels) = (Int(shape.bits), Int(shape.channels))
        let dictionary = imageDictionary(
            frame, colorSpace: channels == 1 ? "/DeviceGray" : "/DeviceRGB", bits: bits, filter: frame.coding,
            extra: bits == 8 ? pngPredictor(frame, colors: channels) : "")
        let rowBytes = bits == 1 ? (frame.width + 7) / 8 : frame.width * channels
        return try pdf.addStream(dictionary) { (sink) throws(Failure) in
            guard
                let rows = FlateRows(
                    rowBytes: rowBytes, predictorDistance: bits == 8 ? channels : 0, into: sink)
            else { throw Failure(.outOfMemory, self.task.name, "zlib") }
            try rows.fill(self.task.name, from: self.rows(of: index))
        }
    }

    private func rows(of index: Int) -> RowSource {
        { (take, context, buffer) throws(Failure) in
            _ = try self.select(index)
            return papertray_tiff_read(self.handle, take, context, buffer)
        }
    }
}
