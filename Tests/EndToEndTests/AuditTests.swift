// The audit itself, tested by damaging things on purpose: it ends with 1 and names what was damaged.

import Documents
import Foundation
import Testing

extension EndToEnd {
    @Suite struct AuditTests {
        private struct Report: Decodable {
            struct Entry: Decodable {
                let place: String
                let problem: String
            }
            let findings: [Entry]
            let notes: [Entry]
        }

        private struct Damage {
            let place: String
            let problem: String
            let inflict: () throws -> Void
            let undo: () throws -> Void
        }

        private func audit(_ tray: Tray) throws -> (status: Int32, report: Report) {
            let outcome = try tray.command("audit", "--json")
            return (outcome.status, try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8)))
        }

        /// The file gone, and back.
        private func loss(of path: String) -> Damage {
            Damage(
                place: path, problem: "no longer there",
                inflict: { try FileManager.default.moveItem(atPath: path, toPath: path + ".away") },
                undo: { try FileManager.default.moveItem(atPath: path + ".away", toPath: path) })
        }

        /// One byte of the file changed, and back: each turn of the bits undoes the one before.
        private func change(of path: String) -> Damage {
            func turn() throws {
                let file = try FileHandle(forUpdating: URL(filePath: path))
                try file.seek(toOffset: 20)
                let byte = try #require(try file.read(upToCount: 1)?.first)
                try file.seek(toOffset: 20)
                try file.write(contentsOf: [byte ^ 0xFF])
                try file.close()
            }
            return Damage(place: path, problem: "content has changed", inflict: turn, undo: turn)
        }

        private func addition(of source: String, at path: String, _ problem: String) -> Damage {
            Damage(
                place: path, problem: problem,
                inflict: { try FileManager.default.copyItem(atPath: source, toPath: path) },
                undo: { try FileManager.default.removeItem(atPath: path) })
        }

        @Test func everyDamageIsFoundAndNamed() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.drop("digital.pdf", into: "passthrough")
            try tray.drop("encrypted.pdf")
            try await tray.ended(2)
            let result = tray.file("digital.pdf", in: "outbox", of: "passthrough")
            let original = tray.file("digital.pdf", in: "archive", of: "passthrough")
            let refused = tray.file("encrypted.pdf", in: "quarantine")
            let claims = tray.scratch.file("tray/passthrough/.papertray/claimed")
            let elsewhere = Place.fixture("form.pdf")
            let damages = [
                change(of: result), loss(of: original), change(of: original), loss(of: refused),
                change(of: refused),
                addition(of: elsewhere, at: claims + "/unknown.pdf", "no job belongs to it"),
                addition(
                    of: elsewhere, at: tray.scratch.file("tray/.state/jobs/unknown"), "no job belongs to it"),
                addition(of: result, at: result + ".copy.pdf", "a second copy"),
                addition(of: original, at: tray.file("digital.pdf", in: "archive"), "a second copy"),
            ]
            #expect(try audit(tray).status == 0)
            for damage in damages {
                try damage.inflict()
                let (status, report) = try audit(tray)
                #expect(status == 1)
                #expect(
                    report.findings.map(\.place).allSatisfy { damage.place.hasPrefix($0) }
                        && report.findings.map(\.problem).allSatisfy { $0.contains(damage.problem) }
                        && report.findings.count == 1, "\(damage.place): \(report.findings)")
                #expect(report.notes.isEmpty)
                try damage.undo()
            }
            #expect(try audit(tray).status == 0)
            // For eyes the same is said.
            try damages[1].inflict()
            let outcome = try tray.command("audit")
            #expect(outcome.status == 1 && outcome.output.contains(original))
        }

        @Test func aResultThatWasTakenIsNotedAndCountsOnlyWhereThatIsAskedFor() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.drop("digital.pdf", into: "passthrough")
            try await tray.ended(1)
            let result = tray.file("digital.pdf", in: "outbox", of: "passthrough")
            #expect(try tray.command("audit", "--strict").status == 0)
            // Into a folder of the outbox and then away: neither is a copy.
            let done = tray.file("done", in: "outbox", of: "passthrough")
            try FileManager.default.createDirectory(atPath: done, withIntermediateDirectories: true)
            try FileManager.default.moveItem(atPath: result, toPath: done + "/digital.pdf")
            #expect(try audit(tray).status == 0)
            try FileManager.default.removeItem(atPath: done)
            let (status, report) = try audit(tray)
            #expect(status == 0 && report.findings.isEmpty)
            #expect(report.notes.map(\.place) == [result])
            let text = try tray.command("audit").output
            #expect(text.contains("note: ") && text.contains("Everything is accounted for."))
            #expect(try tray.command("audit", "--strict").status == 1)
            #expect(try tray.command("audit", "--strict", "--json").status == 1)
        }

        /// The job is kept in its claim by somebody who has the file open for writing.
        @Test func aClaimedOriginalThatIsGoneIsFound() async throws {
            let tray = try Tray(environment: ["PAPERTRAY_FAILPOINT": "claim-renamed"])
            try await tray.start()
            try tray.drop("digital.pdf", as: "held.pdf", into: "passthrough")
            await tray.expectEnd()
            let claims = tray.scratch.file("tray/passthrough/.papertray/claimed")
            let claim = try #require(
                try FileManager.default.contentsOfDirectory(atPath: claims).first { !$0.hasSuffix(".json") })
            let file = "\(claims)/\(claim)/held.pdf"
            let writer = try FileHandle(forWritingTo: URL(filePath: file))
            try await tray.start(environment: [:])
            #expect(try audit(tray).status == 0)
            try FileManager.default.moveItem(atPath: file, toPath: tray.scratch.file("stolen.pdf"))
            let (status, report) = try audit(tray)
            #expect(status == 1 && report.findings.map(\.problem) == ["the original is not in its claim"])
            try FileManager.default.moveItem(atPath: tray.scratch.file("stolen.pdf"), toPath: file)
            try writer.close()
            try await tray.ended(1)
            #expect(try audit(tray).status == 0)
        }
    }
}
