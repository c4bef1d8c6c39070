// What one document may cost: each limit refuses with its own code, and small files that unfold to huge ones are turned
// away by a limit and not by luck, before they take memory.

import Documents
import Foundation
import Testing

extension EndToEnd {
    @Suite struct LimitTests {
        @Test(
            arguments: [
                ("bytes = 1000", "digital.pdf", .tooLarge), ("pages = 1", "digital.pdf", .tooLarge),
                ("pages = 2", "frames.tiff", .tooLarge), ("pixels = 900000", "scan.jpg", .tooLarge),
                ("page_time = \"100ms\"", "english-scan.pdf", .timeout),
                ("memory = \"16MB\"", "english-scan.pdf", .outOfMemory),
            ] as [(String, String, FailureCode)])
        func aLimitHasItsCode(_ limit: String, _ fixture: String, _ code: FailureCode) async throws {
            let tray = try Tray(folder: "settle = \"50ms\"\nlimits = { \(limit) }")
            try await tray.start()
            try tray.drop(fixture)
            try await tray.ended(1)
            let job = try tray.job(named: fixture)
            #expect(job.state == .quarantined && job.failure?.code == code, "\(job)")
            #expect(try tray.names(in: "outbox").isEmpty)
            try tray.expectOrder()
        }

        /// The time of a whole job, though no page of it takes long.
        @Test func timeIsThatOfAllPages() async throws {
            let tray = try Tray(folder: "settle = \"50ms\"\nlimits = { time = \"1s\" }")
            try await tray.start()
            try repeated("english-scan.pdf", times: 8, to: tray.scratch.file("long.pdf"))
            try tray.drop(file: tray.scratch.file("long.pdf"), as: "long.pdf")
            try await tray.ended(1)
            let job = try tray.job(named: "long.pdf")
            #expect(job.failure?.code == .timeout)
            #expect(job.failure?.message.contains("in all") == true, "\(job)")
            try tray.expectOrder()
        }

        /// The worker dies at the first two tries.
        @Test(arguments: [2, 3]) func attemptsAreTriesOfOneTask(_ attempts: Int) async throws {
            let programs = try Scratch()
            let tray = try Tray(
                folder: "settle = \"50ms\"\nlimits = { attempts = \(attempts) }",
                program: try fakeWorkers(in: programs))
            try await tray.start()
            try tray.drop("digital.pdf", as: "try 3 times.pdf", into: "passthrough")
            try await tray.ended(1)
            let job = try tray.job(named: "try 3 times.pdf")
            #expect(job.failure?.code == (attempts == 2 ? .crashed : nil))
            #expect(job.state == (attempts == 2 ? .quarantined : .completed))
        }

        // MARK: Bombs

        /// 20,000 x 20,000 white pixels in 800 KB: a TIFF whose one strip is packed 64-fold (TIFF 6.0, section 9).
        private var tiffBomb: Data {
            let strip = (0..<390_625).flatMap { _ in [0x81, 0xFF] as [UInt8] }
            let entries: [(tag: UInt16, value: Int)] = [
                (256, 20_000), (257, 20_000), (258, 1), (259, 32_773), (262, 1), (273, 8), (277, 1),
                (278, 20_000),
                (279, strip.count),
            ]
            var file = Data("II".utf8)
            file.append(contentsOf: bytes(UInt16(42)))
            file.append(contentsOf: bytes(UInt32(8 + strip.count)))
            file.append(contentsOf: strip)
            file.append(contentsOf: bytes(UInt16(entries.count)))
            for entry in entries {
                file.append(contentsOf: bytes(entry.tag))
                // One value of type LONG.
                file.append(contentsOf: bytes(UInt16(4)))
                file.append(contentsOf: bytes(UInt32(1)))
                file.append(contentsOf: bytes(UInt32(entry.value)))
            }
            file.append(contentsOf: bytes(UInt32(0)))
            return file
        }

        private func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }

        /// A page that is one picture of 20,000 x 20,000 pixels in 2500 bytes: all white in Group 4 is one bit a row.
        private var pictureBomb: Data {
            let content = "q 500 0 0 500 0 0 cm /I Do Q"
            var file = Data(
                """
                %PDF-1.4
                1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
                2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
                3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 500 500] /Contents 4 0 R
                /Resources <</XObject <</I 5 0 R>>>>>> endobj
                4 0 obj <</Length \(content.utf8.count)>> stream
                \(content)
                endstream endobj
                5 0 obj <</Type /XObject /Subtype /Image /Width 20000 /Height 20000 /BitsPerComponent 1
                /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /Length 2500
                /DecodeParms <</K -1 /Columns 20000 /Rows 20000 /EndOfBlock false>>>> stream

                """.utf8)
            file.append(Data(repeating: 0xFF, count: 2500))
            file.append(Data("\nendstream endobj\ntrailer <</Size 6 /Root 1 0 R>>\n%%EOF\n".utf8))
            return file
        }

        @Test func bombsAreTurnedAwayBeforeTheyTakeMemory() async throws {
            let memory = 300_000_000
            let tray = try Tray(
                folder: "settle = \"50ms\"\nlimits = { memory = \(memory) }", service: "")
            try tray.scratch.write("[service]\nworkers = 1\n", to: "Config/papertray.toml")
            try tiffBomb.write(to: URL(filePath: tray.scratch.file("bomb.tiff")))
            try pictureBomb.write(to: URL(filePath: tray.scratch.file("picture.pdf")))
            let bombs = [
                Place.fixture("bomb.pdf"), Place.fixture("huge-pixels.png"), tray.scratch.file("bomb.tiff"),
                tray.scratch.file("picture.pdf"),
            ]
            try await tray.start()
            let worker = try #require(try tray.ask(StatusReport.self, "status").workers.first?.pid)
            for bomb in bombs {
                let name = URL(filePath: bomb).lastPathComponent
                try tray.drop(file: bomb, as: name)
                try await tray.ended(1)
                let job = try tray.job(named: name)
                #expect(job.state == .quarantined && job.failure?.code == .tooLarge, "\(name): \(job)")
            }
            // The same worker has seen them all: none of them ended it.
            #expect(try tray.ask(StatusReport.self, "status").workers.map(\.pid) == [worker])
            #expect(try peakBytes(of: worker) < memory)
            try tray.expectOrder()
        }

        /// The most memory that the process ever had, see proc(5).
        private func peakBytes(of pid: Int32) throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            let words = line.split(whereSeparator: \.isWhitespace)
            return try #require(Int(words[1])) * 1024
        }
    }
}
