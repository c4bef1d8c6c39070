// The commands without a service, and what they say when something is wrong.

import Documents
import Foundation
import Testing

extension EndToEnd {
    @Suite struct CommandTests {
        @Test func ocrMakesAFileAndNeverReplacesOne() throws {
            let scratch = try Scratch()
            let output = scratch.file("out.pdf")
            #expect(try papertray("ocr", Place.fixture("scan.jpg"), "-o", output).status == 0)
            #expect(try isSound(output))
            #expect(try text(of: output).contains("A plain picture of a printed note."))
            let before = try Data(contentsOf: URL(filePath: output))
            let again = try papertray("ocr", Place.fixture("scan.jpg"), "-o", output)
            #expect(again.status == 73 && again.errors.contains("exists already"))
            #expect(try Data(contentsOf: URL(filePath: output)) == before)
        }

        @Test func ocrTurnsPagesUpright() throws {
            let scratch = try Scratch()
            let output = scratch.file("out.pdf")
            #expect(try papertray("ocr", Place.fixture("rotated-scan.pdf"), "-o", output).status == 0)
            for (page, word) in [(1, "ninety"), (2, "one hundred eighty"), (3, "two hundred seventy")] {
                #expect(try text(of: output, page: page).contains("turned by \(word) degrees"))
            }
        }

        @Test(
            arguments: [
                (["ocr", "/nowhere/a.pdf", "-o", "/tmp/never.pdf"], 66, "file-unavailable"),
                (["ocr", Place.fixture("encrypted.pdf"), "-o", "/tmp/never.pdf"], 65, "password-required"),
                (["ocr", Place.fixture("signed.pdf"), "-o", "/tmp/never.pdf"], 65, "signed-document"),
                (["ocr", Place.fixture("dynamic-xfa.pdf"), "-o", "/tmp/never.pdf"], 65, "dynamic-form"),
                (["ocr", Place.fixture("text-named.pdf"), "-o", "/tmp/never.pdf"], 65, "unsupported-type"),
                (["ocr", Place.fixture("scan.jpg"), "-o", "/nowhere/never.pdf"], 73, "target-unreachable"),
                (["ocr", Place.fixture("scan.jpg")], 64, "usage"),
                (["ocr", "--langages", "eng", "a", "-o", "b"], 64, "did you mean --languages"),
                (["ocr", "--languages", "klingon", "a", "-o", "b"], 64, "\"chi_sim\""),
                (["satus"], 64, "Did you mean status"),
                (["status", "--config", "/nowhere"], 78, "error:"),
            ] as [([String], Int32, String)])
        func aRefusalHasItsExitCodeAndSaysWhatToDo(_ words: [String], _ status: Int32, _ saying: String)
            throws
        {
            let outcome = try run(Place.program("papertray"), words)
            #expect(outcome.status == status, "\(outcome.errors)")
            #expect(outcome.errors.contains(saying), "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }

        @Test func aServiceThatIsNotThereIsSaid() throws {
            let tray = try Tray()
            let outcome = try tray.command("status")
            #expect(outcome.status == 69)
            #expect(outcome.errors.contains("papertrayd"))
        }

        @Test func inspectKnowsWhatAFileIs() throws {
            struct Report: Decodable {
                let type: String
                let encrypted, signed, has_text, has_form: Bool
                let pages: [Page]
                struct Page: Decodable { let number: Int, width: Double, height: Double, rotation: Int }
            }
            func inspect(_ name: String) throws -> Report {
                let outcome = try papertray("inspect", Place.fixture(name), "--json")
                return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            }
            let digital = try inspect("digital.pdf")
            #expect(digital.type == "pdf" && digital.has_text && !digital.signed && digital.pages.count == 2)
            #expect(try inspect("signed.pdf").signed)
            #expect(try inspect("form.pdf").has_form)
            #expect(try inspect("restricted.pdf").encrypted)
            let turned = try inspect("rotate-flag.pdf").pages[0]
            #expect(turned.rotation == 90 && turned.width > turned.height)
        }

        @Test func planSaysWhichRuleAndWhyNotTheOthers() throws {
            let tray = try Tray(
                searchable: """
                    [[rule]]
                    name = "pictures"
                    match = { type = ["image"] }
                    step = []
                    [[rule]]
                    name = "many pages"
                    match = { pages = "10.." }
                    step = []
                    [[rule]]
                    name = "rest"
                    step = [{ do = "ocr" }]
                    """)
            let output = try tray.command("plan", Place.fixture("digital.pdf"), "--folder", "searchable")
                .output
            #expect(output.contains("not pictures: ") && output.contains("not many pages: "))
            #expect(output.contains("rule rest: ocr"))
        }

        @Test func aWorkerReachesNothingButItsJob() throws {
            let scratch = try Scratch()
            try scratch.write("secret", to: "other/secret")
            try scratch.write("", to: "own/source")
            let outcome = try run(
                Place.program("papertray-worker"),
                [
                    "--prove", scratch.file("own"), scratch.file("other/secret"),
                    "\(ProcessInfo.processInfo.processIdentifier)",
                ])
            #expect(outcome.status == 0, "\(outcome.output)")
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count == 10 && lines.allSatisfy { $0.hasPrefix("refused: ") })
        }

        @Test func schemaAndCompletionComeFromTheDeclarations() throws {
            let schema = try papertray("schema").output
            let bash = try papertray("completion", "bash").output
            for option in StepDeclaration.ocr.options {
                #expect(schema.contains("\"\(option.name)\""))
                #expect(bash.contains("--\(option.flag)"))
            }
            #expect(try JSONSerialization.jsonObject(with: Data(schema.utf8)) is [String: Any])
            let scratch = try Scratch()
            try scratch.write(bash, to: "completion.bash")
            #expect(try run("bash", ["-n", scratch.file("completion.bash")]).status == 0)
        }
    }
}
