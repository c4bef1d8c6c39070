// Wrong configurations, and surroundings that are not as they should be: each gets a clear answer with its code.

import Documents
import Foundation
import Glibc
import Testing

extension EndToEnd {
    @Suite struct ConfigurationTests {
        @Test(arguments: [
            ("step = [{ do = \"ocr\", langages = [\"eng\"] }]", "languages"),
            ("step = [{ do = \"ocr\", languages = [\"klingon\"] }]", "chi_sim"),
            ("step = [{ do = \"orc\" }]", "ocr"),
        ])
        func aMistakeIsReportedWithItsPlaceAndTheRightName(_ step: String, _ hint: String) throws {
            let tray = try Tray(searchable: "[[rule]]\n\(step)\n")
            let outcome = try tray.command("check")
            #expect(outcome.status == 78)
            #expect(outcome.errors.contains("searchable.toml:4:") && outcome.errors.contains(": error: "))
            #expect(outcome.errors.contains(hint), "\(outcome.errors)")
            let service = try run(Place.program("papertrayd"), ["--config", tray.config])
            #expect(service.status == 78 && service.errors == outcome.errors)
        }

        @Test func aFailedReloadKeepsTheLastGoodConfiguration() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.scratch.write("[folder]\nsettle = true\n", to: "Config/folders.d/searchable.toml")
            let outcome = try tray.command("reload")
            #expect(outcome.status == 78 && outcome.errors.contains("searchable.toml:2:"))
            #expect(
                try tray.ask(StatusReport.self, "status").warnings.contains {
                    $0.contains("searchable.toml:2:")
                })
            try tray.drop("scan.jpg")
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox") == ["scan.pdf"])
        }

        @Test func aReloadBringsANewFolder() async throws {
            let tray = try Tray()
            try await tray.start()
            try tray.scratch.write(
                "[folder]\nsettle = \"50ms\"\n\(Tray.passthrough)", to: "Config/folders.d/second.toml")
            Glibc.kill(await tray.pid, SIGHUP)
            try await tray.wait { $0.contains("event=reloaded") }
            let inbox = tray.file("", in: "inbox", of: "second")
            while !FileManager.default.fileExists(atPath: inbox) { _ = try tray.command("status") }
            try tray.drop("digital.pdf", into: "second")
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox", of: "second") == ["digital.pdf"])
        }

        @Test func aSecondServiceOnTheSameStateIsRefused() async throws {
            let tray = try Tray()
            try await tray.start()
            let second = try run(Place.program("papertrayd"), ["--config", tray.config])
            #expect(second.status == 75)
            #expect(second.errors.contains("another papertrayd"))
        }

        @Test func missingOCRDataNamesThePackage() async throws {
            let tray = try Tray(environment: ["TESSDATA_PREFIX": "/usr/share/doc"])
            try await tray.start()
            try tray.drop("scan.jpg")
            try await tray.ended(1)
            let failure = try #require(try tray.job(named: "scan.jpg").failure)
            #expect(failure.code == .fileUnavailable)
            #expect(failure.action.contains("tesseract-ocr-"))
        }

        @Test(.enabled(if: geteuid() == 0, "another user is needed"))
        func anUnreadableInboxIsNamedAndOtherFoldersGoOn() async throws {
            let tray = try Tray(user: "65534")
            for place in ["searchable/inbox", "passthrough/inbox"] {
                let path = tray.scratch.file("tray/\(place)")
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            try run("chown", ["-R", "65534", tray.scratch.path])
            try run("chown", ["-R", "root", tray.scratch.file("tray/searchable/inbox"), tray.config])
            try run("chmod", ["700", tray.scratch.file("tray/searchable/inbox")])
            try await tray.start()
            #expect(
                await tray.history.contains {
                    $0.contains("event=\"folder cannot be used\"") && $0.contains("code=permission-denied")
                })
            try tray.drop("digital.pdf", into: "passthrough")
            try await tray.ended(1)
            let folders = try tray.ask(StatusReport.self, "status").folders
            #expect(folders.first { $0.name == "searchable" }?.state.hasPrefix("permission-denied") == true)
            try run("chmod", ["777", tray.scratch.file("tray/searchable/inbox")])
            try await tray.wait { $0.contains("event=\"folder is back\"") }
        }

        @Test(.enabled(if: geteuid() == 0, "mounting needs the superuser"))
        func aFullDiskHoldsTheJobUntilThereIsRoom() async throws {
            let tray = try Tray(service: "min_free = \"0B\"")
            let disk = tray.scratch.file("tray/.state")
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
            try run("mount", ["-t", "tmpfs", "-o", "size=6m,mode=700", "tmpfs", disk])
            defer { _ = try? run("umount", ["--lazy", disk]) }
            try await tray.start()
            let ballast = disk + "/ballast"
            try run("fallocate", ["-l", "4500k", ballast])
            try run("truncate", ["-s", "3M", tray.scratch.file("large")])
            let large = try FileHandle(forUpdating: URL(filePath: tray.scratch.file("large")))
            try large.write(contentsOf: try Data(contentsOf: URL(filePath: Place.fixture("digital.pdf"))))
            try large.seekToEnd()
            try large.write(contentsOf: Data("\n%%EOF\n".utf8))
            try large.close()
            try tray.drop(file: tray.scratch.file("large"), as: "large.pdf", into: "passthrough")
            try await tray.wait { $0.contains("to=held") && $0.contains("code=insufficient-storage") }
            #expect(try tray.job(named: "large.pdf").failure?.code == .insufficientStorage)
            try FileManager.default.removeItem(atPath: ballast)
            try tray.command("retry", tray.job(named: "large.pdf").id.rawValue)
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox", of: "passthrough") == ["large.pdf"])
            #expect(await tray.stop() == 0)
        }

        @Test(.enabled(if: geteuid() == 0, "mounting needs the superuser"))
        func aFolderPausesWhileThereIsTooLittleRoom() async throws {
            let tray = try Tray(service: "min_free = \"3MB\"")
            let disk = tray.scratch.file("tray/.state")
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
            try run("mount", ["-t", "tmpfs", "-o", "size=6m,mode=700", "tmpfs", disk])
            defer { _ = try? run("umount", ["--lazy", disk]) }
            try run("fallocate", ["-l", "4M", disk + "/ballast"])
            try await tray.start()
            try tray.drop("digital.pdf", into: "passthrough")
            try await tray.wait { $0.contains("event=\"folder pauses\"") && $0.contains("min_free") }
            let folder = try tray.ask(StatusReport.self, "status").folders.first { $0.name == "passthrough" }
            #expect(folder?.state.hasPrefix("insufficient-storage") == true && folder?.waiting == 1)
            #expect(try tray.names(in: "inbox", of: "passthrough") == ["digital.pdf"])
            try FileManager.default.removeItem(atPath: disk + "/ballast")
            try await tray.wait { $0.contains("event=\"folder goes on\"") }
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox", of: "passthrough") == ["digital.pdf"])
            #expect(await tray.stop() == 0)
        }

        @Test func aFolderWaitsForItsHours() async throws {
            let now = Calendar.current.dateComponents([.hour], from: Date()).hour ?? 0
            func hour(_ later: Int) -> String { String(format: "%02d:00", (now + later) % 24) }
            let closed = "settle = \"0s\"\nhours = \"\(hour(2))-\(hour(3))\""
            let tray = try Tray(searchable: Tray.passthrough, folder: closed)
            try await tray.start()
            try tray.drop("digital.pdf")
            try await tray.wait { $0.contains("event=\"folder pauses\"") && $0.contains("closed") }
            #expect(try tray.names(in: "inbox") == ["digital.pdf"])
            let open = "settle = \"0s\"\nhours = \"\(hour(0))-\(hour(2))\""
            try tray.scratch.write(
                "[folder]\n\(open)\n\(Tray.passthrough)", to: "Config/folders.d/searchable.toml")
            #expect(try tray.command("reload").status == 0)
            try await tray.ended(1)
            #expect(try tray.names(in: "outbox") == ["digital.pdf"])
        }
    }
}
