// A picture in place of all that a page draws, for pages that are recognised anew whatever text they have. The page's
// boxes, rotation and annotations stay; a scan's own pictures stay as they are stored, everything else is drawn once.

internal import Documents

/// The picture that takes the place of a page's contents; the form in which an OCR part remembers it.
enum Facsimile: Codable {
    /// The page's own pictures, as they are stored, where it shows nothing else.
    case stored
    case drawn(Drawing)

    /// A page drawn as seen, coded in a file of the part.
    struct Drawing: Codable {
        let path: String
        let width: Int
        let height: Int
        let coding: PictureCoding
    }

    /// Tells, on a copy of a page without its annotations, that it has some.
    static let annotatedMark = "PapertrayAnnotated"
    static let imageName = "PapertrayPage"
    private static let mostDrawingBytes = 256 << 20
}

extension Facsimile {
    /// Takes the annotations from a page that is to be drawn without them.
    ///
    /// - Returns: Whether it had any.
    static func hideAnnotations(of page: PDFPage) throws(Failure) -> Bool {
        guard page.object["Annots"].count > 0 else { return false }
        try page.object.remove("Annots")
        try page.object.set(annotatedMark, page.object.file.object("true"))
        return true
    }

    /// Makes the picture of a page and writes it into the part's file, where it is not stored already.
    ///
    /// - Parameter path: Makes the file's path from its suffix.
    /// - Throws: `damaged`, `outOfMemory`, `insufficientStorage`.
    init(
        of page: PDFPage, _ renderer: PageRenderer, _ task: Assignment, path: (String) -> String
    ) throws(Failure) {
        let images = PageImages(of: page)
        if images.areAllOfThePage {
            self = .stored
            return
        }
        let drawing = try PageDrawing(of: page, images, renderer)
        let coded = try drawing.coded(task.name)
        let place = path(coded.coding.suffix)
        try task.workspace.write(coded.bytes, to: place)
        self = .drawn(
            Drawing(path: place, width: drawing.width, height: drawing.height, coding: coded.coding))
    }

    /// Makes the picture all that the page draws. What belonged to the old contents goes with them.
    func replaceContents(of page: PDFPage, _ task: Assignment) throws(Failure) {
        let file = page.object.file
        let (resources, objects) = (try file.object("<< >>"), try file.object("<< >>"))
        var contents = ""
        for (index, image) in try images(of: page, task).enumerated() {
            let name = index == 0 ? Self.imageName : "\(Self.imageName)\(index + 1)"
            let numbers = image.matrix.map { decimal($0, places: 5) }.joined(separator: " ")
            contents += "q \(numbers) cm /\(name) Do Q\n"
            try objects.set(name, image.object)
        }
        try resources.set("XObject", objects)
        try page.object.set("Resources", resources)
        try page.object.set("Contents", file.addStream("<< >>", Array(contents.utf8)))
        for key in ["StructParents", "PieceInfo"] where !page.object[key].isNull {
            try page.object.remove(key)
        }
    }

    private func images(
        of page: PDFPage, _ task: Assignment
    ) throws(Failure) -> [(object: PDFObject, matrix: [Double])] {
        switch self {
        case .stored: return PageImages(of: page).images.map { ($0.source, $0.matrix) }
        case .drawn(let drawing):
            let frame = PictureFrame(
                width: drawing.width, height: drawing.height, dpi: nil, orientation: 1,
                coding: drawing.coding.filter)
            let image = try page.object.file.addStream(drawing.coding.dictionary(frame)) {
                (sink) throws(Failure) in
                sink.write(try task.workspace.read(drawing.path, limit: Self.mostDrawingBytes))
            }
            return [(image, page.geometry.matrix(of: page.geometry.wholePage))]
        }
    }
}

extension PageImages {
    private static let mostKept = 500

    /// Whether drawing them again, in their order, draws the page.
    fileprivate var areAllOfThePage: Bool {
        !images.isEmpty && images.count <= Self.mostKept && !drawsOtherwise && visibleText == 0
            && images.allSatisfy { $0.source.isStream && !$0.source["ImageMask"].boolean }
    }
}

extension PageGeometry {
    fileprivate var wholePage: PageText.Box { PageText.Box(x: 0, y: 0, width: width, height: height) }

    /// From the unit square to user space, so that a picture fills an area of the page as seen, upright.
    func matrix(of area: PageText.Box) -> [Double] {
        let origin = userSpace(x: area.x, y: area.y + area.height)
        let right = userSpace(x: area.x + area.width, y: area.y + area.height)
        let top = userSpace(x: area.x, y: area.y)
        return [
            right.x - origin.x, right.y - origin.y, top.x - origin.x, top.y - origin.y, origin.x, origin.y,
        ]
    }
}
