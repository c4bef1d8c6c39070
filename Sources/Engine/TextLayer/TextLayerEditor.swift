// Puts a text layer into a page of an existing document. Only the page's own dictionary changes: what it shares with
// other pages is copied first, and its content streams stay as they are, behind ours.

internal import Documents

/// Changes one page for its text layer.
struct TextLayerEditor {
    let page: PDFPage
    let font: PDFObject

    /// Turns the page clockwise; its boxes stay.
    func turn(by degrees: Int) throws(Failure) {
        let rotation = (page.geometry.rotation + degrees) % 360
        try page.object.set("Rotate", page.object.file.object(String(rotation)))
    }

    /// Gives the page the font under a free name, and returns that name.
    func addFont() throws(Failure) -> String {
        let file = page.object.file
        let inherited = page.inherited("Resources")
        let resources = inherited.isDictionary ? try inherited.shallowCopy() : try file.object("<< >>")
        let fonts =
            resources["Font"].isDictionary ? try resources["Font"].shallowCopy() : try file.object("<< >>")
        let taken = Set(fonts.keys)
        var name = "PapertrayText"
        var number = 2
        while taken.contains(name) {
            name = "PapertrayText\(number)"
            number += 1
        }
        try fonts.set(name, font)
        try resources.set("Font", fonts)
        try page.object.set("Resources", resources)
        return name
    }

    /// Adds a content stream before those of the page, so that no state they leave behind can move it.
    func addContent(_ content: @escaping () throws(Failure) -> [UInt8]) throws(Failure) {
        let file = page.object.file
        let layer = try file.addStream("<< /\(TextLayer.mark) true >>") { (sink) throws(Failure) in
            sink.write(try content())
        }
        let streams = try file.object("[]")
        try streams.append(layer)
        for stream in page.contentStreams { try streams.append(stream) }
        try page.object.set("Contents", streams)
    }
}
