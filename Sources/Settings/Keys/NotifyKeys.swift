// The keys of a `[[notify]]`, and what must be true of them together: there is one target, and what belongs to
// another is not given.

internal import Documents
internal import Platform

enum NotifyKeys {
    static let on = Setting(
        "on", optional: .list(of: ValueForm<NotificationEvent>.choice),
        help: "What is told: finished documents, quarantined ones, work that waits for a person")
    static let folders = Setting(
        "folders", optional: .list(of: .writtenName), note: "every folder",
        help: "The folders that it is for")
    static let names = Setting(
        "names", .boolean, default: false, help: "Whether the name of the file is told")
    static let webhook = Setting(
        "webhook", optional: .webAddress, help: "Address that is sent a POST request with JSON")
    static let secret = Setting(
        "secret", optional: .secret,
        help: "Key of the HMAC-SHA256 signature in the header X-Papertray-Signature")
    static let allowPrivate = Setting(
        "allow_private", .boolean, default: false,
        help: "Whether the webhook may lead to this machine or a private network")
    static let smtp = Setting(
        MailKeys.section.name, optional: .table(MailKeys.section.name, WrittenMail.read),
        help: "Server and addresses of a mail")
    static let command = Setting(
        "command", optional: .command, help: "Program and arguments, given the JSON on standard input")

    static let section = SettingsReference.Section(
        "notify", title: "[[notify]]", summary: "Who is told of jobs: one of webhook, smtp and command",
        keys: [
            on.reference, folders.reference, names.reference, webhook.reference, secret.reference,
            allowPrivate.reference, smtp.reference, command.reference,
        ])
}

/// The keys of `smtp`.
enum MailKeys {
    static let server = Setting("server", optional: .mailServer, help: "Mail server, with a port if need be")
    static let from = Setting("from", optional: .mailAddress, help: "Address of the sender")
    static let to = Setting(
        "to", optional: ValueForm<[String]>.oneOrMore(.mailAddress), help: "Addresses of the receivers")
    static let user = Setting("user", optional: .shortText, help: "User that the server knows")
    static let password = Setting("password", optional: .secret, help: "Password of that user")
    static let tls = Setting(
        "tls", ValueForm<MailSecurity>.choice, default: .auto,
        help: "Encryption; \"auto\" uses STARTTLS where offered and demands it for a password")

    static let section = SettingsReference.Section(
        "smtp", title: "smtp", summary: "How a mail is sent",
        keys: [
            server.reference, from.reference, to.reference, user.reference, password.reference, tls.reference,
        ])
}

/// A mail's settings as written: the password still a name.
struct WrittenMail: Sendable {
    let mail: NotifyTarget.Mail
    let login: (user: String, password: WrittenSecret)?

    /// Reads the table; `nil` where anything in it is wrong.
    static func read(_ table: TOMLTable, _ log: MistakeLog) -> WrittenMail? {
        let mistakesBefore = log.mistakes.count
        var reader = SectionReader(table, as: MailKeys.section, log)
        let (server, from) = (reader.value(MailKeys.server), reader.value(MailKeys.from))
        let (to, tls) = (reader.value(MailKeys.to), reader.value(MailKeys.tls))
        let (user, password) = (reader.value(MailKeys.user), reader.value(MailKeys.password))
        for name in [MailKeys.server.name, MailKeys.from.name, MailKeys.to.name] where table[name] == nil {
            log.note(table.position, "smtp: \"\(name)\" is missing")
        }
        if (table[MailKeys.user.name] == nil) != (table[MailKeys.password.name] == nil) {
            log.note(table.position, "smtp: \"user\" and \"password\" belong together")
        }
        guard let server, let from, let to, log.mistakes.count == mistakesBefore else { return nil }
        var login: (String, WrittenSecret)?
        if let user, let password { login = (user, password) }
        return WrittenMail(
            mail: NotifyTarget.Mail(server: server, from: from, to: to, tls: tls), login: login)
    }
}

