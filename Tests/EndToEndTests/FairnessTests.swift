// Bad jobs beside good ones: each bad one ends with its own code, and no good one waits for them or is passed by more
// than those that are in hand. Judged by the order of events and never by the clock. The workers are FakeWorker, which
// misbehaves as the names of the files say.

import Documents
import Foundation
import Glibc
import Testing

extension EndToEnd {
    @Suite struct FairnessTests {
        private static let workers = 3
        /// Jobs in hand for each worker.
        private static let inHand = 8 * workers
        private static let good = (0..<50).map { String(format: "answer %02d.pdf", $0) }
        private static let bad: [String: FailureCode] = [
            "hang 1.pdf": .timeout, "pour 1.pdf": .timeout, "eat 1.pdf": .outOfMemory,
            "crash 1.pdf": .crashed,
            "rubbish 1.pdf": .crashed, "long 1.pdf": .crashed, "fail 1.pdf": .damaged,
        ]

        /// A service with the fake workers beside it.
        private func tray(_ programs: Scratch) throws -> Tray {
            let tray = try Tray(program: try fakeWorkers(in: programs))
            try tray.scratch.write("[service]\nworkers = \(Self.workers)\n", to: "Config/papertray.toml")
            let limits = "limits = { time = \"1s\", memory = \"100MB\", attempts = 2 }"
            try tray.scratch.write(
                "[folder]\nsettle = \"50ms\"\n\(limits)\n\(Tray.standard)", to: "Config/folders.d/bad.toml")
            return tray
        }

        @Test func goodJobsGoOnBesideBadOnes() async throws {
            let programs = try Scratch()
            let tray = try tray(programs)
            try await tray.start()
            // One that has half an hour to hang in, longer than this test: it must hold up nobody.
            try tray.drop("digital.pdf", as: "hang for ever.pdf")
            try await tray.wait { $0.contains("folder=searchable") && $0.contains("to=staged") }
            for name in Self.bad.keys.sorted() { try tray.drop("digital.pdf", as: name, into: "bad") }
            for name in Self.good { try tray.drop("digital.pdf", as: name) }
            try await tray.ended(Self.good.count + Self.bad.count)

            let jobs = try tray.ask([JobReport].self, "jobs", "--limit", "1000")
            let stuck = try #require(jobs.first { $0.name == "hang for ever.pdf" })
            #expect(stuck.state == .staged, "it has been taken for \(stuck.state)")
            for (name, code) in Self.bad {
                let job = try #require(jobs.first { $0.name == name })
                #expect(job.state == .quarantined && job.failure?.code == code, "\(name): \(job)")
            }
            try expectFairness(among: jobs.filter { Self.good.contains($0.name) })
            #expect(try tray.names(in: "outbox") == Self.good)
            #expect(try tray.command("cancel", stuck.id.rawValue).status == 0)
            try await tray.ended(1)
            #expect(try tray.names(in: "quarantine", of: "bad").count == 3 * Self.bad.count)
            try tray.expectOrder()
            await tray.stop()
        }

        /// However many files wait, only so many are in hand: the inbox is the queue.
        @Test func jobsInHandAreBounded() async throws {
            let programs = try Scratch()
            let tray = try tray(programs)
            try await tray.start()
            for number in 0..<40 {
                try tray.drop("digital.pdf", as: String(format: "wait %02d.pdf", number))
            }
            for _ in 0..<Self.inHand { try await tray.wait { $0.contains("to=staged") } }
            let folder = try #require(
                try tray.ask(StatusReport.self, "status").folders.first { $0.name == "searchable" })
            #expect(folder.queued + folder.running == Self.inHand)
            #expect(try tray.names(in: "inbox").count == 40 - Self.inHand)
            // Each goes on when its directory says so.
            let spool = tray.scratch.file("tray/.state/jobs")
            while try tray.ask([JobReport].self, "jobs", "--state", "completed").count < 40 {
                for job in try FileManager.default.contentsOfDirectory(atPath: spool) {
                    close(open("\(spool)/\(job)/go", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
                }
            }
            #expect(try tray.names(in: "outbox").count == 40)
            await tray.stop()
        }

        /// Whoever was claimed later than a job and still ended before it was in hand beside it.
        private func expectFairness(among jobs: [JobReport]) throws {
            #expect(jobs.count == Self.good.count && jobs.allSatisfy { $0.state == .completed })
            let claimed = jobs.sorted { $0.id.rawValue < $1.id.rawValue }.map(\.name)
            let ended = jobs.sorted { ($0.updatedAt, $0.id.rawValue) < ($1.updatedAt, $1.id.rawValue) }.map(
                \.name)
            for (position, name) in claimed.enumerated() {
                let place = try #require(ended.firstIndex(of: name))
                #expect(
                    place - position < Self.inHand, "\(name) was number \(position) and ended as \(place)")
            }
        }
    }
}
