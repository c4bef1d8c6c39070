// `[[notify]]`: what is read, and every diagnostic with its place.

internal import Documents
internal import Platform
@testable internal import Settings
internal import Testing

@Suite struct NotifyMistakeTests {
    private static let on = "on = [\"failure\"]\n"

    private func scratch(_ service: String) throws -> ScratchConfiguration {
        try ScratchConfiguration(service, folders: ["invoices": folderFile(), "receipts": folderFile()])
    }

    /// The mistakes of one notification, whose keys are written from line 2 on.
    private func mistakes(_ keys: String) throws -> [String] {
        try scratch("[[notify]]\n\(keys)\n").mistakes().map {
            String($0.dropFirst("ROOT/Config/papertray.toml:".count))
        }
    }

    @Test func readsEveryKey() throws {
        let scratch = try scratch(
            """
            [[notify]]
            on = ["success", "attention"]
            folders = ["invoices", "receipts"]
            names = true
            webhook = "https://example.org/hook?a=b"
            secret = "secret:hook"
            allow_private = true
            [[notify]]
            on = ["failure"]
            smtp = { server = "mail.example.org:587", from = "tray@example.org", to = ["a@example.org", "b@example.org"], user = "tray", password = "secret:mail", tls = "starttls" }
            [[notify]]
            on = ["failure"]
            smtp = { server = "localhost", from = "tray@localhost", to = "root@localhost" }
            [[notify]]
            on = ["failure"]
            command = ["/usr/bin/logger", "-t", "tray"]
            """)
        try scratch.writeSecrets("hook = \"s1\"\nmail = \"s2\"\n")
        let all = Set(NotificationEvent.allCases)
        let login = NotifyTarget.Login(user: "tray", password: Secret("s2"))
        #expect(
            try scratch.load().notify == [
                NotifySettings(
                    events: all.subtracting([.failure]), folders: ["invoices", "receipts"], showsNames: true,
                    target: .webhook(
                        .init(
                            address: "https://example.org/hook?a=b", secret: Secret("s1"), allowsPrivate: true
                        ))),
                NotifySettings(
                    events: [.failure],
                    target: .mail(
                        .init(
                            server: "mail.example.org:587", from: "tray@example.org",
                            to: ["a@example.org", "b@example.org"], login: login, tls: .starttls))),
                NotifySettings(
                    events: [.failure],
                    target: .mail(.init(server: "localhost", from: "tray@localhost", to: ["root@localhost"]))),
                NotifySettings(events: [.failure], target: .command(["/usr/bin/logger", "-t", "tray"])),
            ])
    }

    @Test func thereIsNoneByDefault() throws {
        #expect(try scratch("").load().notify == [])
        #expect(try scratch("notify = []").load().notify == [])
    }

    @Test(
        arguments: [
            (
                "command = [\"/a\"]",
                "1:1: error: \"on\" is missing; it lists what is told: \"success\", \"failure\", \"attention\""
            ),
            (
                "on = [\"sucess\"]\ncommand = [\"/a\"]",
                "2:7: error: on: \"sucess\" is not one of \"success\", \"failure\", \"attention\"; did you mean \"success\"?"
            ),
            ("on = []\ncommand = [\"/a\"]", "2:6: error: on: at least one value is needed"),
        ] as [(String, String)]) func explainsMistakeOfEvents(written: String, expected: String) throws
    {
        #expect(try mistakes(written) == [expected])
    }

    @Test(
        arguments: [
            ("", "1:1: error: [[notify]] needs exactly one of \"webhook\", \"smtp\" and \"command\""),
            (
                "webhook = \"https://a.example\"\ncommand = [\"/a\"]",
                "4:11: error: [[notify]] needs exactly one of \"webhook\", \"smtp\" and \"command\""
            ),
            (
                "comand = [\"/a\"]\nwebhook = \"https://a.example\"",
                "3:1: error: \"comand\" is not a key of [[notify]]; did you mean \"command\"?"
            ),
            (
                "command = [\"/a\"]\nfolders = [\"invoice\"]",
                "4:12: error: folders: there is no folder \"invoice\"; did you mean \"invoices\"?"
            ),
            (
                "command = [\"logger\"]",
                "3:12: error: command: \"logger\" is not a whole path that starts with /"
            ),
            ("command = [\"/a\"]\nsecret = \"secret:a\"", "4:10: error: \"secret\" belongs to a webhook"),
            (
                "command = [\"/a\"]\nallow_private = true",
                "4:17: error: \"allow_private\" belongs to a webhook"
            ),
            ("command = [\"/a\"]\nnames = 1", "4:9: error: names: 1 is not true or false"),
            ("smtp = { server = \"a\", from = \"a@b\" }", "3:8: error: smtp: \"to\" is missing"),
            (
                "smtp = { server = \"a\", from = \"a@b\", to = \"a@b\", user = \"x\" }",
                "3:8: error: smtp: \"user\" and \"password\" belong together"
            ),
            (
                "smtp = { server = \"a:0\", from = \"a@b\", to = \"a@b\" }",
                "3:19: error: server: \"a:0\" is not a host with or without a port, such as \"mail.example.org:587\""
            ),
            (
                "smtp = { server = \"a\", from = \"a@b\\nX: y\", to = \"a@b\" }",
                "3:31: error: from: \"a@b\nX: y\" is not an address such as \"office@example.org\""
            ),
        ] as [(String, String)]) func explainsMistake(written: String, expected: String) throws
    {
        #expect(try mistakes(Self.on + written) == [expected])
    }

    @Test(arguments: [
        "ftp://example.org", "example.org", "https://", "https://:80", "https:// example.org",
        "https://a\\u0001b",
        "file:///etc/passwd", "HTTPS:/example.org", "https://例.example",
    ]) func refusesAddress(address: String) throws {
        let mistakes = try mistakes(Self.on + "webhook = \"\(address)\"")
        #expect(mistakes.count == 1 && mistakes.first?.hasPrefix("3:11: error: webhook: ") == true)
    }

    @Test func refusesPasswordInAddress() throws {
        #expect(
            try mistakes(Self.on + "webhook = \"https://user:word@example.org/\"") == [
                "3:11: error: webhook: an address must not hold a user or password; sign with \"secret\" instead"
            ])
    }

    @Test(arguments: ["127.0.0.1:9464", "[::1]:1"]) func takesLoopbackForMetrics(address: String) throws {
        let service = try scratch("[service]\nmetrics = \"\(address)\"").load().service
        #expect(service.metrics?.description == address)
    }

    @Test(arguments: ["0.0.0.0:9464", "192.168.1.5:80", "localhost:9464", ":9464", "127.0.0.1"])
    func refusesOtherAddressForMetrics(address: String) throws {
        #expect(
            try scratch("[service]\nmetrics = \"\(address)\"").mistakes() == [
                "ROOT/Config/papertray.toml:2:11: error: metrics: \"\(address)\" is not a loopback address with a port, "
                    + "such as \"127.0.0.1:9464\" or \"[::1]:9464\""
            ])
    }

    @Test func identityFollowsThePlaceAndTellsNothing() {
        let first = NotifyTarget.webhook(.init(address: "https://example.org/token-4711"))
        let signed = NotifyTarget.webhook(
            .init(address: "https://example.org/token-4711", secret: Secret("x"), allowsPrivate: true))
        let other = NotifyTarget.webhook(.init(address: "https://example.org/token-4712"))
        #expect(first.identity == signed.identity && first.identity != other.identity)
        #expect(first.identity.hasPrefix("webhook-") && !first.identity.contains("4711"))
        #expect(NotifyTarget.command(["a", "b"]).identity != NotifyTarget.command(["a b"]).identity)
    }
}
