// The walking product: what is dropped comes out, or lies in the quarantine with its reason.

import Documents
import Foundation
import Testing

/// All tests with real services, one after another: they share two cores.
@Suite(.serialized, .timeLimit(.minutes(5)))
enum EndToEnd {}

extension EndToEnd {
    @Suite struct WalkTests {
        @Test func scansComeOutSearchableAndUnchangedToTheEye() async throws {
            let tray = try Tray()
            try await tray.start()
            let scans = ["english-scan", "chinese-scan"]
            for scan in scans { try tray.drop("\(scan).pdf") }
            try await tray.ended(2)
            for scan in scans {
                let result = tray.file("\(scan).pdf", in: "outbox")
                #expect(try isSound(result))
                try expectSamePictures(result, Place.fixture("\(scan).pdf"))
                #expect(characterErrorRate(try text(of: result), truth: try truth("\(scan).txt")) < 0.01)
                #expect(
                    FileManager.default.contentsEqual(
                        atPath: tray.file("\(scan).pdf", in: "archive"), andPath: Place.fixture("\(scan).pdf")
                    ))
            }
            #expect(try text(of: tray.file("chinese-scan.pdf", in: "outbox")).contains("本馆每天上午九点开放"))
            try tray.expectOrder()
            #expect(await tray.stop() == 0)
        }

        @Test func aSecondRunChangesNothing() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.drop("english-scan.pdf")
            try await tray.ended(1)
            let once = tray.file("english-scan.pdf", in: "outbox")
            try tray.drop(file: once, as: "again.pdf")
            try await tray.ended(1)
            #expect(
                FileManager.default.contentsEqual(atPath: once, andPath: tray.file("again.pdf", in: "outbox"))
            )
        }

        @Test(arguments: [
            ("scan.jpg", "scan.pdf", 1, "A plain picture of a printed note."),
            ("exif-turned.jpg", "exif-turned.pdf", 1, "The camera was held on its side."),
            ("phone.heic", "phone.pdf", 1, "A telephone took this picture at noon."),
            ("frames.tiff", "frames.pdf", 3, "The second frame is black and white."),
            ("png-named.pdf", "png-named.pdf", 1, "Black letters float on clear glass."),
        ])
        func picturesBecomeSearchablePages(_ input: String, _ output: String, _ pages: Int, _ words: String)
            async throws
        {
            let tray = try Tray()
            try await tray.start()
            try tray.drop(input)
            try await tray.ended(1)
            let result = tray.file(output, in: "outbox")
            #expect(try isSound(result))
            #expect(try pageCount(of: result) == pages)
            #expect(try text(of: result).contains(words))
            try tray.expectOrder()
        }

        @Test func whatCannotBeDoneIsQuarantinedWithItsCode() async throws {
            let codes: [String: FailureCode] = [
                "encrypted.pdf": .passwordRequired, "signed.pdf": .signedDocument,
                "dynamic-xfa.pdf": .dynamicForm,
                "text-named.pdf": .unsupportedType, "damaged.pdf": .damaged, "no-pages.pdf": .noPages,
                "zero.pdf": .incomplete, "truncated.pdf": .incomplete, "truncated.jpg": .incomplete,
                "huge-pixels.png": .tooLarge, "loop.pdf": .damaged, "bomb.pdf": .tooLarge,
            ]
            let tray = try Tray()
            try await tray.start()
            for name in codes.keys { try tray.drop(name) }
            try await tray.ended(codes.count)
            for (name, code) in codes {
                let job = try tray.job(named: name)
                #expect(
                    job.state == .quarantined && job.failure?.code == code,
                    "\(name): \(String(describing: job.failure))")
                #expect(
                    FileManager.default.contentsEqual(
                        atPath: tray.file(name, in: "quarantine"), andPath: Place.fixture(name)))
                let reason = try String(
                    contentsOfFile: tray.file("\(name).reason.txt", in: "quarantine"), encoding: .utf8)
                #expect(reason.contains(code.rawValue) && !reason.contains("{"))
                let report = try Data(
                    contentsOf: URL(filePath: tray.file("\(name).reason.json", in: "quarantine")))
                #expect(
                    try JSONDecoder().decode(ReasonJSON.self, from: report)
                        == ReasonJSON(code: code, job: job.id, name: name))
            }
            #expect(try tray.names(in: "outbox").isEmpty)
            try tray.expectOrder()
        }

        private struct ReasonJSON: Decodable, Equatable {
            let code: FailureCode
            let job: JobID
            let name: String
        }

        @Test func passingThroughChangesNoByteAndNamesWhatItIs() async throws {
            let tray = try Tray()
            try await tray.start()
            for name in ["signed.pdf", "phone.heic", "pdf-named.jpg", "encrypted.pdf"] {
                try tray.drop(name, into: "passthrough")
            }
            try tray.drop("scan.jpg", as: "2026/march/scan.JPG", into: "passthrough")
            try await tray.ended(5)
            let names = [
                "signed.pdf": "signed.pdf", "phone.heic": "phone.heic", "pdf-named.jpg": "pdf-named.pdf",
                "encrypted.pdf": "encrypted.pdf", "scan.jpg": "2026/march/scan.JPG",
            ]
            for (fixture, name) in names {
                #expect(
                    FileManager.default.contentsEqual(
                        atPath: tray.file(name, in: "outbox", of: "passthrough"),
                        andPath: Place.fixture(fixture)),
                    "\(name)")
            }
            try tray.expectOrder()
        }

        @Test func aTakenNameIsNumberedAndNothingIsReplaced() async throws {
            let tray = try Tray()
            try await tray.start()
            for fixture in ["digital.pdf", "form.pdf", "form.pdf"] {
                try tray.drop(fixture, as: "same.pdf", into: "passthrough")
                try await tray.ended(1)
            }
            #expect(try tray.names(in: "outbox", of: "passthrough") == ["same (2).pdf", "same.pdf"])
            #expect(try tray.names(in: "archive", of: "passthrough").count == 3)
            try tray.expectOrder()
        }

        @Test func aReasonSpeaksTheFoldersLanguage() async throws {
            let tray = try Tray(folder: "settle = \"50ms\"\nlanguage = \"zh-Hans\"")
            try await tray.start()
            try tray.drop("encrypted.pdf")
            try await tray.ended(1)
            let reason = try String(
                contentsOfFile: tray.file("encrypted.pdf.reason.txt", in: "quarantine"), encoding: .utf8)
            #expect(reason.contains("设有打开密码"))
        }
    }
}
