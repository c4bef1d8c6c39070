// HEIC through libheif, which turns and crops the picture as the file says. PDF has no HEVC, so the decoded photo is
// coded again as a JPEG of high quality with full colour resolution: a lossless stream of a phone's photo would be
// ten times the size of its file.

internal import CHeif
internal import Documents
internal import PictureShims

/// A HEIC file. Corresponds to `heif_context`.
final class HEICFile: PictureFile {
    private static let quality: Int32 = 92

    private(set) var frames: [PictureFrame] = []
    private let context: OpaquePointer
    private let task: Assignment
    private var identifiers: [heif_item_id] = []

    init(_ path: String, _ task: Assignment) throws(Failure) {
        guard let context = heif_context_alloc() else { throw Failure(.outOfMemory, task.name, "libheif") }
        self.context = context
        self.task = task
        try Self.check(heif_context_read_from_file(context, try task.workspace.path(path), nil), task)
        let count = heif_context_get_number_of_top_level_images(context)
        identifiers = [heif_item_id](repeating: 0, count: Int(min(max(count, 0), 10_000)))
        let filled = heif_context_get_list_of_top_level_image_IDs(
            context, &identifiers, Int32(identifiers.count))
        identifiers.removeLast(identifiers.count - Int(filled))
        for identifier in identifiers { frames.append(try frame(identifier)) }
    }

    deinit { heif_context_free(context) }

    private static func check(_ error: heif_error, _ task: Assignment) throws(Failure) {
        guard error.code != heif_error_Ok else { return }
        let reason = error.message.map { String(cString: $0) } ?? "libheif refuses it"
        switch error.code {
        case heif_error_Unsupported_filetype, heif_error_Unsupported_feature:
            throw Failure(.unsupportedPicture, task.name, reason)
        case heif_error_Memory_allocation_error: throw Failure(.outOfMemory, task.name, "libheif")
        default:
            let isShort = error.subcode == heif_suberror_End_of_data
            throw Failure(isShort ? .incomplete : .damaged, task.name, reason)
        }
    }

    private func withImage<Result>(
        _ identifier: heif_item_id, _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var handle: OpaquePointer?
        try Self.check(heif_context_get_image_handle(context, identifier, &handle), task)
        guard let handle else { throw Failure(.damaged, task.name, "a picture is missing") }
        defer { heif_image_handle_release(handle) }
        return try body(handle)
    }

    private func frame(_ identifier: heif_item_id) throws(Failure) -> PictureFrame {
        try withImage(identifier) { (handle) throws(Failure) in
            // The orientation of the EXIF block is realised by libheif's own transformations already.
            PictureFrame(
                width: Int(heif_image_handle_get_width(handle)),
                height: Int(heif_image_handle_get_height(handle)),
                dpi: Self.exif(of: handle)?.resolution, orientation: 1, coding: "DCTDecode")
        }
    }

    private static func exif(of handle: OpaquePointer) -> Exif? {
        var identifier: heif_item_id = 0
        guard heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &identifier, 1) == 1 else {
            return nil
        }
        let count = heif_image_handle_get_metadata_size(handle, identifier)
        guard count > 4, count < 1 << 20 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        guard heif_image_handle_get_metadata(handle, identifier, &bytes).code == heif_error_Ok else {
            return nil
        }
        let start = 4 + bytes.big32(at: 0)
        return start < count ? Exif(tiff: Array(bytes[start...])) : nil
    }

    /// Decodes every picture once.
    func check() throws(Failure) {
        for identifier in identifiers { try decode(identifier) { (_, _, _, _) throws(Failure) in } }
    }

    /// The rows of a picture as RGB on white. Corresponds to `heif_decode_image`
    private func decode(
        _ identifier: heif_item_id,
        _ body: (UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, _ stride: Int) throws(Failure) ->
            Void
    ) throws(Failure) {
        try withImage(identifier) { (handle) throws(Failure) in
            let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
            let chroma = hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
            var image: OpaquePointer?
            try Self.check(heif_decode_image(handle, &image, heif_colorspace_RGB, chroma, nil), task)
            guard let image else { throw Failure(.damaged, task.name, "a picture cannot be decoded") }
            defer { heif_image_release(image) }
            var stride: Int32 = 0
            guard let rows = heif_image_get_plane(image, heif_channel_interleaved, &stride) else {
                throw Failure(.damaged, task.name, "a picture has no pixels")
            }
            let width = Int(heif_image_get_width(image, heif_channel_interleaved))
            let height = Int(heif_image_get_height(image, heif_channel_interleaved))
            if hasAlpha { Self.blend(rows, width, height, Int(stride)) }
            try body(rows, width, height, Int(stride))
        }
    }

    /// RGBA to RGB on white, in place.
    private static func blend(_ rows: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, _ stride: Int)
    {
        for y in 0..<height {
            let row = rows + y * stride
            for x in 0..<width {
                let alpha = Int(row[x * 4 + 3])
                for channel in 0..<3 {
                    row[x * 3 + channel] = UInt8(
                        (Int(row[x * 4 + channel]) * alpha + 255 * (255 - alpha)) / 255)
                }
            }
        }
    }

    func addImage(_ index: Int, to pdf: PDFFile) throws(Failure) -> PDFObject {
        let identifier = identifiers[index]
        let dictionary = imageDictionary(frames[index], colorSpace: "/DeviceRGB", filter: "DCTDecode")
        return try pdf.addStream(dictionary) { (sink) throws(Failure) in
            try self.decode(identifier) { (rows, width, height, stride) throws(Failure) in
                var count = 0
                let coded = papertray_jpeg_encode(
                    rows, Int32(width), Int32(height), stride, 3, false, Self.quality, &count)
                guard let coded else { throw Failure(.outOfMemory, self.task.name, "libjpeg") }
                defer { papertray_free(coded) }
                sink.write(UnsafeBufferPointer(start: coded, count: count))
            }
        }
    }
}
