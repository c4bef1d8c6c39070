// A PDF document by qpdf and the objects in it. Every call of the shim catches qpdf's exceptions; what fails here is
// a `Failure` with qpdf's own short reason. Warnings are collected, never printed.

internal import Documents
internal import Glibc
internal import QPDFShims

/// An open or new PDF document. Corresponds to `QPDF`.
final class PDFFile {
    private let handle: OpaquePointer
    /// What people call the document.
    let name: String
    private var providers: [StreamProvider] = []

    private init(named name: String) throws(Failure) {
        guard let handle = papertray_pdf_new() else { throw Failure(.outOfMemory, name, "qpdf") }
        self.handle = handle
        self.name = name
    }

    deinit { papertray_pdf_free(handle) }

    /// Opens a document, repairing it where qpdf can.
    ///
    /// - Throws: `passwordRequired`, `passwordIncorrect`, `unsupportedEncryption`, `damaged`, `fileUnavailable`, `outOfMemory`.
    /// Corresponds to `QPDF::processFile`
    convenience init(opening path: String, for task: Assignment) throws(Failure) {
        try self.init(named: task.name)
        for password in Password.candidates(for: task.password) {
            if papertray_pdf_open(handle, path, password) { return }
            if failure.reason != .passwordRequired { break }
        }
        let isRefused = failure.reason == .passwordRequired && task.password != nil
        throw isRefused ? Failure(.passwordIncorrect, task.name) : failure
    }

    /// A document without pages. Corresponds to `QPDF::emptyPDF`
    static func empty(named name: String) throws(Failure) -> PDFFile {
        let file = try PDFFile(named: name)
        guard papertray_pdf_make_empty(file.handle) else { throw file.failure }
        return file
    }

    /// The last failed call as a failure of the document.
    var failure: Failure {
        switch papertray_pdf_error_kind(handle) {
        case PAPERTRAY_PDF_PASSWORD: return Failure(.passwordRequired, name)
        case PAPERTRAY_PDF_UNSUPPORTED: return Failure(.unsupportedEncryption, name)
        case PAPERTRAY_PDF_MEMORY: return Failure(.outOfMemory, name, "qpdf")
        case PAPERTRAY_PDF_SYSTEM:
            let number = papertray_pdf_error_number(handle)
            return number == ENOSPC || number == EDQUOT
                ? Failure(.insufficientStorage, name) : Failure(.inputOutput, name, reason)
        default: return Failure(.damaged, name, reason)
        }
    }

    /// qpdf's sentence for the last failure or the first repair.
    var reason: String { String(cString: papertray_pdf_error_text(handle)) }
    /// Whether anything had to be repaired so far.
    var isRepaired: Bool { papertray_pdf_has_warnings(handle) }
    var isEncrypted: Bool { papertray_pdf_is_encrypted(handle) }
    var version: String? { takenString(papertray_pdf_version(handle)) }

    /// What an encrypted document grants, in the words of `protect`.
    var permissions: [String] {
        let granted = papertray_pdf_permissions(handle)
        let names = ["print", "copy", "modify", "annotate", "forms", "assemble"]
        return names.indices.filter { granted & (1 << $0) != 0 }.map { names[$0] }
    }

    var root: PDFObject { PDFObject(papertray_pdf_root(handle), in: self) }
    var trailer: PDFObject { PDFObject(papertray_pdf_trailer(handle), in: self) }

    /// The number of pages; `limit` + 1 where there are more than `limit`.
    func pageCount(limit: Int = 1_000_000) throws(Failure) -> Int {
        let count = papertray_pdf_count_pages(handle, Int32(clamping: limit))
        guard count >= 0 else { throw failure }
        return Int(count)
    }

    /// A page by its 1-based number.
    func page(_ number: Int) throws(Failure) -> PDFPage {
        guard let object = papertray_pdf_page(handle, Int32(clamping: number - 1)) else { throw failure }
        return PDFPage(PDFObject(object, in: self), number: number)
    }

    func addPage(_ page: PDFObject) throws(Failure) {
        guard let object = page.handle, papertray_pdf_add_page(handle, object) else { throw failure }
    }

    /// An object from its PDF syntax. Corresponds to `QPDFObjectHandle::parse`
    func object(_ syntax: String) throws(Failure) -> PDFObject {
        guard let object = papertray_pdf_parse(handle, syntax) else { throw failure }
        return PDFObject(object, in: self)
    }

