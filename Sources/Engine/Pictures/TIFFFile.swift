// TIFF 6.0 through libtiff: every directory is a frame with a resolution of its own. Bilevel frames stay bilevel with
// black as black; all others become gray or RGB, whatever their compression and colours were.

internal import Documents
internal import PictureShims

/// A TIFF file. Corresponds to `TIFF`.
final class TIFFFile: PictureFile {
    private(set) var frames: [PictureFrame] = []
    private let handle: OpaquePointer
    private let task: Assignment
    private var shapes: [papertray_tiff_frame] = []

    init(_ path: String, _ task: Assignment) throws(Failure) {
        let (opened, reason) = try sentence { buffer throws(Failure) in
            papertray_tiff_open(try task.workspace.path(path), buffer)
        }
        guard let opened else { throw Failure(.damaged, task.name, reason) }
        handle = opened
        self.task = task
        let count = Int(papertray_tiff_count(opened, Int32(clamping: task.limits.pages)))
        guard count > 0 else { throw Failure(.incomplete, task.name, "its first directory is missing") }
        guard count <= task.limits.pages else {
            throw Failure(.tooManyPages, task.name, "more than \(task.limits.pages)", String(task.limits.pages))
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
                orientation: Int(shape.orientation), coding: "FlateDecode"))
    }

    /// Decodes all frames once without keeping them.
    func check() throws(Failure) {
        for index in frames.indices {
            _ = try select(index)
            let (outcome, reason) = try sentence { buffer throws(Failure) in
                papertray_tiff_read(handle, { _, _, _, _ in true }, nil, buffer)
            }
            try throwFailure(of: outcome, reason, task.name)
        }
    }

    func addImage(_ index: Int, to pdf: PDFFile) throws(Failure) -> PDFObject {
        let (shape, frame) = (shapes[index], frames[index])
        let (bits, channels) = (Int(shape.bits), Int(shape.channels))
        let dictionary = imageDictionary(
            frame, colorSpace: channels == 1 ? "/DeviceGray" : "/DeviceRGB", bits: bits, filter: "FlateDecode",
            extra: bits == 8 ? pngPredictor(frame, colors: channels) : "")
        let rowBytes = bits == 1 ? (frame.width + 7) / 8 : frame.width * channels
        return try pdf.addStream(dictionary) { (sink) throws(Failure) in
            guard let rows = FlateRows(rowBytes: rowBytes, predictorDistance: bits == 8 ? channels : 0, into: sink)
            else { throw Failure(.outOfMemory, self.task.name, "zlib") }
            _ = try self.select(index)
            try rows.fill(self.task.name) { (take, context, buffer) throws(Failure) in
                papertray_tiff_read(self.handle, take, context, buffer)
            }
        }
    }
}
