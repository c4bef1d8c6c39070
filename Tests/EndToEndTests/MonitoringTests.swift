// What monitoring and helpers from afar are told: all of the numbers, and nothing of a document.

import Documents
import Foundation
import Glibc
import Testing

extension EndToEnd {
    @Suite struct MonitoringTests {
        private static let marker = "Sentinel-4711"

        /// A port that is free now.
        private static func freePort() throws -> Int {
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
                }
            }
            try #require(isBound)
            return Int(UInt16(bigEndian: name.sin_port))
        }

        /// The status and body of an answer.
        private func get(_ words: String...) throws -> (status: Int, body: String) {
            let outcome = try run(
                "curl", ["--silent", "--max-time", "20", "--write-out", "\n%{http_code}"] + words)
            let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
        }

        private func get(_ tray: Tray, _ path: String) throws -> (status: Int, body: String) {
            let socket = tray.scratch.file("tray/.state/control.sock")
            return try get("--unix-socket", socket, "http://papertray\(path)")
        }

        /// The samples by name and labels, where every line is one of the format.
        private func samples(_ text: String) throws -> [String: Double] {
            var samples: [String: Double] = [:]
            var types: Set<Substring> = []
            for line in text.split(separator: "\n") {
                if let type = line.firstMatch(of: /^# TYPE ([a-z_]+) (counter|gauge|summary)$/) {
                    #expect(types.insert(type.1).inserted, "\(type.1) has two types")
                } else if !line.hasPrefix("# HELP ") {
                    let sample = try #require(
                        line.wholeMatch(
                            of: /([a-z_]+)(\{[a-z_]+="[^"\\]*"(?:,[a-z_]+="[^"\\]*")*\})? (-?[0-9.e+-]+)/),
                        "\(line)")
                    let family = sample.1.replacing(/_(sum|count)$/, with: "")
                    #expect(types.contains(sample.1) || types.contains(family[...]), "\(line) has no type")
                    let key = "\(sample.1)\(sample.2 ?? "")"
                    #expect(samples[key] == nil, "\(key) comes twice")
                    let value = try #require(Double(String(sample.3)))
                    samples[key] = value
                }
            }
            return samples
        }

        @Test func metricsTellWhatHappened() async throws {
            let port = try Self.freePort()
            let tray = try Tray(service: "metrics = \"127.0.0.1:\(port)\"")
            try await tray.start()
            #expect(try get(tray, "/readyz") == (200, "{\"ready\":true,\"reasons\":[]}"))
            try tray.drop("digital.pdf", as: "\(Self.marker).pdf", into: "passthrough")
            try tray.drop("encrypted.pdf", as: "\(Self.marker)-2.pdf")
            try await tray.ended(2)
            let page = try get("http://127.0.0.1:\(port)/metrics")
            #expect(page.status == 200 && !page.body.contains("4711"))
            let found = try samples(page.body)
            #expect(found["papertray_jobs{folder=\"passthrough\",state=\"completed\"}"] == 1)
            #expect(found["papertray_jobs{folder=\"searchable\",state=\"quarantined\"}"] == 1)
            #expect(
                found["papertray_jobs_ended_total{folder=\"searchable\",code=\"password-required\"}"] == 1)
            #expect(found["papertray_jobs_ended_total{folder=\"passthrough\",code=\"completed\"}"] == 1)
            #expect(found["papertray_files_waiting{folder=\"searchable\"}"] == 0)
            #expect(found["papertray_task_seconds_count{step=\"identify\"}"] == 2)
            #expect(try #require(found["papertray_task_seconds_sum{step=\"identify\"}"]) > 0)
            #expect(found["papertray_worker_restarts_total"] == 0)
            #expect(try #require(found["papertray_workers_started_total"]) >= 1)
            #expect(found["papertray_notifications{state=\"pending\"}"] == 0)
            #expect(try #require(found["papertray_ledger_bytes"]) > 0)
            #expect(try #require(found["papertray_state_free_bytes"]) > 0)
            #expect(found["papertray_build_info{version=\"\(papertrayVersion)\"}"] == 1)
            #expect(try samples(try get(tray, "/metrics").body).keys.count == found.keys.count)
            await tray.stop()
        }

        @Test func loopbackAddressAnswersMonitoringOnly() async throws {
            let port = try Self.freePort()
            let tray = try Tray(service: "metrics = \"127.0.0.1:\(port)\"")
            try await tray.start()
            let address = "http://127.0.0.1:\(port)"
            for path in ["/healthz", "/readyz", "/metrics"] { #expect(try get(address + path).status == 200) }
            for path in ["/", "/status", "/jobs", "/diagnostics", "/trace?name=00", "/metrics/x"] {
                #expect(try get(address + path).status == 404, "\(path)")
            }
            for path in ["/reload", "/metrics", "/cancel?job=1"] {
                #expect(try get("--request", "POST", address + path).status == 404, "\(path)")
            }
            await tray.stop()
        }

        @Test func folderThatCannotBeUsedIsNotReady() async throws {
            let tray = try Tray()
            let outbox = tray.scratch.file("tray/searchable/outbox")
            try await tray.start()
            #expect(try get(tray, "/readyz").status == 200)
            await tray.stop()
            try FileManager.default.removeItem(atPath: outbox)
            try tray.scratch.write("in the way", to: "tray/searchable/outbox")
            try await tray.start()
            // It was looked at before or is being looked at now.
            var answer = try get(tray, "/readyz")
            while answer.status != 503 { answer = try get(tray, "/readyz") }
            #expect(answer.body.contains("the folder searchable cannot be used"))
            #expect(!answer.body.contains("passthrough") && !answer.body.contains(tray.scratch.path))
            #expect(try get(tray, "/healthz").status == 200)
            await tray.stop()
        }

        @Test func diagnosticsTellNothingOfADocument() async throws {
            let marker = Self.marker
            let tray = try Tray(
                searchable: """
                    [[rule]]
                    name = "\(marker)"
                    match = { name = "*\(marker)*", encrypted = false }
                    step = []
                    output = "\(marker)/{stem}.pdf"
                    [[rule]]
                    name = "\(marker) locked"
                    step = [{ do = "ocr" }]
                    """,
                service: """
                    [[notify]]
                    on = ["failure"]
                    command = ["/bin/true", "\(marker)"]
                    [[notify]]
                    on = ["success"]
                    webhook = "http://127.0.0.1:1/\(marker)"
                    secret = "secret:hook"
                    """)
            try tray.scratch.write("hook = \"\(marker)\"\n", to: "Config/secrets.toml")
            chmod(tray.scratch.file("Config/secrets.toml"), 0o600)
            try tray.scratch.write(document, to: "written.pdf")
            try tray.scratch.write("\(marker) is no document", to: "rubbish.pdf")
            let paths = ["written", "plain", "locked"].map { tray.scratch.file("\($0).pdf") }
            // The hand-written file has no table of its objects, which qpdf warns of and mends.
            #expect(try run("qpdf", [paths[0], paths[1]]).status == 3)
            let locked = [paths[1], "--encrypt", marker, marker, "256", "--", paths[2]]
            #expect(try run("qpdf", locked).status == 0)
            try await tray.start()
            for name in ["plain", "rubbish", "locked"] {
                try tray.drop(file: tray.scratch.file("\(name).pdf"), as: "\(marker)-\(name).pdf")
            }
            try await tray.ended(3)
            let jobs = try tray.command("jobs", "--json").output
            // The service has seen it all, so that silence means something.
            #expect(jobs.contains(marker) && jobs.contains("completed") && jobs.contains("quarantined"))
            #expect(try text(of: tray.file("\(marker)/\(marker)-plain.pdf", in: "outbox")).contains(marker))
            let bundle = try tray.command("diagnostics")
            #expect(bundle.status == 0, "\(bundle.errors)")
            for other in [bundle.output, bundle.errors, try get(tray, "/metrics").body] {
                #expect(!other.contains(marker) && !other.contains("4711"))
            }
            try expectFacts(in: bundle.output)
            let file = tray.scratch.file("bundle.json")
            #expect(try tray.command("diagnostics", "-o", file).status == 0)
            #expect(try tray.command("diagnostics", "-o", file).status == 73)
            #expect(try !String(contentsOfFile: file, encoding: .utf8).contains(marker))
            await tray.stop()
            let without = try tray.command("diagnostics")
            #expect(without.status == 0 && !without.output.contains(marker))
        }

        private func expectFacts(in text: String) throws {
            struct Bundle: Decodable {
                struct Service: Decodable {
                    struct Event: Decodable { let event: String, code: String? }
                    let ready: Bool
                    let codes: [String: Int]
                    let events: [Event]
                }
                struct Versions: Decodable {
                    let papertray: String, kernel: String, packages: [String: String]
                }
                struct Configuration: Decodable { let mistakes: Int }
                let service: Service
                let versions: Versions
                let configuration: Configuration
                let doctor: [[String: Fact]]
                enum Fact: Decodable {
                    case text(String)
                    case flag(Bool)
                    init(from decoder: any Decoder) throws {
                        let container = try decoder.singleValueContainer()
                        do { self = .flag(try container.decode(Bool.self)) } catch {
                            self = .text(try container.decode(String.self))
                        }
                    }
                }
            }
            let bundle = try JSONDecoder().decode(Bundle.self, from: Data(text.utf8))
            #expect(bundle.versions.papertray == papertrayVersion && !bundle.versions.kernel.isEmpty)
            #expect(bundle.versions.packages.keys.contains { $0.hasPrefix("libqpdf") })
            #expect(bundle.configuration.mistakes == 0 && bundle.service.ready && !bundle.doctor.isEmpty)
            #expect(bundle.service.codes == ["unsupported-type": 1, "password-required": 1])
            #expect(
                bundle.service.events.contains { $0.event == "quarantined" && $0.code == "password-required" }
            )
        }

        /// One page with a text and a title.
        private var document: String {
            let content = "BT /F1 24 Tf 72 700 Td (\(Self.marker)) Tj ET"
            return """
                %PDF-1.4
                1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
                2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
                3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R
                /Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>> endobj
                4 0 obj <</Length \(content.utf8.count)>> stream
                \(content)
                endstream endobj
                5 0 obj <</Title (\(Self.marker)) /Author (\(Self.marker))>> endobj
                trailer <</Size 6 /Root 1 0 R /Info 5 0 R>>
                %%EOF

                """
        }
    }
}
