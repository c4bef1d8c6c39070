// Bilevel rows in CCITT Group 4 (ITU-T T.6), as scanners and fax machines store them: a third of what Flate needs for
// printed text, and lossless.

internal import Documents
internal import PictureShims

/// Codes bilevel rows into a stream of a document.
final class FaxRows {
    private let encoder: OpaquePointer
    private let sink: StreamSink

    init?(width: Int, height: Int, into sink: StreamSink) {
        guard let encoder = papertray_fax_new(Int32(clamping: width), Int32(clamping: height)) else {
            return nil
        }
        self.encoder = encoder
        self.sink = sink
    }

    deinit { papertray_fax_free(encoder) }

    /// The DecodeParms of the stream.
    static func parameters(_ frame: PictureFrame) -> String {
        "/DecodeParms << /K -1 /Columns \(frame.width) /Rows \(frame.height) >>"
    }

    /// Takes the rows that `read` delivers and writes the stream.
    func fill(_ name: String, from read: RowSource) throws(Failure) {
        let take: papertray_take_rows = { context, rows, count, stride in
            guard let context, let rows else { return false }
            return papertray_fax_add(OpaquePointer(context), rows, count, stride)
        }
        let (outcome, reason) = try sentence { buffer throws(Failure) in
            try read(take, UnsafeMutableRawPointer(encoder), buffer)
        }
        try throwFailure(of: outcome, reason, name)
        var count = 0
        guard let bytes = papertray_fax_finish(encoder, &count) else {
            throw Failure(.outOfMemory, name, "libtiff")
        }
        sink.write(UnsafeBufferPointer(start: bytes, count: count))
    }
}
