// The inbox is hostile and shared: odd names, odd files, writers that take their time, folders that come and go.

import Documents
import Foundation
import Glibc
import Platform
import Testing

extension EndToEnd {
    @Suite struct HostileInboxTests {
        private static let names: [[UInt8]] = [
            Array("a\nb.pdf".utf8), [0x52, 0xE4, 0x2E, 0x70, 0x64, 0x66], Array("-rf.pdf".utf8),
            Array("e\u{301}te\u{301}.pdf".utf8), Array("\u{202E}fdp.exe.pdf".utf8),
            Array("\u{1}\u{7F}.pdf".utf8),
            Array("😀 合同 #%?*.pdf".utf8), Array(String(repeating: "长", count: 83).utf8) + Array("x.pdf".utf8),
        ]

        @Test func namesKeepTheirBytesAllTheWay() async throws {
            let tray = try Tray()
            try await tray.start()
            let inbox = try Directory(Path(tray.file("", in: "inbox", of: "passthrough")))
            let content = try Data(contentsOf: URL(filePath: Place.fixture("digital.pdf")))
            for name in Self.names {
                let file = try inbox.create(Path(".arriving.part"), mode: 0o644)
                try file.write(content)
                try file.close()
                try inbox.rename(".arriving.part", to: inbox, as: Path(bytes: name))
            }
            try await tray.ended(Self.names.count)
            for place in ["outbox", "archive"] {
                let found = try Directory(Path(tray.file("", in: place, of: "passthrough"))).entries().map(
                    \.bytes)
                #expect(Set(found) == Set(Self.names), "\(place)")
            }
            #expect(try tray.command("trace", "R\\xe4.pdf").output.contains("completed"))
            #expect(try tray.command("jobs").output.contains("R\\xe4.pdf"))
            try tray.expectOrder()
        }

        @Test func aSlowWriterIsWaitedFor() async throws {
            let tray = try Tray(folder: "settle = \"300ms\"")
            try await tray.start()
            let content = try Data(contentsOf: URL(filePath: Place.fixture("digital.pdf")))
            let target = URL(filePath: tray.file("slow.pdf", in: "inbox", of: "passthrough"))
            try Data().write(to: target)
            let pieces = stride(from: 0, to: content.count, by: content.count / 5 + 1).map {
                content[$0..<min(content.count, $0 + content.count / 5 + 1)]
            }
            for piece in pieces {
                // Opened and closed for each piece, with the service looking in between.
                let file = try FileHandle(forWritingTo: target)
                try file.seekToEnd()
                try file.write(contentsOf: piece)
                try file.close()
                for _ in 0..<5 { _ = try tray.command("status") }
            }
            try await tray.ended(1)
            #expect(
                FileManager.default.contentsEqual(
                    atPath: tray.file("slow.pdf", in: "outbox", of: "passthrough"),
                    andPath: Place.fixture("digital.pdf")))
            #expect(try tray.ask([JobReport].self, "jobs").count == 1)
        }

        @Test func anOpenWriterIsWaitedForHoweverQuiet() async throws {
            let tray = try Tray()
            try await tray.start()
            let target = URL(filePath: tray.file("open.pdf", in: "inbox", of: "passthrough"))
            try Data().write(to: target)
            let file = try FileHandle(forWritingTo: target)
            try file.write(contentsOf: try Data(contentsOf: URL(filePath: Place.fixture("digital.pdf"))))
            try tray.drop("form.pdf", into: "passthrough")
            try await tray.ended(1)
            #expect(try tray.names(in: "inbox", of: "passthrough") == ["open.pdf"])
            try file.close()
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox", of: "passthrough") == ["form.pdf", "open.pdf"])
        }