    /// Gives the object a number, so that it can be referred to.
    func indirect(_ object: PDFObject) throws(Failure) -> PDFObject {
        guard let direct = object.handle, let made = papertray_pdf_make_indirect(handle, direct) else {
            throw failure
        }
        return PDFObject(made, in: self)
    }

    /// A new stream of bytes that are encoded as the dictionary says.
    func addStream(_ dictionary: String, _ bytes: [UInt8]) throws(Failure) -> PDFObject {
        let dictionary = try object(dictionary)
        guard let keys = dictionary.handle,
            let made = papertray_pdf_add_stream(handle, keys, bytes, bytes.count)
        else {
            throw failure
        }
        return PDFObject(made, in: self)
    }

    /// A new stream whose bytes are made only while the document is written; the same bytes each time.
    func addStream(
        _ dictionary: String, writing write: @escaping (StreamSink) throws(Failure) -> Void
    ) throws(Failure) -> PDFObject {
        let dictionary = try object(dictionary)
        let provider = StreamProvider(write)
        providers.append(provider)
        let made = dictionary.handle.flatMap { keys in
            papertray_pdf_provide_stream(
                handle, keys, { StreamProvider.provide($0, $1) },
                Unmanaged.passUnretained(provider).toOpaque())
        }
        guard let made else { throw failure }
        return PDFObject(made, in: self)
    }

    /// Writes the document: object streams and encryption stay, stored streams are not coded again.
    func write(to path: String) throws(Failure) {
        guard papertray_pdf_write(handle, path) else {
            for provider in providers { if let failure = provider.failure { throw failure } }
            throw failure
        }
    }

    /// What the page draws: each picture's stream, or the dictionary of an inline image, with the matrix from the unit
    /// square to user space, and what there is beside pictures.
    func drawings(of page: PDFObject) -> Drawings {
        var found: [(matrix: [Double], image: OpaquePointer)] = []
        var marks = papertray_page_marks()
        guard let object = page.handle else { return Drawings() }
        withUnsafeMutablePointer(to: &found) { target in
            _ = papertray_page_images(
                handle, object,
                { context, matrix, image in
                    let found = context?.assumingMemoryBound(
                        to: [(matrix: [Double], image: OpaquePointer)].self)
                    guard let found, found.pointee.count < 10_000, let image = papertray_object_share(image)
                    else { return }
                    found.pointee.append((Array(UnsafeBufferPointer(start: matrix, count: 6)), image))
                }, target, &marks)
        }
        return Drawings(
            pictures: found.map { ($0.matrix, PDFObject($0.image, in: self)) },
            drawsOtherwise: marks.draws_otherwise, visibleText: Int(marks.visible_text),
            invisibleText: Int(marks.invisible_text))
    }

    /// Removes the text that a page shows in rendering mode 3, in its forms too.
    ///
    /// - Returns: Whether there was any.
    func removeInvisibleText(of page: PDFObject) throws(Failure) -> Bool {
        guard let object = page.handle else { return false }
        let count = papertray_page_remove_invisible_text(handle, object)
        guard count >= 0 else { throw failure }
        return count > 0
    }

    struct Drawings {
        var pictures: [(matrix: [Double], image: PDFObject)] = []
        /// Paths, clips, forms: anything but pictures and text.
        var drawsOtherwise = false
        /// Bytes of text that can be seen.
        var visibleText = 0
        /// Bytes of text in rendering mode 3.
        var invisibleText = 0
    }
}

/// Where a stream's bytes go while its document is written.
struct StreamSink {
    fileprivate let handle: OpaquePointer

    func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        papertray_sink_write(handle, start, bytes.count)
    }

    func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { write($0) }
    }
}

private final class StreamProvider {
    let write: (StreamSink) throws(Failure) -> Void
    var failure: Failure?

    init(_ write: @escaping (StreamSink) throws(Failure) -> Void) {
        self.write = write
    }

    static func provide(_ context: UnsafeMutableRawPointer?, _ sink: OpaquePointer?) -> Bool {
        guard let context, let sink else { return false }
        let provider = Unmanaged<StreamProvider>.fromOpaque(context).takeUnretainedValue()
        do {
            try provider.write(StreamSink(handle: sink))
            return true
        } catch {
            provider.failure = error
            return false
        }
    }
}

/// An object of a document, which it keeps open. What is missing reads as null. Corresponds to `QPDFObjectHandle`.
final class PDFObject {
    fileprivate let handle: OpaquePointer?
    let file: PDFFile

    fileprivate init(_ handle: OpaquePointer?, in file: PDFFile) {
        self.handle = handle
        self.file = file
    }

