// Judgement by programs that are not ours.

import Foundation
import Testing

/// The text that poppler extracts.
func text(of file: String, page: Int? = nil) throws -> String {
    let pages = page.map { ["-f", "\($0)", "-l", "\($0)"] } ?? []
    return try run("pdftotext", pages + [file, "-"]).output
}

/// Whether qpdf finds the file sound.
func isSound(_ file: String) throws -> Bool {
    try run("qpdf", ["--check", file]).status == 0
}

func pageCount(of file: String) throws -> Int {
    Int(try run("qpdf", ["--show-npages", file]).output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
}

/// The pages as poppler draws them.
func pictures(of file: String, dpi: Int = 72) throws -> [Data] {
    let scratch = try Scratch()
    try run("pdftoppm", ["-r", "\(dpi)", file, scratch.file("page")])
    return try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted().map {
        try Data(contentsOf: URL(filePath: scratch.file($0)))
    }
}

/// Every page of both files drawn alike, to the pixel.
func expectSamePictures(_ first: String, _ second: String) throws {
    let (left, right) = (try pictures(of: first), try pictures(of: second))
    #expect(left.count == right.count && !left.isEmpty)
    for (index, pair) in zip(left, right).enumerated() {
        #expect(pair.0 == pair.1, "page \(index + 1) differs")
    }
}

/// Character errors for each character of the truth, white space and width forms left out.
func characterErrorRate(_ text: String, truth: String) -> Double {
    func plain(_ text: String) -> [Character] {
        Array(text.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace })
    }
    let (read, wanted) = (plain(text), plain(truth))
    var row = Array(0...read.count)
    for (index, character) in wanted.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for column in read.indices {
            let substituted = diagonal + (character == read[column] ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
        }
    }
    return Double(row[read.count]) / Double(max(1, wanted.count))
}

func truth(_ name: String) throws -> String {
    try String(contentsOfFile: Place.fixture(name), encoding: .utf8)
}

/// A PDF of the fixture's pages, over and over.
func repeated(_ fixture: String, times: Int, to file: String) throws {
    let pages = (0..<times).flatMap { _ in [Place.fixture(fixture), "1-z"] }
    let outcome = try run("qpdf", ["--empty", "--pages"] + pages + ["--", file])
    #expect(outcome.status == 0, "\(outcome.errors)")
}
