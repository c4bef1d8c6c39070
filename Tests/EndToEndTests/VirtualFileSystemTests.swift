// Folders on file systems that are not a disk of this machine: what the kernel cannot tell is looked for, and what a
// file system cannot do is done in another way.

import Documents
import Foundation
import Glibc
import Testing

extension EndToEnd {
    @Suite struct VirtualFileSystemTests {
        private static let fuseNote: Comment = "/dev/fuse cannot be opened here"

        /// Copies a file in under a name that is ignored and then gives it its name, as good senders do.
        private func send(_ fixture: String, as name: String, to tray: Tray) throws {
            let arriving = tray.file(".\(name).part", in: "inbox", of: "passthrough")
            let target = tray.file(name, in: "inbox", of: "passthrough")
            try FileManager.default.createDirectory(
                at: URL(filePath: target).deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: Place.fixture(fixture), toPath: arriving)
            try FileManager.default.moveItem(atPath: arriving, toPath: target)
        }

        private func mode(of folder: String, _ tray: Tray) throws -> String? {
            try tray.ask(StatusReport.self, "status").folders.first { $0.name == folder }?.watch
        }

        private func expect(_ names: [String: String], inTheOutboxOf tray: Tray) throws {
            #expect(try tray.names(in: "outbox", of: "passthrough") == names.keys.sorted())
            #expect(try tray.names(in: "archive", of: "passthrough") == names.keys.sorted())
            #expect(try tray.names(in: "inbox", of: "passthrough").isEmpty)
            for (name, fixture) in names {
                #expect(
                    FileManager.default.contentsEqual(
                        atPath: tray.file(name, in: "outbox", of: "passthrough"),
                        andPath: Place.fixture(fixture)), "\(name)")
            }
        }

        @Test(.enabled(if: Mount.hasFUSE, fuseNote)) func aFolderOnFUSEIsPolledAndWorks() async throws {
            let tray = try Tray(service: "rescan = \"1h\"")
            let root = tray.scratch.file("tray/passthrough")
            let mount = try Mount.fuse(of: tray.scratch, "server", at: root)
            defer { mount.end() }
            // The file system can do neither of what publishing and claiming would rather use.
            let unnamed = O_DIRECTORY | 0o20_000_000  // O_TMPFILE
            #expect(open(root, unnamed | O_RDWR, 0o600) == -1)
            try send("digital.pdf", as: "first.pdf", to: tray)
            try await tray.start()
            try await tray.ended(1)
            #expect(try mode(of: "passthrough", tray) == "poll:30s")
            #expect(try mode(of: "searchable", tray) == "events")
            #expect(try tray.command("status").output.contains("poll:30s"))

            try tray.scratch.write(
                "[folder]\nsettle = \"50ms\"\nwatch = \"poll:200ms\"\n\(Tray.passthrough)",
                to: "Config/folders.d/passthrough.toml")
            #expect(try tray.command("reload").status == 0)
            try send("form.pdf", as: "second.pdf", to: tray)
            try send("encrypted.pdf", as: "third.pdf", to: tray)
            try await tray.ended(2)
            #expect(try mode(of: "passthrough", tray) == "poll:200ms")
            try expect(
                ["first.pdf": "digital.pdf", "second.pdf": "form.pdf", "third.pdf": "encrypted.pdf"],
                inTheOutboxOf: tray)
            try tray.expectOrder()
            await tray.stop()
        }

        @Test(.enabled(if: Mount.hasFUSE, fuseNote)) func aShareThatHangsHoldsUpNobodyElse() async throws {
            let tray = try Tray()
            let mount = try Mount.fuse(of: tray.scratch, "server", at: tray.scratch.file("tray/searchable"))
            defer { mount.end() }
            try tray.scratch.write(
                "[folder]\nsettle = \"50ms\"\nwatch = \"poll:100ms\"\n\(Tray.passthrough)",
                to: "Config/folders.d/searchable.toml")
            try await tray.start()
            try tray.drop("form.pdf", as: "first.pdf")
            try await tray.ended(1)
            mount.hang()
            try tray.drop("digital.pdf", into: "passthrough")
            try await tray.ended(1)
            #expect(try mode(of: "searchable", tray) == "poll:100ms")
            try tray.drop("form.pdf", into: "passthrough")
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox", of: "passthrough") == ["digital.pdf", "form.pdf"])
            mount.goOn()
            try tray.drop("digital.pdf", as: "second.pdf")
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox") == ["first.pdf", "second.pdf"])
            await tray.stop()
        }

        /// No unnamed files there, and a rename that refuses takes two calls: the crash matrix once more.
        @Test(
            .enabled(if: Mount.hasFUSE, fuseNote),
            arguments: [nil, "output-synced", "output-linked", "published", "original-moved"] as [String?])
        func anOutboxOnFUSEGetsEveryResultOnce(_ failpoint: String?) async throws {
            let tray = try Tray(environment: failpoint.map { ["PAPERTRAY_FAILPOINT": $0] } ?? [:])
            let share = tray.scratch.file("share")
            let mount = try Mount.fuse(of: tray.scratch, "server", at: share)
            defer { mount.end() }
            let places = ["outbox", "archive", "quarantine"].map { "\($0) = \"\(share)/\($0)\"" }
            try tray.scratch.write(
                "[folder]\nsettle = \"50ms\"\n\(places.joined(separator: "\n"))\n\(Tray.passthrough)",
                to: "Config/folders.d/passthrough.toml")
            try await tray.start()
            try send("digital.pdf", as: "digital.pdf", to: tray)
            if failpoint != nil {
                await tray.expectEnd()
                try await tray.start(environment: [:])
                try await tray.settled()
            } else {
                try await tray.ended(1)
            }
            for place in ["outbox", "archive"] {
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: "\(share)/\(place)") == [
                        "digital.pdf"
                    ])
                #expect(
                    FileManager.default.contentsEqual(
                        atPath: "\(share)/\(place)/digital.pdf", andPath: Place.fixture("digital.pdf")))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(share)/quarantine").isEmpty)
            try tray.expectOrder()
            await tray.stop()
        }

        @Test(
            .enabled(if: geteuid() == 0, "mounting needs the superuser"), arguments: ["tmpfs", "overlay"])
        func aFolderInMemoryOrInLayersIsHeard(_ type: String) async throws {
            let tray = try Tray(service: "rescan = \"1h\"")
            let root = tray.scratch.file("tray/passthrough")
            let mount = try type == "tmpfs" ? Mount.tmpfs(at: root) : Mount.overlay(at: root)
            defer { mount.end() }
            try await tray.start()
            #expect(try mode(of: "passthrough", tray) == "events")
            try send("digital.pdf", as: "first.pdf", to: tray)
            try await tray.ended(1)
            try expect(["first.pdf": "digital.pdf"], inTheOutboxOf: tray)
            try tray.expectOrder()
            await tray.stop()
        }
    }
}