        @Test func foldersMovedInAndFilledAtOnceAreTakenWhole() async throws {
            let tray = try Tray()
            try await tray.start()
            let outside = tray.scratch.file("outside")
            for place in ["a", "a/b", "c"] {
                try FileManager.default.createDirectory(
                    atPath: "\(outside)/\(place)", withIntermediateDirectories: true)
            }
            for name in ["a/1.pdf", "a/b/2.pdf", "a/b/3.pdf"] {
                try FileManager.default.copyItem(
                    atPath: Place.fixture("digital.pdf"), toPath: "\(outside)/\(name)")
            }
            try FileManager.default.moveItem(
                atPath: "\(outside)/a", toPath: tray.file("a", in: "inbox", of: "passthrough"))
            let made = tray.file("made/deep", in: "inbox", of: "passthrough")
            try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: Place.fixture("form.pdf"), toPath: "\(made)/4.pdf")
            try await tray.ended(4)
            for name in ["a/1.pdf", "a/b/2.pdf", "a/b/3.pdf", "made/deep/4.pdf"] {
                #expect(
                    FileManager.default.fileExists(atPath: tray.file(name, in: "outbox", of: "passthrough")),
                    "\(name)")
            }
            try tray.expectOrder()
        }

        @Test func anInboxRenamedAwayAndBackIsWatchedAgain() async throws {
            let tray = try Tray(service: "rescan = \"1s\"")
            try await tray.start()
            let inbox = tray.file("", in: "inbox", of: "passthrough")
            let away = tray.scratch.file("tray/passthrough/away")
            try FileManager.default.moveItem(atPath: inbox, toPath: away)
            try await tray.wait { $0.contains("event=\"inbox cannot be read\"") }
            #expect(
                try tray.ask(StatusReport.self, "status").folders.contains {
                    $0.state.hasPrefix("file-unavailable")
                })
            try FileManager.default.moveItem(atPath: away, toPath: inbox)
            try await tray.wait { $0.contains("event=\"inbox is back\"") }
            try tray.drop("digital.pdf", into: "passthrough")
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox", of: "passthrough") == ["digital.pdf"])
        }

        @Test func whatIsNoRegularFileIsLeftAlone() async throws {
            let tray = try Tray()
            try await tray.start()
            let inbox = tray.file("", in: "inbox", of: "passthrough")
            mkfifo(inbox + "/pipe.pdf", 0o600)
            try makeSocket(inbox + "/socket.pdf")
            let isDevice = mknod(inbox + "/device.pdf", S_IFCHR | 0o600, 0x103) == 0
            #expect(isDevice || geteuid() != 0)
            for (name, target) in [
                ("passwd.pdf", "/etc/passwd"), ("loop.pdf", "loop.pdf"), ("folder", "/etc"), ("ring", "."),
            ] {
                try FileManager.default.createSymbolicLink(
                    atPath: inbox + "/" + name, withDestinationPath: target)
            }
            try tray.drop("digital.pdf", into: "passthrough")
            try await tray.ended(1)
            let left = ["folder", "loop.pdf", "passwd.pdf", "pipe.pdf", "ring", "socket.pdf"]
            #expect(
                try tray.names(in: "inbox", of: "passthrough")
                    == ((isDevice ? ["device.pdf"] : []) + left).sorted())
            #expect(try tray.names(in: "outbox", of: "passthrough") == ["digital.pdf"])
            for name in left {
                // Told once, however often it is seen.
                while try !tray.command("trace", name).output.contains("ignored") {}
                let told = try tray.command("trace", name).output.split(separator: "\n")
                #expect(told.filter { $0.contains("ignored") }.count == 1, "\(name)")
            }
        }

        @Test func aHardLinkElsewhereKeepsItsContent() async throws {
            let tray = try Tray()
            try await tray.start()
            let mine = tray.scratch.file("mine.pdf")
            try FileManager.default.copyItem(atPath: Place.fixture("digital.pdf"), toPath: mine)
            chmod(mine, 0o604)
            try FileManager.default.linkItem(atPath: mine, toPath: tray.file("linked.pdf", in: "inbox"))
            try await tray.ended(1)
            // Not ours to change: neither content nor mode.
            #expect(try Directory(Path(tray.scratch.path)).status("mine.pdf").mode == 0o604)
            #expect(FileManager.default.contentsEqual(atPath: mine, andPath: Place.fixture("digital.pdf")))
            #expect(try tray.names(in: "outbox") == ["linked.pdf"])
        }

        private func makeSocket(_ path: String) throws {
            let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
            let isBound = withUnsafePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            try #require(isBound)
        }
    }
}
