// The part of papertray.toml(5) about recognised text: the files beside a result and the JSON form.

extension Manual {
    static var recognisedText: [ManualBlock] {
        [
            .section("RECOGNISED TEXT"),
            .subsection("Files beside a result"),
            .paragraph(
                "With `sidecar` the step `ocr` makes a second file under the stem of its result: `scan.pdf` and "
                    + "`scan.txt`. Later steps change the document only. Both come to the outbox together, the text "
                    + "first, and share their number where a name is taken. Pages that had text of their own give it "
                    + "to the text as well."),
            .item(
                "txt",
                "UTF-8, lines as on the page, a blank line between paragraphs, a form feed between pages."),
            .item(
                "md",
                "CommonMark with headings, paragraphs and lists; a comment `<!-- page 2 -->` before each page."
            ),
            .item(
                "hocr",
                "hOCR 1.2 as XHTML; boxes in pixels at 300 dpi of the page as seen, `x_wconf` from 0 to 100."),
            .item("json", "The JSON form, described below."),
            .subsection("The JSON form"),
            .paragraph(
                "One object with `schema` (\"papertray-text/1\"), `document` (the file's name), `producer`, `engine` "
                    + "(`name` and `version` of what recognised the text), `languages` and `pages`. Keys may be added; "
                    + "none changes its meaning. A box is an object with `x`, `y`, `width` and `height` in points; places "
                    + "count from the top left corner of the page as seen."),
            .item(
                "pages[]",
                "`number` from 1, `width` and `height` in points as seen, `rotation` of the page in degrees, `source`, "
                    + "`confidence` (mean of its words, 0 to 100), `corrections` (words that a person has corrected) "
                    + "and `lines`."),
            .item(
                "source",
                "`recognised` for a picture that was read, `digital` for a page with text of its own, `mixed` for both, "
                    + "`none` for a page without text."),
            .item(
                "lines[]",
                "`box`, `baseline` (`x1`, `y1`, `x2`, `y2`), `words`, `digital` (true for text of the page's own) and "
                    + "`turn`: the clockwise degrees by which the page must be turned for the line to be upright; its "
                    + "places are those of the page turned so."),
            .item("words[]", "`text`, `box` and, where it was recognised, `confidence` from 0 to 100."),
            .subsection("Documents to look at"),
            .paragraph(
                "With `review_below` the step `ocr` asks for a person where the mean confidence of a page is lower. The "
                    + "document is published as always; its job is listed by `papertray review` until `papertray review "
                    + "done JOB`, and `papertray review later JOB` puts it off. A notification of the kind `attention` "
                    + "tells of it, with the numbers and confidences of the pages and nothing else of the document. "
                    + "Pages on which nothing was recognised have no confidence and ask nobody."),
            .subsection("Correcting a text"),
            .paragraph(
                "`papertray text export DOC` writes the JSON form of a document's text layer, and `papertray text "
                    + "apply DOC TEXT` puts a corrected one in its place, in a new file. Change the `text` of words: "
                    + "they keep their boxes; words and lines may be left out or added. The picture stays as it is, pages "
                    + "without corrections stay byte for byte, and each page remembers how many of its words were "
                    + "corrected and how sure its recognition was. A text with other pages is refused as "
                    + "`invalid-correction`. The text of other programs' recognition can be corrected too; text that "
                    + "can be seen is never touched."),
            .example(
                "papertray text export scan.pdf -o scan.json\n"
                    + "papertray text apply scan.pdf scan.json -o corrected.pdf"),
        ]
    }
}
