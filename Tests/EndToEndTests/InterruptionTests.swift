// Workers and the service killed in the middle: nothing is lost, nothing is doubled, nothing finished is done again.

import Documents
import Foundation
import Glibc
import Testing

extension EndToEnd {
    @Suite struct InterruptionTests {
        /// Books fill half of the places and not all; and whoever had the least goes first.
        @Test func aReceiptOvertakesBooks() async throws {
            let tray = try Tray()
            let book = tray.scratch.file("book.pdf")
            try repeated("english-scan.pdf", times: 25, to: book)
            try await tray.start()
            for number in 1...9 { try tray.drop(file: book, as: "book-\(number).pdf") }
            try await tray.wait { $0.contains("to=running") }
            try tray.drop("scan.jpg", as: "receipt.jpg")
            try await tray.ended(1)
            #expect(try tray.job(named: "receipt.jpg").state == .completed)
            #expect(try tray.names(in: "outbox") == ["receipt.pdf"])
            #expect(await tray.stop() == 0)
        }

        @Test func aKilledWorkerCostsNothingButTime() async throws {
            let tray = try Tray()
            try await tray.start()
            try repeated("english-scan.pdf", times: 3, to: tray.scratch.file("six.pdf"))
            try tray.drop(file: tray.scratch.file("six.pdf"), as: "six.pdf")
            try await tray.wait { $0.contains("to=running") }
            let worker = try #require(try worker(of: tray, doing: "ocr"))
            Glibc.kill(worker, SIGKILL)
            try await tray.ended(1)
            let job = try tray.job(named: "six.pdf")
            #expect(job.state == .completed)
            let events = try #require(try tray.ask(JobReport.self, "show", job.id.rawValue).events)
            #expect(events.contains { $0.event == "interrupted" })
            #expect(try pageCount(of: tray.file("six.pdf", in: "outbox")) == 6)
            try tray.expectOrder()
        }

        @Test func aKilledServiceGoesOnWhereItWas() async throws {
            let tray = try Tray()
            try await tray.start()
            try repeated("english-scan.pdf", times: 5, to: tray.scratch.file("ten.pdf"))
            try tray.drop(file: tray.scratch.file("ten.pdf"), as: "ten.pdf")
            try await tray.wait { $0.contains("to=running") }
            let id = try progress(of: tray, beyond: 0.3)
            await tray.kill()
            let parts = tray.scratch.file("tray/.state/jobs/\(id)/01-ocr")
            let before = try stamps(in: parts)
            #expect(!before.isEmpty)

            try await tray.start()
            _ = try progress(of: tray, beyond: 0.6)
            let after = try stamps(in: parts)
            for (name, stamp) in before where after[name] != nil {
                #expect(after[name] == stamp, "\(name) was done again")
            }
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox") == ["ten.pdf"])
            #expect(try tray.names(in: "archive") == ["ten.pdf"])
            #expect(try tray.job(named: "ten.pdf").id.rawValue == id)
            #expect(
                try text(of: tray.file("ten.pdf", in: "outbox"), page: 9).contains("Harbour Station Handbook")
            )
            try tray.expectOrder()
        }

        @Test func aStopInTheMiddleIsNoMarkAgainstTheJob() async throws {
            let tray = try Tray()
            try await tray.start()
            try repeated("english-scan.pdf", times: 5, to: tray.scratch.file("ten.pdf"))
            try tray.drop(file: tray.scratch.file("ten.pdf"), as: "ten.pdf")
            try await tray.wait { $0.contains("to=running") }
            _ = try progress(of: tray, beyond: 0.1)
            #expect(await tray.stop() == 0)
            try await tray.start()
            try await tray.ended(1)
            let job = try tray.job(named: "ten.pdf")
            #expect(job.state == .completed && job.attempts == 1)
            let events = try #require(try tray.ask(JobReport.self, "show", job.id.rawValue).events)
            #expect(events.contains { $0.detail == "the service was stopped" })
            #expect(!events.contains { $0.event == "interrupted" || $0.detail.contains("in the middle") })
            try tray.expectOrder()
        }

        /// A document that ends the service each time must not do so for ever.
        @Test func aJobThatIsInterruptedAgainAndAgainIsGivenUp() async throws {
            let tray = try Tray(environment: ["PAPERTRAY_FAILPOINT": "part-finished"])
            try await tray.start()
            try repeated("english-scan.pdf", times: 5, to: tray.scratch.file("ten.pdf"))
            try tray.drop(file: tray.scratch.file("ten.pdf"), as: "ten.pdf")
            await tray.expectEnd()
            for _ in 1...3 {
                // It may end again before anybody can wait for it to be ready.
                do { try await tray.start() } catch is Tray.EndOfLog {}
                await tray.expectEnd()
            }
            try await tray.start(environment: [:])
            try await tray.settled()
            let job = try tray.job(named: "ten.pdf")
            #expect(job.state == .quarantined && job.failure?.code == .crashed)
            #expect(job.failure?.message.contains("3") == true)
            #expect(try tray.names(in: "outbox").isEmpty)
            try tray.expectOrder()
        }

        @Test func whatWasDroppedWhileItWasDownIsTaken() async throws {
            let tray = try Tray()
            try await tray.start()
            await tray.stop()
            try tray.drop("digital.pdf", into: "passthrough")
            try await tray.start()
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox", of: "passthrough") == ["digital.pdf"])
        }

        @Test func noWorkerOutlivesTheService() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.drop("scan.jpg")
            try await tray.ended(1)
            let workers = try tray.ask(StatusReport.self, "status").workers.map(\.pid)
            #expect(!workers.isEmpty)
            #expect(await tray.stop() == 0)
            for pid in workers { #expect(Glibc.kill(pid, 0) == -1, "worker \(pid) is still there") }
        }

        /// Asks until a worker is at the step.
        private func worker(of tray: Tray, doing step: String) throws -> Int32? {
            while true {
                let status = try tray.ask(StatusReport.self, "status")
                if let worker = status.workers.first(where: { $0.task == step }) { return worker.pid }
                if status.folders.allSatisfy({ $0.running + $0.queued + $0.waiting == 0 }) { return nil }
            }
        }

        /// Asks until the only job is further than the share.
        private func progress(of tray: Tray, beyond share: Double) throws -> String {
            while true {
                let job = try #require(try tray.ask([JobReport].self, "jobs").first)
                if job.progress > share || job.state == .completed { return job.id.rawValue }
            }
        }

        private func stamps(in directory: String) throws -> [String: Date] {
            var stamps: [String: Date] = [:]
            for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            where name.hasPrefix("part") {
                stamps[name] =
                    try FileManager.default.attributesOfItem(atPath: directory + "/" + name)[
                        .modificationDate] as? Date
            }
            return stamps
        }
    }
}
