// The text of a document, taken out and put back by the command.

import Foundation
import Testing

extension EndToEnd {
    @Suite struct TextTests {
        private func recognised(in scratch: Scratch) throws -> String {
            let file = scratch.file("scan.pdf")
            #expect(try papertray("ocr", Place.fixture("scan.jpg"), "-o", file).status == 0)
            return file
        }

        @Test func correctedTextIsFound() throws {
            let scratch = try Scratch()
            let file = try recognised(in: scratch)
            let before = try Data(contentsOf: URL(filePath: file))
            let exported = try papertray("text", "export", file)
            #expect(exported.status == 0, "\(exported.errors)")
            try scratch.write(
                exported.output.replacingOccurrences(of: "\"printed\"", with: "\"painted\""), to: "c.json")
            let applied = try papertray("text", "apply", file, scratch.file("c.json"))
            #expect(applied.status == 0 && applied.output.contains("1 word is corrected"), "\(applied)")
            let result = scratch.file("scan-corrected.pdf")
            #expect(try text(of: result).contains("A plain picture of a painted note."))
            #expect(try isSound(result))
            try expectSamePictures(file, result)
            #expect(try Data(contentsOf: URL(filePath: file)) == before)
            let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
            #expect(names == ["c.json", "scan-corrected.pdf", "scan.pdf"])
        }

        @Test func nothingIsReplacedUnlessForced() throws {
            let scratch = try Scratch()
            let file = try recognised(in: scratch)
            let json = scratch.file("c.json")
            #expect(try papertray("text", "export", file, "-o", json).status == 0)
            #expect(try papertray("text", "export", file, "-o", json).status == 73)
            try scratch.write("mine", to: "out.pdf")
            let out = scratch.file("out.pdf")
            #expect(try papertray("text", "apply", file, json, "-o", out).status == 73)
            #expect(try String(contentsOfFile: out, encoding: .utf8) == "mine")
            #expect(try papertray("text", "apply", file, json, "-o", out, "--force").status == 0)
            #expect(try isSound(out))
            let original = try papertray("text", "apply", file, json, "-o", file, "--force")
            #expect(original.status == 73 && original.errors.contains("is the original"))
            let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
            #expect(names == ["c.json", "out.pdf", "scan.pdf"])
        }

        @Test func refusalsSayWhy() throws {
            let scratch = try Scratch()
            let file = try recognised(in: scratch)
            try scratch.write("{}", to: "c.json")
            let rubbish = try papertray("text", "apply", file, scratch.file("c.json"))
            #expect(rubbish.status == 65 && rubbish.errors.contains("invalid-correction"), "\(rubbish)")
            let picture = try papertray("text", "export", Place.fixture("scan.jpg"))
            #expect(picture.status == 65 && picture.errors.contains("is not a PDF"))
            #expect(try papertray("text", "aply", file, "x").status == 64)
            #expect(try papertray("text", "apply", file).status == 64)
            let signed = try papertray("text", "export", Place.fixture("signed.pdf"))
            #expect(signed.status == 0)
        }
    }
}
