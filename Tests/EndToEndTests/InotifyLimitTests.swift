// The kernel's limits on events: whatever is used up, documents are found by looking, and the operator is told which
// limit it was.

import Documents
import Foundation
import Glibc
import Testing

extension EndToEnd {
    @Suite struct InotifyLimitTests {
        private static let note: Comment = "no user namespaces can be made here"
        private static let hasNamespaces: Bool = {
            do {
                return try run("unshare", ["--user", "--map-root-user", "true"]).status == 0
            } catch {
                return false
            }
        }()

        /// Starts the service where it may have only so many of the kernel's inotify objects.
        private static func limited(_ name: String, to count: Int) -> [String] {
            let script = "echo \(count) > /proc/sys/user/\(name) && exec \"$0\" \"$@\""
            return ["/usr/bin/unshare", "--user", "--map-root-user", "sh", "-c", script]
        }

        private func modes(of tray: Tray) throws -> [String] {
            try tray.ask(StatusReport.self, "status").folders.map(\.watch).sorted()
        }

        private func expectFilesAreFound(by tray: Tray) async throws {
            for folder in ["searchable", "passthrough"] { try tray.drop("digital.pdf", into: folder) }
            try await tray.ended(2)
            for folder in ["searchable", "passthrough"] {
                #expect(try tray.names(in: "outbox", of: folder) == ["digital.pdf"])
            }
        }

        @Test(.enabled(if: hasNamespaces, note)) func withoutWatchesTheFolderIsPolled() async throws {
            let tray = try Tray(
                service: "rescan = \"1s\"", launcher: Self.limited("max_inotify_watches", to: 1))
            try await tray.start()
            try await tray.hasSaid {
                $0.contains("event=\"inbox cannot be watched\"") && $0.contains("fs.inotify.max_user_watches")
            }
            #expect(try modes(of: tray) == ["events", "poll:1s"])
            try await expectFilesAreFound(by: tray)
            // Told once, however often it is tried again.
            #expect(await tray.history.filter { $0.contains("inbox cannot be watched") }.count == 1)
            await tray.stop()
        }

        @Test(.enabled(if: hasNamespaces, note)) func withoutAnyEventsEveryFolderIsPolled() async throws {
            let tray = try Tray(
                service: "rescan = \"1s\"", launcher: Self.limited("max_inotify_instances", to: 0))
            try await tray.start()
            try await tray.hasSaid(2) {
                $0.contains("event=\"inbox cannot be watched\"")
                    && $0.contains("fs.inotify.max_user_instances")
            }
            #expect(try modes(of: tray) == ["poll:1s", "poll:1s"])
            try await expectFilesAreFound(by: tray)
            await tray.stop()
        }

        @Test func lostEventsMakeItLookAgain() async throws {
            let tray = try Tray(service: "rescan = \"1h\"")
            try await tray.start()
            // Whoever has taken a file has looked, and watches.
            try tray.drop("form.pdf", into: "passthrough")
            try await tray.ended(1)
            let limit = try #require(
                Int(
                    String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
                        .trimmingCharacters(in: .whitespacesAndNewlines)))
            kill(await tray.pid, SIGSTOP)
            // Two names in turn, since the kernel joins equal events that follow one another.
            let names = [".1", ".2"].map { tray.file($0, in: "inbox", of: "passthrough") }
            for name in names { close(open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)) }
            // Twice as many as there is room for: until it really stands still, the service may take some.
            for turn in 0...(2 * limit) { utimensat(AT_FDCWD, names[turn % 2], nil, 0) }
            try tray.drop("digital.pdf", into: "passthrough")
            kill(await tray.pid, SIGCONT)
            try await tray.wait {
                $0.contains("event=\"events lost\"") && $0.contains("fs.inotify.max_queued_events")
            }
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox", of: "passthrough") == ["digital.pdf", "form.pdf"])
            await tray.stop()
        }
    }
}
