// Puts a text layer into a page of an existing document. Only the page's own dictionary changes: what it shares with
// other pages is copied first, and its content streams stay as they are, behind ours.

internal import Documents
internal import Glibc

extension PDFPage {
    /// Whether its contents can be turned a little: annotations would stay behind.
    var canBeStraightened: Bool { object["Annots"].count == 0 && !object[Facsimile.annotatedMark].boolean }
}

/// Changes one page for its text layer.
struct TextLayerEditor {
    let page: PDFPage
    let fonts: [LetterBox: PDFObject]

    /// Turns the page clockwise; its boxes stay.
    func turn(by degrees: Int) throws(Failure) {
        let rotation = (page.geometry.rotation + degrees) % 360
        try page.object.set("Rotate", page.object.file.object(String(rotation)))
    }

    /// Turns all that the page draws clockwise around its middle; its boxes stay.
    func straighten(by degrees: Double) throws(Failure) {
        let file = page.object.file
        let box = page.geometry.box
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let (x, y) = ((box.left + box.right) / 2, (box.bottom + box.top) / 2)
        let matrix =
            [cosine, -sine, sine, cosine].map { decimal($0, places: 6) }
            + [x - cosine * x - sine * y, y + sine * x - cosine * y].map { decimal($0, places: 4) }
        let streams = try file.object("[]")
        try streams.append(file.addStream("<< >>", Array("q \(matrix.joined(separator: " ")) cm\n".utf8)))
        for stream in page.contentStreams { try streams.append(stream) }
        try streams.append(file.addStream("<< >>", Array("\nQ\n".utf8)))
        try page.object.set("Contents", streams)
    }

    /// Takes our text layers and their fonts away from a page.
    ///
    /// - Returns: Whether there were any.
    static func removeLayers(from page: PDFPage) throws(Failure) -> Bool {
        guard page.hasTextLayer else { return false }
        let file = page.object.file
        let streams = try file.object("[]")
        for stream in page.contentStreams where !stream[TextLayer.mark].boolean {
            try streams.append(stream)
        }
        try page.object.set("Contents", streams)
        let resources = page.object["Resources"]
        guard resources["Font"].isDictionary else { return true }
        let (ownResources, fonts) = (try resources.shallowCopy(), try resources["Font"].shallowCopy())
        for name in fonts.keys where name.hasPrefix(fontName) { try fonts.remove(name) }
        try ownResources.set("Font", fonts)
        try page.object.set("Resources", ownResources)
        return true
    }

    static let fontName = "PapertrayText"

    /// Gives the page those of the fonts that have one of these boxes, under free names, and returns the names.
    func addFonts(_ boxes: Set<LetterBox>) throws(Failure) -> [LetterBox: String] {
        let file = page.object.file
        let inherited = page.inherited("Resources")
        let resources = inherited.isDictionary ? try inherited.shallowCopy() : try file.object("<< >>")
        let ofPage =
            resources["Font"].isDictionary ? try resources["Font"].shallowCopy() : try file.object("<< >>")
        var names: [LetterBox: String] = [:]
        var taken = Set(ofPage.keys)
        for (box, font) in fonts.filter({ boxes.contains($0.key) }).sorted(by: { $0.key > $1.key }) {
            var (name, number) = (Self.fontName, 2)
            while !taken.insert(name).inserted {
                name = "\(Self.fontName)\(number)"
                number += 1
            }
            try ofPage.set(name, font)
            names[box] = name
        }
        try resources.set("Font", ofPage)
        try page.object.set("Resources", resources)
        return names
    }

    /// Adds a content stream before those of the page, so that no state they leave behind can move it.
    func addContent(
        _ marks: LayerMarks, _ content: @escaping () throws(Failure) -> [UInt8]
    ) throws(Failure) {
        let file = page.object.file
        let layer = try file.addStream(marks.dictionary) { (sink) throws(Failure) in
            sink.write(try content())
        }
        let streams = try file.object("[]")
        try streams.append(layer)
        for stream in page.contentStreams { try streams.append(stream) }
        try page.object.set("Contents", streams)
    }
}
