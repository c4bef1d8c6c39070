internal import Documents
internal import Foundation
internal import Testing

@Suite(.serialized) struct DeskewTests {
    /// The note, leaning by two degrees counterclockwise.
    private func leaningNote() throws -> JobFolder {
        let (cosine, sine) = (cos(2 * Double.pi / 180), sin(2 * Double.pi / 180))
        let (width, height) = (419.4, 297.72)
        let matrix = [width * cosine, width * sine, -height * sine, height * cosine, 20, 10].map {
            String($0)
        }
        return try JobFolder(
            named: "leaning.pdf",
            notePage(matrix: matrix.joined(separator: " "), box: "0 0 440 330", extra: "/Rotate 0"))
    }

    /// How much lower, in points, the last word of the sentence lies than the first.
    private func fall(in pdf: URL) throws -> Double {
        let boxes = String(decoding: try tool("pdftotext", "-bbox", pdf.path(), "-"), as: UTF8.self)
        let words = boxes.matches(of: /yMax="([\d.]+)">([^<]+)/)
        let first = try #require(words.first { $0.2 == "plain" })
        let last = try #require(words.first { $0.2.hasPrefix("printed") })
        return (Double(last.1) ?? 0) - (Double(first.1) ?? 0)
    }

    @Test func leaningPageBecomesLevel() throws {
        let job = try leaningNote()
        let result = try job.step("ocr", ["deskew": .boolean(true)])
        #expect(abs(try fall(in: result)) < 0.6)
        #expect(try pixels(of: result) != pixels(of: job.source))
        try tool("qpdf", "--check", result.path())
        // Level now: a second look finds nothing to do.
        let again = try job.step(
            "ocr", ["deskew": .boolean(true)],
            on: StepFile(path: "01-ocr/result.pdf", type: .pdf, pages: 1))
        #expect(try Data(contentsOf: again) == Data(contentsOf: result))
    }

    @Test func leaningPageStaysWhereThatIsNotWanted() throws {
        let job = try leaningNote()
        let result = try job.step("ocr")
        #expect(try fall(in: result) < -1.5)
        #expect(try pixels(of: result) == pixels(of: job.source))
    }
}
