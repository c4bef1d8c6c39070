// Better pictures of scans, made by the command.

import Foundation
import Testing

extension EndToEnd {
    @Suite struct EnhanceTests {
        private func codings(of file: String) throws -> [String] {
            try run("pdfimages", ["-list", file]).output.split(separator: "\n").dropFirst(2)
                .compactMap { $0.split(separator: " ").dropFirst(8).first.map(String.init) }
        }

        @Test func scanBecomesBlackAndWhiteAndIsReadAsWell() throws {
            let scratch = try Scratch()
            let (file, read) = (scratch.file("enhanced.pdf"), scratch.file("read.pdf"))
            let made = try papertray(
                "enhance", "--color", "auto", "--deskew", "--despeckle", "--sharpen", "--crop", "auto",
                Place.fixture("english-scan.pdf"), "-o", file)
            #expect(made.status == 0, "\(made.errors)")
            #expect(try isSound(file))
            #expect(try codings(of: file).allSatisfy { $0 == "ccitt" })
            #expect(try papertray("ocr", file, "-o", read).status == 0)
            #expect(try characterErrorRate(text(of: read), truth: truth("english-scan.txt")) < 0.02)
        }

        @Test func pictureIsConvertedFirst() throws {
            let scratch = try Scratch()
            let file = scratch.file("note.pdf")
            let made = try papertray(
                "enhance", "--crop", "box", "--crop-box", "10mm,10mm,6cm,2in", Place.fixture("scan.jpg"),
                "-o",
                file)
            #expect(made.status == 0, "\(made.errors)")
            let size = try run("pdfinfo", [file]).output.firstMatch(of: /Page size: +([\d.]+) x ([\d.]+)/)
            #expect(Double(size?.1 ?? "").map { abs($0 - 170.08) < 0.05 } == true)
            #expect(Double(size?.2 ?? "").map { abs($0 - 144) < 0.05 } == true)
        }

        @Test func whatCannotBeMeantIsSaid() throws {
            let scratch = try Scratch()
            let file = scratch.file("out.pdf")
            let boxless = try papertray("enhance", "--crop", "box", Place.fixture("scan.jpg"), "-o", file)
            #expect(boxless.status == 64 && boxless.errors.contains("needs crop_box"), "\(boxless.errors)")
            let signed = try papertray("enhance", Place.fixture("signed.pdf"), "-o", file)
            #expect(signed.status == 65 && signed.errors.contains("signed-document"), "\(signed.errors)")
        }
    }
}
