// The validated settings of one `[[notify]]`: whom to tell, and of what.

package import Documents
internal import Platform

/// A value that only its receiver may see; it never comes out in a log, a message or a bundle.
package struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    package let value: String

    package init(_ value: String) { self.value = value }

    package var description: String { "(secret)" }
    package var debugDescription: String { description }
}

package struct NotifySettings: Sendable, Hashable {
    package var events: Set<NotificationEvent>
    /// The names of the folders it is for; `nil` for every one.
    package var folders: Set<String>?
    /// Whether the name of the file is told.
    package var showsNames: Bool
    package var target: NotifyTarget

    package init(
        events: Set<NotificationEvent>, folders: Set<String>? = nil, showsNames: Bool = false,
        target: NotifyTarget
    ) {
        self.events = events
        self.folders = folders
        self.showsNames = showsNames
        self.target = target
    }

    /// What the ledger must know of it.
    package func route(language: Language) -> NotificationRoute {
        NotificationRoute(
            target: target.identity, events: events, folders: folders, showsNames: showsNames,
            language: language)
    }
}

/// Where a notification goes.
package enum NotifyTarget: Sendable, Hashable {
    case webhook(Webhook)
    case mail(Mail)
    /// A program and its arguments.
    case command([String])

    package struct Webhook: Sendable, Hashable {
        package var address: String
        /// The key of the signature.
        package var secret: Secret?
        package var allowsPrivate: Bool

        package init(address: String, secret: Secret? = nil, allowsPrivate: Bool = false) {
            self.address = address
            self.secret = secret
            self.allowsPrivate = allowsPrivate
        }
    }

    package struct Mail: Sendable, Hashable {
        /// A host, or a host and a port.
        package var server: String
        package var from: String
        package var to: [String]
        package var login: Login?
        package var tls: MailSecurity

        package init(
            server: String, from: String, to: [String], login: Login? = nil, tls: MailSecurity = .auto
        ) {
            self.server = server
            self.from = from
            self.to = to
            self.login = login
            self.tls = tls
        }
    }

    package struct Login: Sendable, Hashable {
        package var user: String
        package var password: Secret

        package init(user: String, password: Secret) {
            self.user = user
            self.password = password
        }
    }

    /// What kind it is: `webhook`, `smtp` or `command`.
    package var kind: String {
        switch self {
        case .webhook: "webhook"
        case .mail: "smtp"
        case .command: "command"
        }
    }

    /// The same over restarts for the same place, and without anything secret: addresses of webhooks often are.
    package var identity: String {
        let place: [String] =
            switch self {
            case .webhook(let webhook): [webhook.address]
            case .mail(let mail): [mail.server, mail.from] + mail.to
            case .command(let words): words
            }
        let digest = SHA256()
        digest.update(Array(place.joined(separator: "\0").utf8))
        return "\(kind)-\(digest.finish().prefix(16))"
    }
}

/// How a mail is protected on its way to the server.
package enum MailSecurity: String, Sendable, CaseIterable {
    /// STARTTLS where the server offers it; demanded where a password is sent.
    case auto
    case starttls
    case none
}
