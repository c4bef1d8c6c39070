// The libraries' own printing, switched off: a worker's output is its protocol.

internal import CLeptonica
internal import CPoppler

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
