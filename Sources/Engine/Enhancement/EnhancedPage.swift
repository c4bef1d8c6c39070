// The picture that takes a scan's place, as a part of the step remembers it, and how it is put into the page. Text layers
// stay; a page with invisible text of another program keeps its contents and gets the picture under their own name.

internal import Documents

/// What becomes of one page.
struct EnhancedPage: Codable {
    /// `nil` for a page that stays as it is.
    var drawing: Facsimile.Drawing?
    /// Where the picture lies: points from the top left corner of the page as seen.
    var place = PageText.Box(x: 0, y: 0, width: 0, height: 0)
    /// The part of the page that stays, likewise; `nil` for all of it.
    var visible: PageText.Box?
    /// Whether only the picture is replaced, and not the page's contents.
    var keepsContents = false
    /// Whether the picture was sharpened, now or earlier.
    var isSharpened = false

    /// Tells, in the dictionary of a picture, that it was sharpened: twice would be too much.
    static let sharpenedMark = "PapertraySharpened"
    private static let mostDrawingBytes = 256 << 20

    /// Puts the picture into the page of the document.
    func replace(in page: PDFPage, _ task: Assignment) throws(Failure) {
        guard let drawing else { return }
        let image = try addImage(drawing, to: page.object.file, task)
        if keepsContents {
            try PictureName(of: page)?.replace(by: image)
            return
        }
        let geometry = page.geometry
        let matrix = geometry.matrix(of: place).map { decimal($0, places: 5) }.joined(separator: " ")
        try page.replaceContents(with: "q \(matrix) cm /\(Facsimile.imageName) Do Q\n", image)
        if let visible { try page.setBoxes(geometry.userSpace(visible)) }
    }

    private func addImage(
        _ drawing: Facsimile.Drawing, to file: PDFFile, _ task: Assignment
    ) throws(Failure) -> PDFObject {
        let frame = PictureFrame(
            width: drawing.width, height: drawing.height, dpi: nil, orientation: 1,
            coding: drawing.coding.filter)
        let image = try file.addStream(drawing.coding.dictionary(frame)) { (sink) throws(Failure) in
            sink.write(try task.workspace.read(drawing.path, limit: Self.mostDrawingBytes))
        }
        if isSharpened { try image.set(Self.sharpenedMark, file.object("true")) }
        return image
    }
}

/// The resource of a page that is its only picture.
struct PictureName {
    private let page: PDFPage
    private let name: String

    /// `nil` where the picture is no resource of the page itself, as in a form or inline.
    init?(of page: PDFPage) {
        let images = PageImages(of: page).images
        guard images.count == 1, let number = images.first?.source.objectNumber, number > 0 else {
            return nil
        }
        let objects = page.inherited("Resources")["XObject"]
        guard let name = objects.keys.first(where: { objects[$0].objectNumber == number }) else { return nil }
        (self.page, self.name) = (page, name)
    }

    /// Other pages may share the resources, so that the page gets its own.
    func replace(by image: PDFObject) throws(Failure) {
        let resources = try page.inherited("Resources").shallowCopy()
        let objects = try resources["XObject"].shallowCopy()
        try objects.set(name, image)
        try resources.set("XObject", objects)
        try page.object.set("Resources", resources)
    }
}

extension PDFPage {
    /// Makes a picture all that the page draws; its text layers stay with their fonts, and what belonged to the old
    /// contents goes with them.
    fileprivate func replaceContents(with drawing: String, _ image: PDFObject) throws(Failure) {
        let file = object.file
        let (resources, objects) = (try file.object("<< >>"), try file.object("<< >>"))
        try objects.set(Facsimile.imageName, image)
        try resources.set("XObject", objects)
        let layers = contentStreams.filter { $0[TextLayer.mark].boolean }
        if !layers.isEmpty {
            let (old, fonts) = (inherited("Resources")["Font"], try file.object("<< >>"))
            for name in old.keys where name.hasPrefix(TextLayerEditor.fontName) {
                try fonts.set(name, old[name])
            }
            try resources.set("Font", fonts)
        }
        let streams = try file.object("[]")
        for layer in layers { try streams.append(layer) }
        try streams.append(file.addStream("<< >>", Array(drawing.utf8)))
        try object.set("Resources", resources)
        try object.set("Contents", streams)
        for key in ["StructParents", "PieceInfo"] where !object[key].isNull { try object.remove(key) }
    }

    /// Makes a part of the page all of it. User space stays as it is.
    fileprivate func setBoxes(_ box: PageGeometry.Box) throws(Failure) {
        let numbers = [box.left, box.bottom, box.right, box.top].map { decimal($0, places: 4) }
        let array = "[\(numbers.joined(separator: " "))]"
        if !inherited("CropBox").isNull { try object.set("CropBox", object.file.object(array)) }
        try object.set("MediaBox", object.file.object(array))
        for key in ["TrimBox", "BleedBox", "ArtBox"] where !object[key].isNull { try object.remove(key) }
    }
}

extension PageGeometry {
    /// The rectangle of user space that is seen there.
    func userSpace(_ area: PageText.Box) -> Box {
        let first = userSpace(x: area.x, y: area.y)
        let second = userSpace(x: area.x + area.width, y: area.y + area.height)
        return Box(
            left: min(first.x, second.x), bottom: min(first.y, second.y), right: max(first.x, second.x),
            top: max(first.y, second.y))
    }
}