    deinit { if let handle { papertray_object_free(handle) } }

    private var kind: papertray_object_kind { handle.map { papertray_object_kind_of($0) } ?? PAPERTRAY_NULL }
    var isNull: Bool { kind == PAPERTRAY_NULL }
    var isArray: Bool { kind == PAPERTRAY_ARRAY }
    var isDictionary: Bool { kind == PAPERTRAY_DICTIONARY }
    var isStream: Bool { kind == PAPERTRAY_STREAM }
    var boolean: Bool { handle.map { papertray_object_boolean($0) } ?? false }
    var number: Double? { kind == PAPERTRAY_NUMBER ? handle.map { papertray_object_real($0) } : nil }
    var integer: Int? { number.flatMap { Int(exactly: $0.rounded()) } }

    /// A string as Unicode.
    var text: String? {
        kind == PAPERTRAY_STRING ? handle.flatMap { takenString(papertray_object_text($0)) } : nil
    }

    /// The bytes of a string as they are.
    var bytes: [UInt8]? {
        var count = 0
        guard let handle, let bytes = papertray_object_bytes(handle, &count) else { return nil }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// A name without its slash.
    var name: String? {
        guard kind == PAPERTRAY_NAME, let handle, let name = takenString(papertray_object_text(handle)) else {
            return nil
        }
        return String(name.dropFirst())
    }

    /// The number of an indirect object, otherwise 0.
    var objectNumber: Int { handle.map { Int(papertray_object_number($0)) } ?? 0 }
    /// `12 0 R`; only for objects made by `indirect` or `addStream`.
    var reference: String { "\(objectNumber) 0 R" }

    /// Items of an array.
    var count: Int { handle.map { Int(papertray_object_count($0)) } ?? 0 }

    subscript(index: Int) -> PDFObject {
        PDFObject(handle.flatMap { papertray_object_item($0, Int32(clamping: index)) }, in: file)
    }

    /// The value of a key, written without its slash, of a dictionary or of a stream's dictionary.
    subscript(key: String) -> PDFObject {
        PDFObject(handle.flatMap { papertray_object_value($0, "/" + key) }, in: file)
    }

    var items: [PDFObject] { (0..<count).map { self[$0] } }

    /// The keys of a dictionary without their slashes.
    var keys: [String] {
        var keys: [String] = []
        guard let handle else { return keys }
        withUnsafeMutablePointer(to: &keys) { target in
            papertray_object_keys(
                handle,
                { context, key in
                    guard let keys = context?.assumingMemoryBound(to: [String].self), let key else { return }
                    keys.pointee.append(String(String(cString: key).dropFirst()))
                }, target)
        }
        return keys
    }

    func set(_ key: String, _ value: PDFObject) throws(Failure) {
        guard let handle, let value = value.handle, papertray_object_set(handle, "/" + key, value) else {
            throw file.failure
        }
    }

    func append(_ item: PDFObject) throws(Failure) {
        guard let handle, let item = item.handle, papertray_object_append(handle, item) else {
            throw file.failure
        }
    }

    func remove(_ key: String) throws(Failure) {
        try set(key, file.object("null"))
    }

    /// A copy that shares its values with this object.
    func shallowCopy() throws(Failure) -> PDFObject {
        guard let handle, let copy = papertray_object_shallow_copy(handle) else { throw file.failure }
        return PDFObject(copy, in: file)
    }

    /// Bytes of a stream as stored.
    var rawBytes: Int { handle.map { Int(papertray_stream_raw_bytes($0)) } ?? 0 }

    /// The size of a stream when decoded; `limit` + 1 where it is larger, `nil` where it cannot be decoded.
    func decodedBytes(limit: Int) -> Int? {
        guard let handle, isStream else { return nil }
        let count = papertray_stream_decoded_bytes(handle, Int64(limit))
        return count < 0 ? nil : Int(count)
    }

    /// The bytes of a stream as stored, decrypted; `nil` where there are more than `limit`.
    func storedData(limit: Int) -> [UInt8]? {
        var count = 0
        guard let handle, isStream, let bytes = papertray_stream_stored_data(handle, Int64(limit), &count)
        else { return nil }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The decoded bytes of a stream, `nil` where there are more than `limit` or it cannot be decoded.
    func data(limit: Int) -> [UInt8]? {
        var count = 0
        guard let handle, isStream, let bytes = papertray_stream_data(handle, Int64(limit), &count) else {
            return nil
        }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

/// Copies a string of the shim and frees it.
private func takenString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { free(text) }
    return String(cString: text)
}
