// A mail: a few plain lines in base64, so that every name and language comes through any server.

internal import CurlShims
package import Documents
internal import FoundationEssentials
internal import Platform
package import Settings

extension NotifyTarget.Mail {
    private static let timeoutSeconds = 30

    /// Sends; blocks the calling thread.
    func send(_ payload: NotificationPayload, createdAt: Int64, stop: SendingStop) -> Receipt {
        let message = Array(MailMessage(mail: self, payload: payload, createdAt: createdAt).text.utf8)
        let result = stop.limits(seconds: Self.timeoutSeconds, publicOnly: false) { limits in
            withCStrings(to.map { "<\($0)>" }) { receivers in
                papertray_mail(
                    address, "<\(from)>", receivers, to.count, login?.user, login?.password.value, security,
                    message, message.count, limits)
            }
        }
        return Receipt(smtp: result)
    }

    private var port: Int {
        let parts = server.split(separator: ":")
        return parts.count == 2 ? Int(parts[1]) ?? 25 : login == nil ? 25 : 587
    }

    /// Port 465 speaks TLS from the first byte, RFC 8314.
    private var address: String {
        let host = server.split(separator: ":").first ?? ""
        return "\(port == 465 ? "smtps" : "smtp")://\(host):\(port)"
    }

    private var security: papertray_mail_security {
        switch tls {
        case .none: PAPERTRAY_MAIL_PLAIN
        case .starttls: PAPERTRAY_MAIL_REQUIRE_TLS
        case .auto: login == nil ? PAPERTRAY_MAIL_TRY_TLS : PAPERTRAY_MAIL_REQUIRE_TLS
        }
    }
}

/// A whole message as RFC 5322 has it, its text in base64.
package struct MailMessage: Sendable {
    private let mail: NotifyTarget.Mail
    private let payload: NotificationPayload
    /// Milliseconds since 1970.
    private let createdAt: Int64

    package init(mail: NotifyTarget.Mail, payload: NotificationPayload, createdAt: Int64) {
        self.mail = mail
        self.payload = payload
        self.createdAt = createdAt
    }

    package var text: String {
        let domain = mail.from.split(separator: "@").last ?? "localhost"
        let head = [
            "Date: \(Moment.mailDate(createdAt))", "From: <\(mail.from)>",
            "To: \(mail.to.map { "<\($0)>" }.joined(separator: ",\r\n "))",
            "Subject: \(Self.encodedWords("Papertray: \(payload.folder): \(payload.event.rawValue)"))",
            "Message-ID: <\(payload.key)@\(domain)>", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
        ]
        return (head + [""] + Self.lines(of: Data(body.utf8).base64EncodedString(), length: 76)).joined(
            separator: "\r\n") + "\r\n"
    }

    private var body: String {
        let facts: [(String, String?)] = [
            ("folder", payload.folder), ("name", payload.name), ("job", payload.job?.rawValue),
            ("state", payload.state?.rawValue), ("code", payload.code?.rawValue), ("at", payload.at),
            ("key", payload.key),
        ]
        let lines = facts.compactMap { name, value in value.map { "\(name): \($0)" } }
        return payload.message + "\r\n\r\n" + lines.joined(separator: "\r\n") + "\r\n"
    }

    /// Encoded words of RFC 2047, each with whole characters and at most 75 bytes.
    private static func encodedWords(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) && !text.contains("=?") && text.count < 70 {
            return text
        }
        var words: [String] = []
        for scalar in text.unicodeScalars {
            if let last = words.last, last.utf8.count + UTF8.width(scalar) <= 42 {
                words[words.count - 1].unicodeScalars.append(scalar)
            } else {
                words.append(String(scalar))
            }
        }
        return words.map { "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    private static func lines(of text: String, length: Int) -> [String] {
        var rest = text[...]
        var lines: [String] = []
        while !rest.isEmpty {
            lines.append(String(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return lines
    }
}
