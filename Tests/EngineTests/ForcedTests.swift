internal import Documents
internal import Foundation
internal import Testing

/// Pages that are made a picture and recognised whatever text they have.
@Suite(.serialized) struct ForcedTests {
    private static let force: [String: OptionValue] = ["existing_text": .text("force")]

    private func occurrences(of part: String, in whole: String) -> Int {
        whole.components(separatedBy: part).count - 1
    }

    private func fonts(of pdf: URL) throws -> [String] {
        String(decoding: try tool("pdffonts", pdf.path()), as: UTF8.self).split(separator: "\n").dropFirst(2)
            .map(String.init)
    }

    /// Mean difference of two drawings, 0 to 255. Poppler draws the white of a picture made smaller one step darker, and
    /// edges of letters have other tones.
    private func difference(_ first: URL, _ second: URL) throws -> Double {
        let (left, right) = (
            try pixels(of: first, isCropped: true), try pixels(of: second, isCropped: true)
        )
        try #require(left.count == right.count)
        return zip(left, right).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(left.count)
    }

    @Test(arguments: [
        ("digital.pdf", "Orchard Notes"), ("form.pdf", "Please fill in the field below."),
        ("static-xfa.pdf", "This form is drawn in the ordinary way."),
        ("offset-scan.pdf", "The origin of this sheet lies far away."),
        ("userunit-scan.pdf", "One unit of this sheet is two points."),
        ("rotate-flag.pdf", "The flag of this page makes it upright."),
    ])
    func looksTheSameAndHasItsTextOnce(fixture: String, sentence: String) throws {
        let job = try JobFolder(fixture)
        let result = try job.step("ocr", Self.force)
        try tool("qpdf", "--check", result.path())
        #expect(occurrences(of: sentence, in: try text(of: result).joined()) == 1)
        #expect(try difference(result, job.source) < 3)
        #expect(try images(of: result).allSatisfy { $0[5] == "gray" && $0[7] == "1" && $0[8] == "ccitt" })
        let bytes = try Data(contentsOf: result).count
        #expect(bytes < 3 * (try Data(contentsOf: job.source).count) + 20_000)
        // The fields of a form stay fields, with the fonts of their own.
        if fixture != "form.pdf" {
            #expect(try fonts(of: result).allSatisfy { $0.contains("PapertrayText") })
        }
    }

    @Test func linksBookmarksAndFieldsStay() throws {
        let typed = try JobFolder("digital.pdf")
        let result = try typed.step("ocr", Self.force)
        let objects = String(
            decoding: try tool("qpdf", "--json", "--json-key=outlines", result.path()), as: UTF8.self)
        #expect(occurrences(of: "\"title\"", in: objects) == 2)
        let source = String(decoding: try tool("qpdf", "--qdf", result.path(), "-"), as: UTF8.self)
        #expect(source.contains("https://example.org/"))
        let form = try JobFolder("form.pdf")
        #expect(try text(of: form.step("ocr", Self.force)).joined().contains("unchanged"))
    }

    @Test func wordsThatCannotBeSeenAreGone() throws {
        let ghosts = "BT /F 12 Tf 1 g 60 200 Td (white ghosts) Tj 3 Tr 0 -20 Td (hidden ghosts) Tj ET"
        let job = try JobFolder(
            named: "page.pdf",
            picturePage(
                "/Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8",
                Data([255]), after: ghosts + " BT 0 Tr 0 g /F 14 Tf 60 100 Td (A sentence to be read) Tj ET"))
        #expect(try text(of: job.source).joined().contains("ghosts"))
        let result = try text(of: job.step("ocr", Self.force)).joined()
        #expect(!result.contains("ghosts"))
        #expect(occurrences(of: "A sentence to be read", in: result) == 1)
    }

    @Test func pictureOfAScanIsNotCodedAgain() throws {
        let job = try JobFolder("ocred.pdf")
        let first = try job.step("ocr", Self.force)
        let again = try job.step(
            "ocr", Self.force, on: StepFile(path: "01-ocr/result.pdf", type: .pdf, pages: 1))
        for result in [first, again] {
            #expect(try pixels(of: result) == pixels(of: job.source))
            #expect(try images(of: result).map { $0[13] } == images(of: job.source).map { $0[13] })
            #expect(occurrences(of: "Every drawer carries", in: try text(of: result).joined()) == 1)
            #expect(try fonts(of: result).count == 1)
        }
    }

    @Test func toneIsKept() throws {
        func page(_ drawing: String) throws -> [Substring] {
            let job = try JobFolder(
                named: "page.pdf",
                picturePage(
                    "/Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 1", Data([0x80]),
                    matrix: "1 0 0 1 0 0", after: drawing))
            let result = try job.step("ocr", Self.force)
            #expect(try difference(result, job.source) < 3)
            return try #require(try images(of: result).first)
        }
        #expect(try page("0 0 1 rg 50 50 80 80 re f")[5] == "rgb")
        #expect(try page("0.9 g 50 50 80 80 re f").prefix(9).suffix(4) == ["gray", "1", "8", "image"])
        #expect(try page("0 g 50 50 80 80 re f").prefix(9).suffix(4) == ["gray", "1", "1", "ccitt"])
    }

    @Test func onlySelectedPagesBecomePictures() throws {
        let job = try JobFolder("digital.pdf")
        var options = Self.force
        options["pages"] = .text("2")
        let result = try job.step("ocr", options)
        #expect(try images(of: result).map { $0[0] } == ["2"])
        let pages = try text(of: result)
        #expect(pages[0].contains("Orchard Notes"))
        #expect(occurrences(of: "Second Chapter", in: pages[1]) == 1)
    }

    @Test func annotationsAreNotDrawnTwice() throws {
        let note = "/Annots [<< /Type /Annot /Subtype /Square /Rect [20 20 120 80] /C [0 0 1] /F 4 >>]"
        let job = try JobFolder(
            named: "page.pdf", notePage(extra: note, after: "BT /F 9 Tf 200 20 Td (Page 1 of 1) Tj ET"))
        let result = try job.step("ocr", ["existing_text": .text("force"), "deskew": .boolean(true)])
        #expect(try difference(result, job.source) < 3)
        #expect(try images(of: result).allSatisfy { $0[5] == "gray" })
        let source = String(decoding: try tool("qpdf", "--qdf", result.path(), "-"), as: UTF8.self)
        #expect(source.contains("/Square") && !source.contains("PapertrayAnnotated"))
    }
}
