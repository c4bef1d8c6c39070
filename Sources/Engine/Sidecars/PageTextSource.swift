// The text that a page of a finished document has: that of a text layer of ours with all it remembers, the invisible text
// of another program, or text of the page's own.

internal import Documents

extension TextDocument.Page {
    /// Fewer bytes of invisible text are no recognition.
    private static let fewestLayerBytes = 5

    /// - Returns: The page, and what recognised it where that is known.
    /// - Throws: `damaged`, `tooMuchContent`
    static func read(
        _ page: PDFPage, _ renderer: PageRenderer
    ) throws(Failure) -> (page: TextDocument.Page, engine: TextDocument.Recogniser?) {
        try page.checkContents()
        let images = PageImages(of: page)
        if page.hasTextLayer {
            let reading = TextLayerReading(of: page)
            let own = images.visibleText > 0 ? try ownLines(of: page, besides: reading.lines, renderer) : []
            var found = TextDocument.Page(
                number: page.number, geometry: page.geometry,
                source: own.isEmpty ? .recognised : .mixed)
            found.confidence = reading.marks?.confidence
            found.corrections = reading.marks.flatMap { $0.corrections > 0 ? $0.corrections : nil }
            found.addDigital(own)
            found.addRecognised(reading.lines)
            return (found, reading.marks?.engine)
        }
        let lines = try DigitalText(of: page, renderer).lines
        let isLayer = images.invisibleText >= fewestLayerBytes && images.visibleText == 0
        var found = TextDocument.Page(
            number: page.number, geometry: page.geometry,
            source: lines.isEmpty ? .none : isLayer ? .recognised : .digital)
        found.addDigital(lines)
        // Another program's recognition has no confidences, but it can be corrected.
        if isLayer { for index in found.lines.indices { found.lines[index].digital = nil } }
        return (found, nil)
    }

    /// The lines of the page's own text: what poppler finds and a text layer of ours has not put there.
    private static func ownLines(
        of page: PDFPage, besides layer: [PageText.Line], _ renderer: PageRenderer
    ) throws(Failure) -> [PageText.Line] {
        let upright = page.geometry
        let places = layer.flatMap { line in
            let turned = upright.turned(by: line.turn)
            let back = QuarterTurn(width: turned.width, height: turned.height)
                .turned(by: (360 - line.turn) % 360)
            return line.words.map { back.box($0.box) }
        }
        return try DigitalText(of: page, renderer).lines.compactMap { line in
            var own = line
            own.words.removeAll { word in places.contains { word.box.middleLies(in: $0) } }
            return own.words.isEmpty ? nil : own
        }
    }
}