/// A notification's settings as written: secrets still names, folders not looked up.
struct WrittenNotify: Sendable {
    private enum Target: Sendable {
        case webhook(String, secret: WrittenSecret?, allowsPrivate: Bool)
        case mail(WrittenMail)
        case command([String])
    }

    let folders: [WrittenName]?
    private let events: Set<NotificationEvent>
    private let showsNames: Bool
    private let target: Target

    /// Reads the table; `nil` where anything in it is wrong.
    private init?(_ table: TOMLTable, _ log: MistakeLog) {
        let mistakesBefore = log.mistakes.count
        var reader = SectionReader(table, as: NotifyKeys.section, log)
        events = Set(reader.value(NotifyKeys.on) ?? [])
        folders = reader.value(NotifyKeys.folders)
        showsNames = reader.value(NotifyKeys.names)
        let address = reader.value(NotifyKeys.webhook)
        let secret = reader.value(NotifyKeys.secret)
        let allowsPrivate = reader.value(NotifyKeys.allowPrivate)
        let mail = reader.value(NotifyKeys.smtp)
        let command = reader.value(NotifyKeys.command)
        Self.judge(table, log)
        guard log.mistakes.count == mistakesBefore else { return nil }
        if let address {
            target = .webhook(address, secret: secret, allowsPrivate: allowsPrivate)
        } else if let mail {
            target = .mail(mail)
        } else {
            target = .command(command ?? [])
        }
    }

    private static func judge(_ table: TOMLTable, _ log: MistakeLog) {
        if table[NotifyKeys.on.name] == nil {
            let events = NotificationEvent.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            log.note(table.position, "\"on\" is missing; it lists what is told: \(events)")
        }
        let names = [NotifyKeys.webhook.name, NotifyKeys.smtp.name, NotifyKeys.command.name]
        let given = names.filter { table[$0] != nil }
        if given.count != 1 {
            let position = given.count < 2 ? table.position : table.position(of: given[1])
            log.note(position, "[[notify]] needs exactly one of \"webhook\", \"smtp\" and \"command\"")
        }
        for name in [NotifyKeys.secret.name, NotifyKeys.allowPrivate.name]
        where table[name] != nil && table[NotifyKeys.webhook.name] == nil {
            log.note(table.position(of: name), "\"\(name)\" belongs to a webhook")
        }
    }

    /// Reads all of a file.
    static func readAll(_ value: TOMLValue, _ name: String, _ log: MistakeLog) -> [WrittenNotify]? {
        guard let elements = value.array else {
            log.note(value.position, "\(name): \(value.written) is not a list of tables; write [[notify]]")
            return nil
        }
        for element in elements where element.table == nil {
            log.note(element.position, "\(name): \(element.written) is not a table; write [[notify]]")
        }
        return elements.compactMap(\.table).compactMap { WrittenNotify($0, log) }
    }

    /// Puts secrets in; `nil` after noting that one is missing.
    func settings(_ secrets: Secrets, _ log: MistakeLog) -> NotifySettings? {
        guard let target = resolved(secrets, log) else { return nil }
        return NotifySettings(
            events: events, folders: folders.map { Set($0.map(\.name)) }, showsNames: showsNames,
            target: target)
    }

    private func resolved(_ secrets: Secrets, _ log: MistakeLog) -> NotifyTarget? {
        switch target {
        case .command(let words): return .command(words)
        case .webhook(let address, nil, let allowsPrivate):
            return .webhook(NotifyTarget.Webhook(address: address, allowsPrivate: allowsPrivate))
        case .webhook(let address, let secret?, let allowsPrivate):
            guard let value = secrets.value(of: secret, log) else { return nil }
            return .webhook(
                NotifyTarget.Webhook(address: address, secret: value, allowsPrivate: allowsPrivate))
        case .mail(let written):
            var mail = written.mail
            if let login = written.login {
                guard let password = secrets.value(of: login.password, log) else { return nil }
                mail.login = NotifyTarget.Login(user: login.user, password: password)
            }
            return .mail(mail)
        }
    }
}
