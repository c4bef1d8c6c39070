// Mails against an SMTP server of the test's own, and the text of a message.

@testable internal import Delivery
internal import Documents
internal import Foundation
internal import Ledger
internal import Platform
internal import Settings
internal import Synchronization
internal import TestSupport
internal import Testing

/// A mail server that takes everything, unless a word of a command is to be refused.
private final class Postbox: Sendable {
    struct Mail: Sendable {
        var commands: [String] = []
        var lines: [String] = []
    }

    private let mails = Mutex<[Mail]>([])

    var all: [Mail] { mails.withLock { $0 } }

    func server(offers: [String] = [], refuses: String? = nil) throws -> LoopbackServer {
        try LoopbackServer { connection in
            var mail = Mail()
            defer { self.mails.withLock { $0.append(mail) } }
            connection.say("220 test ESMTP\r\n")
            while let command = connection.line() {
                mail.commands.append(command)
                let verb = command.split(separator: " ").first.map(String.init) ?? ""
                if verb == refuses {
                    connection.say("550 no\r\n")
                    continue
                }
                switch verb {
                case "EHLO":
                    let lines = ["test"] + offers
                    let answers = lines.enumerated().map {
                        "250\($0 == lines.count - 1 ? " " : "-")\($1)\r\n"
                    }
                    connection.say(answers.joined())
                case "AUTH":
                    connection.say("334 \r\n")
                    mail.commands.append(connection.line() ?? "")
                    connection.say("235 ok\r\n")
                case "DATA":
                    connection.say("354 go on\r\n")
                    while let line = connection.line(), line != "." { mail.lines.append(line) }
                    connection.say("250 ok\r\n")
                case "QUIT":
                    connection.say("221 bye\r\n")
                    return
                default: connection.say("250 ok\r\n")
                }
            }
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct MailTests {
    private let postbox = Postbox()

    private func payload(folder: String = "invoices", names: Bool = false) -> NotificationPayload {
        let original = Original(
            name: "发票.pdf", device: 1, inode: 1, bytes: 1, owner: 0, group: 0, mode: 0, modified: 0)
        var job = Job(
            id: JobID(rawValue: "01job"), folder: folder, original: original, state: .quarantined,
            createdAt: 0)
        job.failure = Failure(.damaged, "发票.pdf", "x")
        let route = NotificationRoute(
            target: "smtp-1", events: [.failure], folders: nil, showsNames: names, language: .english)
        return NotificationPayload(
            key: "01job.failure.smtp-1", event: .failure, job: job, route: route, at: "T")
    }

    private func mail(
        _ server: LoopbackServer?, to: [String] = ["a@example.org"], login: NotifyTarget.Login? = nil,
        tls: MailSecurity = .auto
    ) -> NotifyTarget.Mail {
        NotifyTarget.Mail(
            server: "127.0.0.1:\(server?.port ?? 25)", from: "tray@example.org", to: to, login: login,
            tls: tls)
    }

    private func send(_ mail: NotifyTarget.Mail) async -> Receipt {
        let payload = payload(names: true)
        return await onBlockingThread { () throws(Never) in
            mail.send(payload, createdAt: 0, stop: SendingStop())
        }
    }

    private func headers(_ lines: [String]) -> [String: String] {
        var headers: [String: String] = [:]
        var last = ""
        for line in lines.prefix(while: { !$0.isEmpty }) {
            if line.hasPrefix(" ") {
                headers[last, default: ""] += line
            } else if let colon = line.firstIndex(of: ":") {
                last = String(line[..<colon])
                headers[last] = String(line[line.index(after: colon)...].drop { $0 == " " })
            }
        }
        return headers
    }

    private func text(_ lines: [String]) throws -> String {
        let coded = lines.drop { !$0.isEmpty }.joined()
        return String(decoding: try #require(Data(base64Encoded: coded)), as: UTF8.self)
    }

    @Test func mailComesInWhole() async throws {
        let server = try postbox.server()
        #expect(await send(mail(server, to: ["a@example.org", "b@example.org"])) == .delivered)
        #expect(await eventually { postbox.all.count == 1 })
        let mail = try #require(postbox.all.first)
        #expect(mail.commands.contains { $0.hasPrefix("MAIL FROM:<tray@example.org>") })
        #expect(mail.commands.filter { $0.hasPrefix("RCPT TO:") }.count == 2)
        let headers = headers(mail.lines)
        #expect(
            headers["From"] == "<tray@example.org>" && headers["Date"] == "Thu, 1 Jan 1970 00:00:00 +0000")
        #expect(headers["To"] == "<a@example.org>, <b@example.org>")
        #expect(headers["Message-ID"] == "<01job.failure.smtp-1@example.org>")
        #expect(headers["Subject"] == "Papertray: invoices: failure")
        let text = try text(mail.lines)
        #expect(text.hasPrefix("发票.pdf is damaged: x.\r\n") && text.contains("key: 01job.failure.smtp-1\r\n"))
        #expect(mail.lines.allSatisfy { $0.utf8.count <= 998 && $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test(arguments: [
        "发票", String(repeating: "发票与收据", count: 6), "a\nBcc: x@example.org", "=?UTF-8?Q?x?=",
        String(repeating: "long ", count: 20), "é",
    ]) func subjectIsOneHeaderOfAnyFolder(folder: String) throws {
        let text = MailMessage(mail: mail(nil), payload: payload(folder: folder), createdAt: 0).text
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        let subject = try #require(headers(lines)["Subject"])
        let words = subject.split(separator: " ")
        let decoded = try words.map { word in
            #expect(word.hasPrefix("=?UTF-8?B?") && word.hasSuffix("?=") && word.utf8.count <= 75)
            let data = try #require(Data(base64Encoded: String(word.dropFirst(10).dropLast(2))))
            return try #require(String(bytes: data, encoding: .utf8))
        }
        #expect(decoded.joined() == "Papertray: \(folder): failure")
        #expect(headers(lines)["Bcc"] == nil && !text.contains("Bcc"))
    }

    @Test(arguments: ["MAIL", "RCPT", "DATA"]) func refusalIsAFailure(verb: String) async throws {
        let server = try postbox.server(refuses: verb)
        #expect(await send(mail(server)) == .failed("smtp-550"))
    }

    @Test func passwordIsNotSentInPlainTextUnlessAPersonSaysSo() async throws {
        let server = try postbox.server(offers: ["AUTH PLAIN"])
        let login = NotifyTarget.Login(user: "tray", password: Secret("Sentinel-4711"))
        #expect(await send(mail(server, login: login)) == .failed("tls-failed"))
        #expect(await eventually { postbox.all.count == 1 })
        #expect(postbox.all.allSatisfy { !$0.commands.contains { $0.hasPrefix("AUTH") } })
        #expect(await send(mail(server, login: login, tls: .none)) == .delivered)
        #expect(await eventually { postbox.all.count == 2 })
        let coded = Data("\0tray\0Sentinel-4711".utf8).base64EncodedString()
        #expect(postbox.all.last?.commands.contains { $0.hasSuffix(coded) } == true)
    }

    @Test func offeredEncryptionIsAskedFor() async throws {
        let server = try postbox.server(offers: ["STARTTLS"], refuses: "STARTTLS")
        #expect(await send(mail(server)) == .delivered)
        #expect(await eventually { postbox.all.count == 1 })
        #expect(postbox.all.first?.commands.contains("STARTTLS") == true)
        #expect(await send(mail(server, tls: .starttls)) == .failed("tls-failed"))
    }

    @Test func nobodyListeningIsAFailure() async throws {
        let mail = NotifyTarget.Mail(server: "127.0.0.1:1", from: "a@b", to: ["c@d"])
        #expect(await send(mail) == .failed("connection-failed"))
    }
}
