// Drawing pages and reading their text through poppler and cairo. A page is drawn as seen: CropBox, Rotate and
// annotations included, on white paper.

internal import CPoppler
internal import Documents

/// An open document that can draw its pages. Corresponds to `PopplerDocument`.
final class PageRenderer {
    private let document: OpaquePointer
    private let name: String
    let pageCount: Int

    /// - Throws: `damaged`, `passwordRequired`. Corresponds to `poppler_document_new_from_file`
    init(opening path: String, for task: Assignment) throws(Failure) {
        let name = task.name
        guard let uri = g_filename_to_uri(path, nil, nil) else {
            throw Failure(.fileUnavailable, name, "bad path")
        }
        defer { g_free(uri) }
        var failure = Failure(.damaged, name, "it cannot be opened")
        var opened: OpaquePointer?
        for password in Password.candidates(for: task.password) where opened == nil {
            var problem: UnsafeMutablePointer<GError>?
            opened = poppler_document_new_from_file(uri, password, &problem)
            if let problem {
                let isLocked = problem.pointee.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue)
                failure =
                    isLocked
                    ? Failure(.passwordRequired, name)
                    : Failure(.damaged, name, String(cString: problem.pointee.message))
            }
            g_clear_error(&problem)
        }
        guard let document = opened else { throw failure }
        self.document = document
        self.name = name
        pageCount = Int(poppler_document_get_n_pages(document))
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(document)) }

    private func withPage<Result>(
        _ number: Int, _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard number >= 1, number <= pageCount,
            let page = poppler_document_get_page(document, Int32(number - 1))
        else {
            throw Failure(.damaged, name, "page \(number) cannot be read")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(page)) }
        return try body(page)
    }

    /// All text of a page, visible or not. Corresponds to `poppler_page_get_text`
    func text(of number: Int) throws(Failure) -> String {
        try withPage(number) { page throws(Failure) in
            guard let text = poppler_page_get_text(page) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
    }

    /// Where the characters of a page's text lie, blanks left out: in units of user space from the top left corner of
    /// the page as seen.
    func characterBoxes(of number: Int) throws(Failure) -> [PageText.Box] {
        try characters(of: number).filter { !$0.scalar.properties.isWhitespace }.map(\.box)
    }

    /// The characters of a page's text in the order of reading, with blanks and ends of lines, and where they lie.
    /// Corresponds to `poppler_page_get_text_layout`
    func characters(of number: Int) throws(Failure) -> [(scalar: Unicode.Scalar, box: PageText.Box)] {
        try withPage(number) { page throws(Failure) in
            var (rectangles, count): (UnsafeMutablePointer<PopplerRectangle>?, guint) = (nil, 0)
            guard let text = poppler_page_get_text(page),
                poppler_page_get_text_layout(page, &rectangles, &count) != 0, let rectangles
            else { return [] }
            defer {
                g_free(text)
                g_free(rectangles)
            }
            return zip(
                String(cString: text).unicodeScalars,
                UnsafeBufferPointer(start: rectangles, count: Int(count))
            )
            .map { scalar, place in
                let box = PageText.Box(
                    x: place.x1, y: min(place.y1, place.y2), width: place.x2 - place.x1,
                    height: abs(place.y2 - place.y1))
                return (scalar, box)
            }
        }
    }

    /// Width and height of a page as poppler draws it, in units of user space.
    func size(of number: Int) throws(Failure) -> (width: Double, height: Double) {
        try withPage(number) { page throws(Failure) in
            var (width, height) = (0.0, 0.0)
            poppler_page_get_size(page, &width, &height)
            return (width, height)
        }
    }

    /// Draws a page in gray, `scale` pixels per unit of user space.
    ///
    /// - Throws: `damaged`, `outOfMemory`. Corresponds to `poppler_page_render`
    func drawGray(_ number: Int, scale: Double) throws(Failure) -> Bitmap {
        let drawn = try draw(number, scale: scale) { Self.gray($0) }
        guard let bitmap = Bitmap(gray: drawn.samples, width: drawn.width, height: drawn.height) else {
            throw Failure(.outOfMemory, name, "leptonica")
        }
        return bitmap
    }

    /// Draws a page in RGB, `scale` pixels per unit of user space.
    ///
    /// - Throws: `damaged`, `outOfMemory`. Corresponds to `poppler_page_render`
    func drawColors(_ number: Int, scale: Double) throws(Failure) -> Samples {
        try draw(number, scale: scale) { Self.colors($0) }
    }

    /// The only picture of a page as it is stored, whatever its filter, masks and colour space, on white paper.
    ///
    /// - Returns: `nil` where the page has not one picture of that size.
    /// - Throws: `damaged`, `outOfMemory`. Corresponds to `poppler_page_get_image`
    func onlyPicture(of number: Int, width: Int, height: Int) throws(Failure) -> Bitmap? {
        try withPage(number) { page throws(Failure) in
            let pictures = poppler_page_get_image_mapping(page)
            defer { poppler_page_free_image_mapping(pictures) }
            guard let first = pictures, first.pointee.next == nil, let data = first.pointee.data,
                let stored = poppler_page_get_image(
                    page, data.assumingMemoryBound(to: PopplerImageMapping.self).pointee.image_id)
            else { return nil }
            defer { cairo_surface_destroy(stored) }
            guard cairo_image_surface_get_width(stored) == Int32(width),
                cairo_image_surface_get_height(stored) == Int32(height)
            else { return nil }
            let gray = try onPaper(number, Int32(width), Int32(height), Self.gray) { context in
                cairo_set_source_surface(context, stored, 0, 0)
                cairo_paint(context)
            }
            guard let bitmap = Bitmap(gray: gray.samples, width: width, height: height) else {
                throw Failure(.outOfMemory, name, "leptonica")
            }
            return bitmap
        }
    }

    /// Rows of a drawn page without padding.
    struct Samples {
        let width: Int
        let height: Int
        /// One byte per pixel in gray, three in RGB.
        let samples: [UInt8]
    }

    /// Cairo's 32-bit pixels.
    private struct Surface {
        let pixels: UnsafeMutablePointer<UInt8>
        let width: Int
        let height: Int
        let stride: Int

        func row(_ y: Int) -> UnsafePointer<UInt32> {
            UnsafeRawPointer(pixels + y * stride).assumingMemoryBound(to: UInt32.self)
        }
    }

    private func draw(
        _ number: Int, scale: Double, _ take: (Surface) -> [UInt8]
    ) throws(Failure) -> Samples {
        try withPage(number) { page throws(Failure) in
            var (width, height) = (0.0, 0.0)
            poppler_page_get_size(page, &width, &height)
            let columns = max(1, Int32((width * scale).rounded(.up)))
            let rows = max(1, Int32((height * scale).rounded(.up)))
            return try onPaper(number, columns, rows, take) { context in
                cairo_scale(context, scale, scale)
                poppler_page_render(page, context)
            }
        }
    }

    /// What is drawn on white paper of so many pixels.
    private func onPaper(
        _ number: Int, _ columns: Int32, _ rows: Int32, _ take: (Surface) -> [UInt8],
        _ draw: (OpaquePointer?) -> Void
    ) throws(Failure) -> Samples {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows)
        defer { cairo_surface_destroy(surface) }
        let context = cairo_create(surface)
        defer { cairo_destroy(context) }
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        draw(context)
        cairo_surface_flush(surface)
        let status = cairo_status(context)
        guard status != CAIRO_STATUS_NO_MEMORY else { throw Failure(.outOfMemory, name, "cairo") }
        guard status == CAIRO_STATUS_SUCCESS, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let pixels = cairo_image_surface_get_data(surface)
        else { throw Failure(.damaged, name, "page \(number) cannot be drawn") }
        let drawn = Surface(
            pixels: pixels, width: Int(columns), height: Int(rows),
            stride: Int(cairo_image_surface_get_stride(surface)))
        return Samples(width: drawn.width, height: drawn.height, samples: take(drawn))
    }

    /// Luma, one byte for each pixel.
    private static func gray(_ surface: Surface) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: surface.width * surface.height) { gray, count in
            for y in 0..<surface.height {
                let row = surface.row(y)
                for x in 0..<surface.width {
                    let pixel = row[x]
                    let (red, green, blue) = ((pixel >> 16) & 255, (pixel >> 8) & 255, pixel & 255)
                    gray[y * surface.width + x] = UInt8(
                        truncatingIfNeeded: (red &* 77 &+ green &* 150 &+ blue &* 29) >> 8)
                }
            }
            count = surface.width * surface.height
        }
    }

    /// Red, green and blue, one byte each.
    private static func colors(_ surface: Surface) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: surface.width * surface.height * 3) { colors, count in
            var place = 0
            for y in 0..<surface.height {
                let row = surface.row(y)
                for x in 0..<surface.width {
                    let pixel = row[x]
                    colors[place] = UInt8(truncatingIfNeeded: pixel >> 16)
                    colors[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                    colors[place + 2] = UInt8(truncatingIfNeeded: pixel)
                    place += 3
                }
            }
            count = place
        }
    }
}
