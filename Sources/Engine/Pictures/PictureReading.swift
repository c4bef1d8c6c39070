// Rows from the picture libraries into an image object's Flate stream, band by band, and the libraries' outcomes as
// failures.

internal import Documents
internal import PictureShims

/// Delivers a picture's rows to a taker; a failure leaves its sentence in the buffer.
typealias RowSource = (
    papertray_take_rows, UnsafeMutableRawPointer, UnsafeMutablePointer<CChar>?
) throws(Failure) -> papertray_picture_outcome

/// Compresses rows into a stream of a document. Corresponds to `z_stream`.
final class FlateRows {
    private var deflater: OpaquePointer?
    private let sink: StreamSink

    /// - Parameter predictorDistance: bytes per pixel for PNG's filters, 0 for none.
    init?(rowBytes: Int, predictorDistance: Int, into sink: StreamSink) {
        self.sink = sink
        let context = Unmanaged.passUnretained(self).toOpaque()
        deflater = papertray_deflater_new(
            rowBytes, Int32(predictorDistance),
            { context, bytes, count in
                guard let context else { return false }
                let rows = Unmanaged<FlateRows>.fromOpaque(context).takeUnretainedValue()
                rows.sink.write(UnsafeBufferPointer(start: bytes, count: count))
                return true
            }, context)
        if deflater == nil { return nil }
    }

    deinit { if let deflater { papertray_deflater_free(deflater) } }

    /// Takes the rows that `read` delivers and ends the stream.
    func fill(_ name: String, from read: RowSource) throws(Failure) {
        let take: papertray_take_rows = { context, rows, count, stride in
            guard let context, let rows else { return false }
            let flate = Unmanaged<FlateRows>.fromOpaque(context).takeUnretainedValue()
            return flate.deflater.map { papertray_deflater_add($0, rows, count, stride) } ?? false
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        let (outcome, reason) = try sentence { buffer throws(Failure) in try read(take, context, buffer) }
        try throwFailure(of: outcome, reason, name)
        finish()
    }

    private func finish() {
        if let deflater { _ = papertray_deflater_finish(deflater) }
    }
}

/// Runs a call of the picture shims with a buffer for its sentence.
func sentence<Result>(
    _ body: (UnsafeMutablePointer<CChar>?) throws(Failure) -> Result
) throws(Failure) -> (Result, String) {
    let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(PAPERTRAY_SENTENCE))
    buffer.initialize(repeating: 0, count: Int(PAPERTRAY_SENTENCE))
    defer { buffer.deallocate() }
    let result = try body(buffer)
    return (result, String(cString: buffer))
}

/// - Throws: `incomplete`, `damaged`, `unsupportedPicture`
func throwFailure(of outcome: papertray_picture_outcome, _ reason: String, _ name: String) throws(Failure) {
    switch outcome {
    case PAPERTRAY_PICTURE_OK: return
    case PAPERTRAY_PICTURE_INCOMPLETE: throw Failure(.incomplete, name, reason)
    case PAPERTRAY_PICTURE_UNSUPPORTED: throw Failure(.unsupportedPicture, name, reason)
    default: throw Failure(.damaged, name, reason)
    }
}
