// Several files that are one job: batches, companions, tickets, done-files; and content that comes twice.

import Documents
import Foundation
import Testing

extension EndToEnd {
    @Suite struct BatchTests {
        private func tray(_ keys: String, rules: String = Tray.passthrough) throws -> Tray {
            try Tray(searchable: rules, folder: "settle = \"50ms\"\n\(keys)")
        }

        private func dropFolder(_ name: String, _ fixtures: [String: String], into tray: Tray) throws {
            let arriving = tray.scratch.file(UUID().uuidString)
            for (file, fixture) in fixtures {
                let place = URL(filePath: "\(arriving)/\(file)")
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try FileManager.default.copyItem(atPath: Place.fixture(fixture), toPath: place.path)
            }
            try FileManager.default.moveItem(atPath: arriving, toPath: tray.file(name, in: "inbox"))
        }

        @Test func aFolderIsOneJob() async throws {
            let tray = try tray("batch = \"directory\"")
            try await tray.start()
            try dropFolder(
                "march", ["1.pdf": "digital.pdf", "2.pdf": "form.pdf", "sub/3.jpg": "scan.jpg"], into: tray)
            try await tray.ended(1)
            let jobs = try tray.ask([JobReport].self, "jobs")
            #expect(jobs.map(\.name) == ["march"] && jobs[0].state == .completed)
            #expect(jobs[0].files == ["march/1.pdf", "march/2.pdf", "march/sub/3.jpg"])
            #expect(try tray.names(in: "outbox/march") == ["1.pdf", "2.pdf", "sub"])
            #expect(try tray.names(in: "archive/march/sub") == ["3.jpg"])
            #expect(try tray.names(in: "inbox").isEmpty, "the emptied folder is taken away")
            try tray.expectOrder()
        }

        @Test func oneThatFailsIsSetApartAndTheOthersGoOn() async throws {
            let tray = try tray("batch = \"directory\"", rules: Tray.standard)
            try await tray.start()
            try dropFolder(
                "march", ["1.pdf": "digital.pdf", "2.pdf": "damaged.pdf", "3.pdf": "encrypted.pdf"],
                into: tray)
            try await tray.ended(3)
            let batch = try tray.job(named: "march")
            #expect(batch.state == .completed && batch.outputs.count == 1)
            #expect(try tray.names(in: "outbox/march") == ["1.pdf"])
            let failed = try tray.job(named: "march/3.pdf")
            #expect(failed.state == .quarantined && failed.batch == batch.id)
            #expect(failed.failure?.code == .passwordRequired)
            #expect(try tray.job(named: "march/2.pdf").failure?.code == .damaged)
            #expect(try tray.names(in: "quarantine/march").contains("2.pdf.reason.txt"))
            try tray.expectOrder()
            #expect(try tray.command("unlock", failed.id.rawValue, input: "test\n").status == 0)
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox/march") == ["1.pdf", "3.pdf"])
            let again = try tray.command("retry", "--failed", batch.id.rawValue)
            #expect(again.status == 0 && again.output.contains("1 jobs"))
            try await tray.ended(1)
            #expect(try tray.job(named: "march/2.pdf").failure?.code == .damaged)
            try tray.expectOrder()
        }

        @Test func aBatchThatNoRuleTakesComesBackWhole() async throws {
            let tray = try tray(
                "batch = \"group:{stem}-*\"", rules: "[[rule]]\nmatch = { type = [\"image\"] }\nstep = []\n")
            // Both are there at the first look, however busy the machine is.
            try tray.drop("scan.jpg", as: "a-1.jpg")
            try tray.drop("digital.pdf", as: "a-2.pdf")
            try await tray.start()
            try await tray.ended(1)
            let first = try tray.job(named: "a")
            #expect(first.failure?.code == .noRule)
            #expect(
                try tray.names(in: "quarantine").filter { !$0.contains("reason") } == ["a-1.jpg", "a-2.pdf"])
            #expect(try tray.names(in: "quarantine").contains("a-2.pdf.reason.json"))
            try tray.expectOrder()
            try tray.scratch.write(
                "[folder]\nsettle = \"1s\"\nbatch = \"group:{stem}-*\"\n\(Tray.passthrough)",
                to: "Config/folders.d/searchable.toml")
            #expect(try tray.command("reload").status == 0)
            for name in ["a-1.jpg", "a-2.pdf"] {
                try FileManager.default.moveItem(
                    atPath: tray.file(name, in: "quarantine"), toPath: tray.file(name, in: "inbox"))
            }
            try await tray.ended(1)
            let second = try tray.job(named: "a")
            #expect(second.id == first.id && second.state == .completed)
            #expect(try tray.names(in: "outbox") == ["a-1.jpg", "a-2.pdf"])
            #expect(try tray.names(in: "quarantine").isEmpty)
            try tray.expectOrder()
        }

