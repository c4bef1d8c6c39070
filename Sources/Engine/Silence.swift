// The libraries' own printing, switched off: a worker's output is its protocol.

internal import CLeptonica
internal import CPoppler
internal import Glibc

/// Stops leptonica and GLib (poppler) from printing. Corresponds to `setMsgSeverity` and `g_log_set_writer_func`
func silenceLibraries() {
    setMsgSeverity(Int32(L_SEVERITY_NONE))
    _ = silentWriter
}

/// GLib takes one log writer per process, so it is set once.
private let silentWriter: Bool = {
    g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
    return true
}()

/// Where Tesseract's messages go: `/dev/null`, or `nil` where the confinement does not let it be opened, since
/// Tesseract would write to a file that it could not open.
let messageSink: String? = {
    let descriptor = open("/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard descriptor >= 0 else { return nil }
    close(descriptor)
    return "/dev/null"
}()
