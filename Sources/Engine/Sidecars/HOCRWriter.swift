// hOCR 1.2 as XHTML: pages, areas, paragraphs, lines and words with boxes in pixels of the page as seen. Lines that lie on
// their side have their boxes there too, and say so with `textangle`.

internal import Documents

/// Writes hOCR.
struct HOCRWriter: SidecarWriter {
    /// The resolution of the boxes, stated as `scan_res`.
    static let dpi = 300.0
    private let image: String
    let foot = " </body>\n</html>\n"

    /// - Parameter name: What people call the document.
    init(named name: String) {
        image = Self.escaped(name.filter { $0 != "\"" && $0 != ";" })
    }

    func head(_ document: TextDocument, pageCount: Int) -> String {
        let languages = document.languages.joined(separator: " ")
        let system = "\(document.producer) (\(document.engine.name) \(document.engine.version))"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" \
            "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
            <html xmlns="http://www.w3.org/1999/xhtml">
             <head>
              <title>\(Self.escaped(document.document))</title>
              <meta http-equiv="Content-Type" content="text/html;charset=utf-8"/>
              <meta name="ocr-system" content="\(Self.escaped(system))"/>
              <meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_wconf"/>
              <meta name="ocr-number-of-pages" content="\(pageCount)"/>
              <meta name="ocr-langs" content="\(Self.escaped(languages))"/>
             </head>
             <body>

            """
    }

    func page(_ page: TextDocument.Page, isLast: Bool) -> String {
        let number = page.number
        let whole = PageText.Box(x: 0, y: 0, width: page.width, height: page.height)
        let title =
            "image &quot;\(image)&quot;; \(Self.bbox(whole)); ppageno \(number - 1); scan_res \(Int(Self.dpi)) \(Int(Self.dpi))"
        var text = "  <div class=\"ocr_page\" id=\"page_\(number)\" title=\"\(title)\">\n"
        var (line, word) = (0, 0)
        for (index, block) in TextBlock.blocks(of: page.lines).enumerated() {
            let area = Self.bbox(.around(block.lines.map { Self.seen($0.box, $0, page) }) ?? whole)
            text += "   <div class=\"ocr_carea\" id=\"block_\(number)_\(index + 1)\" title=\"\(area)\">\n"
            text += "    <p class=\"ocr_par\" id=\"par_\(number)_\(index + 1)\" title=\"\(area)\">\n"
            for found in block.lines {
                line += 1
                text += Self.line(found, page, "\(number)_\(line)") {
                    word += 1; return "\(number)_\(word)"
                }
            }
            text += "    </p>\n   </div>\n"
        }
        return text + "  </div>\n"
    }

    private static func line(
        _ line: TextDocument.Line, _ page: TextDocument.Page, _ id: String, _ wordID: () -> String
    ) -> String {
        var title = bbox(seen(line.box, line, page))
        if let turn = line.turn {
            // Counterclockwise, as the letters lie.
            title += "; textangle \(turn)"
        } else {
            let fall = line.baseline.y(at: line.box.x) - (line.box.y + line.box.height)
            title += "; baseline \(decimal(line.baseline.slope, places: 4)) \(pixels(fall))"
        }
        title += "; x_size \(decimal(LetterHeights.height(of: line.recognised) * dpi / 72, places: 1))"
        var text = "     <span class=\"ocr_line\" id=\"line_\(id)\" title=\"\(title)\">"
        // White space between elements is text: there is none inside of Han text.
        let spaced = line.recognised.wordsWithSpaces
        for (word, isFollowedBySpace) in zip(line.words, spaced) {
            let confidence = word.confidence.map { "; x_wconf \(Int($0.rounded()))" } ?? ""
            let place = bbox(seen(word.box, line, page)) + confidence
            text += "<span class=\"ocrx_word\" id=\"word_\(wordID())\" title=\"\(place)\">"
            text += "\(escaped(word.text.withoutControls))</span>\(isFollowedBySpace ? " " : "")"
        }
        return text + "</span>\n"
    }

    /// A box of a line in the page as seen, from the page turned for the line.
    private static func seen(
        _ box: PageText.Box, _ line: TextDocument.Line, _ page: TextDocument.Page
    ) -> PageText.Box {
        guard let turn = line.turn else { return box }
        let isSideways = turn % 180 != 0
        let turned = QuarterTurn(
            width: isSideways ? page.height : page.width, height: isSideways ? page.width : page.height)
        return turned.turned(by: (360 - turn) % 360).box(box)
    }

    private static func pixels(_ points: Double) -> Int { Int((points * dpi / 72).rounded()) }

    private static func bbox(_ box: PageText.Box) -> String {
        let edges = [box.x, box.y, box.x + box.width, box.y + box.height].map { max(0, pixels($0)) }
        return "bbox " + edges.map(String.init).joined(separator: " ")
    }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
