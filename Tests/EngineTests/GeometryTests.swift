internal import Documents
internal import Foundation
internal import Testing

/// Words sit on their ink, wherever a page's boxes, rotation, unit and skew put it. Both sides of the judgement are
/// poppler's: the boxes of pdftotext and the pixels of pdftoppm.
@Suite(.serialized) struct GeometryTests {
    private static let dpi = 144.0
    /// Gray levels below this are ink.
    private static let ink: UInt8 = 128
    /// Ink this many points above and below a box belongs to the word.
    private static let rim = 3.0

    private struct Word {
        let text: String
        let box: CGRect
    }

    private func words(of pdf: URL) throws -> [Word] {
        let boxes = String(
            decoding: try tool("pdftotext", "-bbox", "-cropbox", pdf.path(), "-"), as: UTF8.self)
        return boxes.matches(
            of: /word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]+)/
        ).compactMap { match in
            guard let left = Double(match.1), let top = Double(match.2), let right = Double(match.3),
                let foot = Double(match.4)
            else { return nil }
            return Word(
                text: String(match.5), box: CGRect(x: left, y: top, width: right - left, height: foot - top))
        }
    }

    private struct Picture {
        let gray: [UInt8]
        let width: Int
        let height: Int

        func ink(in box: CGRect) -> Int {
            let scale = GeometryTests.dpi / 72
            let (left, right) = (
                max(0, Int(box.minX * scale)), min(width, Int((box.maxX * scale).rounded(.up)))
            )
            let (top, foot) = (
                max(0, Int(box.minY * scale)), min(height, Int((box.maxY * scale).rounded(.up)))
            )
            guard left < right, top < foot else { return 0 }
            return (top..<foot).reduce(0) { sum, y in
                sum + (left..<right).count { gray[y * width + $0] < GeometryTests.ink }
            }
        }
    }

    private func picture(of pdf: URL, in job: JobFolder) throws -> Picture {
        let target = job.url.appending(path: "drawn")
        try tool("pdftoppm", "-r", "144", "-gray", "-singlefile", "-cropbox", pdf.path(), target.path())
        let data = [UInt8](try Data(contentsOf: target.appendingPathExtension("pgm")))
        let head = String(decoding: data.prefix(40), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        let (width, height) = (Int(head[1]) ?? 0, Int(head[2]) ?? 0)
        return Picture(gray: Array(data.suffix(width * height)), width: width, height: height)
    }

    /// The share of words with at least four fifths of their ink inside of their box.
    private func shareOfWordsOnInk(_ job: JobFolder, _ options: [String: OptionValue] = [:]) throws -> Double
    {
        let result = try job.step("ocr", options)
        let (words, drawn) = (try words(of: result), try picture(of: result, in: job))
        #expect(words.count > 40)
        let good = words.count { word in
            let inside = drawn.ink(in: word.box)
            // The rim above and below only: to the sides lie other words.
            let around = drawn.ink(in: word.box.insetBy(dx: 0, dy: -Self.rim))
            return inside > 0 && Double(inside) >= 0.8 * Double(around)
        }
        return Double(good) / Double(max(words.count, 1))
    }

    @Test(arguments: [
        "scan.jpg", "rotate-flag.pdf", "offset-scan.pdf", "userunit-scan.pdf", "unbalanced-scan.pdf",
    ])
    func wordsOfFixturesSitOnTheirInk(fixture: String) throws {
        let job = try JobFolder(fixture)
        let pdf =
            fixture.hasSuffix("pdf")
            ? job : try JobFolder(named: "scan.pdf", Data(contentsOf: job.step("convert")))
        #expect(try shareOfWordsOnInk(pdf) >= 0.95)
    }

    @Test(arguments: [
        ("0 0 419.4 297.72", "/Rotate 180", "-419.4 0 0 -297.72 419.4 297.72"),
        ("10 20 307.72 439.4", "/Rotate 90", "0 419.4 -297.72 0 307.72 20"),
        ("10 20 307.72 439.4", "/Rotate 270", "0 -419.4 297.72 0 10 439.4"),
        ("0 0 500 400", "/CropBox [15 10 480 380]", "419.4 0 0 297.72 40 60"),
        ("0 0 209.7 148.86", "/UserUnit 2 /Rotate 180", "-209.7 0 0 -148.86 209.7 148.86"),
    ])
    func wordsSitOnTheirInkInAnyFrame(box: String, extra: String, matrix: String) throws {
        let job = try JobFolder(named: "page.pdf", notePage(matrix: matrix, box: box, extra: extra))
        #expect(try shareOfWordsOnInk(job, ["rotate": .boolean(false)]) >= 0.95)
    }

    @Test(arguments: [-3.0, -1, 1, 2, 3])
    func wordsOfALeaningPageSitOnTheirInk(degrees: Double) throws {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let matrix = [419.4 * cosine, 419.4 * sine, -297.72 * sine, 297.72 * cosine, 30, 40].map {
            String($0)
        }
        let page = try notePage(matrix: matrix.joined(separator: " "), box: "0 0 460 370")
        for deskews in [false, true] {
            let job = try JobFolder(named: "page.pdf", page)
            #expect(try shareOfWordsOnInk(job, ["deskew": .boolean(deskews)]) >= 0.95, "\(deskews)")
        }
    }
}
