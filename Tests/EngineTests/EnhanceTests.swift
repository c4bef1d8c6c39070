internal import Documents
internal import Foundation
internal import Testing

/// What `enhance` does to the picture of a page.
@Suite(.serialized) struct EnhanceTests {
    private static let sentence = "Every drawer carries a white label with a number."

    private func shadowed() throws -> Drawing {
        try Drawing.note().map { x, y, level in
            let slope = 0.55 + 0.45 * Double(x) / 1165
            let hand = 1 - 0.5 / (1 + exp((Double(x) + Double(y) - 700) / 20))
            return level * slope * hand
        }
    }

    private func job(_ drawing: Drawing) throws -> JobFolder {
        try JobFolder(named: "page.pdf", drawing.page())
    }

    @Test func shadowsGo() throws {
        let job = try job(shadowed())
        let before = try Drawing(of: job.source).paperLevels
        #expect((before.min() ?? 0) < 100)
        let result = try job.step("enhance")
        try tool("qpdf", "--check", result.path())
        let after = try Drawing(of: result)
        #expect(after.paperLevels.allSatisfy { (239...255).contains($0) }, "\(after.paperLevels)")
        #expect((after.gray.min() ?? 255) < 40)
        let read = try job.step("ocr", on: StepFile(path: "01-enhance/result.pdf", type: .pdf, pages: 1))
        #expect(try text(of: read).joined().contains(Self.sentence))
    }

    @Test func shadowsStayWhereThatIsWanted() throws {
        let job = try job(shadowed())
        let result = try job.step("enhance", ["shadows": .text("keep")])
        #expect(try Data(contentsOf: result) == Data(contentsOf: job.source))
    }

    @Test func secondTimeChangesNothing() throws {
        let job = try job(shadowed())
        let options: [String: OptionValue] = [
            "deskew": .boolean(true), "sharpen": .boolean(true), "crop": .text("auto"),
            "despeckle": .boolean(true), "color": .text("auto"),
        ]
        let first = try job.step("enhance", options)
        let again = try job.step(
            "enhance", options, on: StepFile(path: "01-enhance/result.pdf", type: .pdf, pages: 1))
        #expect(try Data(contentsOf: again) == Data(contentsOf: first))
        let other = try self.job(shadowed())
        let gray = try other.step("enhance", ["sharpen": .boolean(true)])
        let twice = try other.step(
            "enhance", ["sharpen": .boolean(true)],
            on: StepFile(path: "01-enhance/result.pdf", type: .pdf, pages: 1))
        #expect(try Drawing(of: gray).difference(to: Drawing(of: twice)) < 1)
    }

    @Test(arguments: ["digital.pdf", "form.pdf", "static-xfa.pdf"])
    func pagesWithTextStay(fixture: String) throws {
        let job = try JobFolder(fixture)
        let result = try job.step(
            "enhance", ["color": .text("bw"), "deskew": .boolean(true), "crop": .text("auto")])
        #expect(try Data(contentsOf: result) == Data(contentsOf: job.source))
    }

    @Test(arguments: [2.3, -1.4, 0.5])
    func leaningLinesBecomeLevel(degrees: Double) throws {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let (width, height) = (419.4, 297.72)
        let matrix = [width * cosine, width * sine, -height * sine, height * cosine, 10, 5].map { String($0) }
        let job = try JobFolder(
            named: "leaning.pdf",
            Drawing.note().page(matrix: matrix.joined(separator: " "), box: "0 0 430 310"))
        #expect(abs(try Drawing(of: job.source).slope(within: -3...3)) > 0.3)
        let result = try job.step("enhance", ["deskew": .boolean(true)])
        #expect(abs(try Drawing(of: result).slope(within: -1...1)) < 0.1)
        let read = try job.step("ocr", on: StepFile(path: "01-enhance/result.pdf", type: .pdf, pages: 1))
        #expect(try text(of: read).joined().contains(Self.sentence))
    }

    @Test(arguments: ["keep", "bw"])
    func specksGoAndDotsOfLettersStay(color: String) throws {
        let clean = try Drawing.note()
        let places = (0..<40).map { (x: 40 + ($0 * 137) % 1080, y: 560 + ($0 * 61) % 240) }
        let dusty = clean.map { x, y, level in
            places.contains { (0..<3).contains(x - $0.x) && (0..<3).contains(y - $0.y) } ? 20 : level
        }
        let job = try job(dusty)
        let result = try job.step("enhance", ["despeckle": .boolean(true), "color": .text(color)])
        let drawn = try Drawing(of: result)
        for place in places { #expect(drawn.level(place.x + 1, place.y + 1) > 200) }
        // Whatever was dark of the letters is dark, there or a pixel beside it.
        var lost = 0
        for y in 1..<520 {
            for x in 1..<(clean.width - 1) where clean.level(x, y) < 70 {
                let around = (-1...1).flatMap { row in (-1...1).map { drawn.level(x + $0, y + row) } }
                if (around.min() ?? 255) > 130 { lost += 1 }
            }
        }
        #expect(lost == 0)
        let read = try job.step("ocr", on: StepFile(path: "01-enhance/result.pdf", type: .pdf, pages: 1))
        #expect(try text(of: read).joined().contains(Self.sentence))
    }

    @Test(arguments: [("english-scan", ["eng"]), ("chinese-scan", ["chi_sim", "eng"])])
    func scansAreReadAsWellAsBefore(name: String, languages: [String]) throws {
        let reading: [String: OptionValue] = ["languages": .list(languages.map { .text($0) })]
        let plain = try text(of: JobFolder("\(name).pdf").step("ocr", reading)).joined()
        let job = try JobFolder("\(name).pdf")
        let enhanced = try job.step(
            "enhance", ["despeckle": .boolean(true), "deskew": .boolean(true), "color": .text("bw")])
        #expect(try images(of: enhanced).allSatisfy { $0[7] == "1" && $0[8] == "ccitt" })
        let count = try images(of: enhanced).count
        let read = try text(
            of: job.step(
                "ocr", reading, on: StepFile(path: "01-enhance/result.pdf", type: .pdf, pages: count)))
        let changes = Array(plain.filter { !$0.isWhitespace }).difference(
            from: Array(read.joined().filter { !$0.isWhitespace }))
        #expect(changes.count < plain.count / 50, "\(changes)")
    }

    @Test func edgesOfLettersBecomeCrisp() throws {
        let note = try Drawing.note()
        let soft = note.map { x, y, level in
            guard (1..<(note.width - 1)).contains(x), (1..<(note.height - 1)).contains(y) else {
                return level
            }
            let sum = (-1...1).reduce(0) { sum, row in
                sum + (-1...1).reduce(0) { $0 + note.level(x + $1, y + row) }
            }
            return Double(sum) / 9
        }
        func contrast(_ drawing: Drawing) -> Double {
            zip(drawing.gray, drawing.gray.dropFirst()).reduce(0) {
                let step = Double($1.0) - Double($1.1)
                return $0 + step * step
            }
        }
        let kept = try Drawing(of: job(soft).step("enhance"))
        let sharp = try Drawing(of: job(soft).step("enhance", ["sharpen": .boolean(true)]))
        #expect(contrast(sharp) > 1.2 * contrast(kept))
    }
}
