// Notifications of a real service: told at least once, with the same key, over crashes and restarts too.

import Documents
import Foundation
import Testing

extension EndToEnd {
    @Suite struct NotificationTests {
        private func tray(_ environment: [String: String] = [:], _ keys: String = "") throws -> Tray {
            let tray = try Tray(environment: environment)
            try tray.tellCommand("on = [\"success\", \"failure\", \"attention\"]\n\(keys)")
            return tray
        }

        private func told(_ tray: Tray) throws -> [NotificationPayload] {
            guard FileManager.default.fileExists(atPath: tray.scratch.file("told")) else { return [] }
            let text = try String(contentsOfFile: tray.scratch.file("told"), encoding: .utf8)
            return try text.split(separator: "\n").map {
                try JSONDecoder().decode(NotificationPayload.self, from: Data($0.utf8))
            }
        }

        @Test func endsOfJobsAreTold() async throws {
            let tray = try tray([:], "names = true")
            try await tray.start()
            try tray.drop("digital.pdf", into: "passthrough")
            try await tray.wait { $0.contains("event=notified") }
            try tray.drop("encrypted.pdf")
            try await tray.wait { $0.contains("event=notified") }
            let told = try told(tray)
            #expect(told.map(\.event) == [.success, .failure])
            #expect(told.map(\.name) == ["digital.pdf", "encrypted.pdf"])
            #expect(told.map(\.code) == [nil, .passwordRequired])
            #expect(told.map(\.state) == [.completed, .quarantined])
            #expect(
                told.map(\.job) == [
                    try tray.job(named: "digital.pdf").id, try tray.job(named: "encrypted.pdf").id,
                ])
            try tray.expectOrder()
            await tray.stop()
        }

        @Test func folderThatCannotBeUsedIsTold() async throws {
            let tray = try tray()
            try tray.scratch.write("a file where the inbox should be", to: "tray/searchable/inbox")
            try await tray.start()
            // The command may have been told before the service was ready.
            if try told(tray).isEmpty { try await tray.wait { $0.contains("event=notified") } }
            let told = try told(tray)
            #expect(told.map(\.event) == [.attention] && told.map(\.folder) == ["searchable"])
            #expect(told.map(\.job) == [nil] && told[0].code != nil)
            #expect(told[0].message.contains("searchable/inbox"))
            try FileManager.default.removeItem(atPath: tray.scratch.file("tray/searchable/inbox"))
            try await tray.wait { $0.contains("event=\"folder is back\"") }
            await tray.stop()
        }

        @Test func crashAfterSendingSendsTheSameKeyAgain() async throws {
            let tray = try tray(["PAPERTRAY_FAILPOINT": "notification-sent"])
            try await tray.start()
            try tray.drop("digital.pdf", into: "passthrough")
            await tray.expectEnd()
            try await tray.start(environment: [:])
            // It may have been sent before the service said that it is ready.
            while try told(tray).count < 2 {}
            let told = try told(tray)
            #expect(told.first == told.last && told.first?.name == nil)
            #expect(try tray.ask([JobReport].self, "jobs").map(\.state) == [.completed])
            try tray.expectOrder()
            await tray.stop()
        }

        @Test func targetThatNeverAnswersHoldsNoJobUpAndNoStop() async throws {
            let tray = try tray([:], "")
            try tray.scratch.write("#!/bin/sh\nexec sleep 1000\n", to: "hang")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: tray.scratch.file("hang"))
            try tray.scratch.write(
                """
                [service]
                workers = 2
                [[notify]]
                on = ["success"]
                command = ["\(tray.scratch.file("hang"))"]
                """, to: "Config/papertray.toml")
            try await tray.start()
            for number in 1...3 { try tray.drop("digital.pdf", as: "\(number).pdf", into: "passthrough") }
            try await tray.ended(3)
            #expect(await tray.stop() == 0)
            #expect(try tray.names(in: "outbox", of: "passthrough").count == 3)
        }
    }
}