        @Test func oneTakenOutOfAQuarantinedBatchGoesOnByItself() async throws {
            let tray = try tray(
                "batch = \"group:{stem}-*\"", rules: "[[rule]]\nmatch = { type = [\"image\"] }\nstep = []\n")
            try tray.drop("scan.jpg", as: "a-1.jpg")
            try tray.drop("digital.pdf", as: "a-2.pdf")
            try await tray.start()
            try await tray.ended(1)
            let batch = try tray.job(named: "a").id
            try FileManager.default.moveItem(
                atPath: tray.file("a-1.jpg", in: "quarantine"), toPath: tray.file("a-1.jpg", in: "inbox"))
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox") == ["a-1.jpg"])
            #expect(
                try tray.names(in: "quarantine") == ["a-2.pdf", "a-2.pdf.reason.json", "a-2.pdf.reason.txt"])
            #expect(try tray.ask(JobReport.self, "show", batch.rawValue).state == .quarantined)
            try tray.expectOrder()
        }

        // MARK: Companions

        @Test func aCompanionGoesWhereItsDocumentGoes() async throws {
            let tray = try tray("", rules: Tray.standard)
            try await tray.start()
            try tray.scratch.write("values", to: "tray/searchable/inbox/form.pdf.xfdf")
            try tray.scratch.write("values", to: "tray/searchable/inbox/damaged.pdf.csv")
            try tray.drop("form.pdf")
            try tray.drop("damaged.pdf")
            try await tray.ended(2)
            #expect(try tray.names(in: "archive") == ["form.pdf", "form.pdf.xfdf"])
            #expect(
                try tray.names(in: "quarantine") == [
                    "damaged.pdf", "damaged.pdf.csv", "damaged.pdf.reason.json", "damaged.pdf.reason.txt",
                ])
            #expect(try tray.names(in: "outbox") == ["form.pdf"])
            try tray.expectOrder()
            // The document moved back alone finds its companion again.
            try FileManager.default.moveItem(
                atPath: tray.file("damaged.pdf", in: "quarantine"),
                toPath: tray.file("damaged.pdf", in: "inbox"))
            try await tray.ended(1)
            #expect(try tray.names(in: "quarantine").contains("damaged.pdf.csv"))
            #expect(try tray.names(in: "inbox").isEmpty)
            try tray.expectOrder()
        }

        @Test func aCompanionWithoutItsDocumentIsToldOf() async throws {
            let tray = try Tray(searchable: Tray.passthrough, folder: "settle = \"0s\"")
            try await tray.start()
            try tray.drop("zero.pdf", as: "lost.pdf.json")
            try await tray.ended(1)
            #expect(try tray.job(named: "lost.pdf.json").failure?.code == .incomplete)
            try tray.expectOrder()
        }

        // MARK: Tickets

        @Test func aTicketChangesOptionsOfTheRulesSteps() async throws {
            let tray = try tray("tickets = true", rules: Tray.standard)
            try await tray.start()
            try tray.scratch.write(
                "[ocr]\nlanguages = [\"eng\"]\n", to: "tray/searchable/inbox/english-scan.pdf.toml")
            try tray.drop("english-scan.pdf")
            try await tray.ended(1)
            let job = try tray.job(named: "english-scan.pdf")
            #expect(job.state == .completed, "\(String(describing: job.failure))")
            let made = try #require(try tray.ask(JobReport.self, "show", job.id.rawValue).revisions?.last)
            #expect(made.options.given["languages"] == .list([.text("eng")]))
            #expect(try tray.names(in: "archive") == ["english-scan.pdf", "english-scan.pdf.toml"])
            try tray.expectOrder()
        }

        @Test(arguments: [
            ("tickets = true", "[ocr]\nlanguage = [\"eng\"]\n", "did you mean"),
            ("tickets = true", "[convert]\npage_size = \"a4\"\n", "has no step convert"),
            ("", "[ocr]\nlanguages = [\"eng\"]\n", "takes no tickets"),
        ]) func aTicketThatCannotBeUsedStopsItsDocument(keys: String, ticket: String, reason: String)
            async throws
        {
            let tray = try tray(keys, rules: Tray.standard)
            try await tray.start()
            try tray.scratch.write(ticket, to: "tray/searchable/inbox/digital.pdf.toml")
            try tray.drop("digital.pdf")
            try await tray.ended(1)
            let failure = try #require(try tray.job(named: "digital.pdf").failure)
            #expect(failure.code == .invalidTicket && failure.message.contains(reason), "\(failure.message)")
            #expect(try tray.names(in: "quarantine").contains("digital.pdf.toml"))
            try tray.expectOrder()
        }

        // MARK: Done-files

        @Test func aDocumentWaitsForItsDoneFile() async throws {
            let tray = try tray("done_file = \"{name}.done\"")
            try await tray.start()
            try tray.drop("digital.pdf", as: "a.pdf")
            try tray.drop("digital.pdf", as: "b.pdf")
            try tray.scratch.write("", to: "tray/searchable/inbox/b.pdf.done")
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox") == ["b.pdf"])
            #expect(try tray.names(in: "inbox") == ["a.pdf"])
            try tray.scratch.write("", to: "tray/searchable/inbox/a.pdf.done")
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox") == ["a.pdf", "b.pdf"])
            #expect(try tray.names(in: "archive").contains("a.pdf.done"))
            try tray.expectOrder()
        }

        // MARK: Duplicates

        @Test(arguments: ["process", "skip", "quarantine"])
        func sameContentTwice(policy: String) async throws {
            let tray = try tray("duplicates = \"\(policy)\"")
            try await tray.start()
            try tray.drop("digital.pdf", as: "a.pdf")
            try await tray.ended(1)
            try tray.drop("digital.pdf", as: "b.pdf")
            try await tray.ended(1)
            let second = try tray.job(named: "b.pdf")
            switch policy {
            case "process": #expect(try tray.names(in: "outbox") == ["a.pdf", "b.pdf"])
            case "skip":
                #expect(second.state == .completed && second.outputs.isEmpty)
                #expect(try tray.names(in: "outbox") == ["a.pdf"])
                #expect(try tray.names(in: "archive") == ["a.pdf", "b.pdf"])
            default:
                #expect(second.failure?.code == .duplicate)
                #expect(second.failure?.message.contains("a.pdf") == true)
                #expect(try tray.names(in: "quarantine").contains("b.pdf"))
            }
            #expect(try tray.names(in: "inbox").isEmpty, "nothing is stuck")
            try tray.expectOrder()
        }
    }
}
