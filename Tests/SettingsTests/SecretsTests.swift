// Where secrets come from, who may read them, and that no diagnostic shows one.

internal import Documents
internal import Glibc
internal import Platform
@testable internal import Settings
internal import Testing

@Suite struct SecretsTests {
    private static let webhook = """
        [[notify]]
        on = ["failure"]
        webhook = "https://example.org/"
        secret = "secret:hook"
        """

    private func scratch(_ service: String = webhook) throws -> ScratchConfiguration {
        try ScratchConfiguration(service, folders: ["a": folderFile()])
    }

    private func value(_ scratch: ScratchConfiguration) throws -> String? {
        guard case .webhook(let webhook) = try scratch.load().notify.first?.target else { return nil }
        return webhook.secret?.value
    }

    @Test func valueComesFromTheFile() throws {
        let scratch = try scratch()
        try scratch.writeSecrets("other = \"a\"\nhook = \"b c\"\n")
        #expect(try value(scratch) == "b c")
    }

    @Test func missingSecretIsAMistake() throws {
        let expected =
            "ROOT/Config/papertray.toml:4:10: error: the secret \"hook\" is neither in ROOT/Config/secrets.toml "
            + "nor a systemd credential; add: hook = \"…\""
        let scratch = try scratch()
        #expect(scratch.mistakes() == [expected])
        try scratch.writeSecrets("hok = \"b\"")
        #expect(scratch.mistakes() == [expected])
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o610] as [UInt32]) func fileForOthersIsAMistake(mode: UInt32)
        throws
    {
        let scratch = try scratch()
        try scratch.writeSecrets("hook = \"b\"", mode: mode)
        #expect(
            scratch.mistakes() == [
                "ROOT/Config/secrets.toml:1:1: error: ROOT/Config/secrets.toml can be read by others than its owner; "
                    + "run: chmod 600 ROOT/Config/secrets.toml"
            ])
    }

    @Test func fileForOthersIsAMistakeEvenWhereNothingAsksForIt() throws {
        let scratch = try scratch("")
        try scratch.writeSecrets("hook = \"b\"", mode: 0o644)
        #expect(scratch.mistakes().count == 1)
    }

    @Test(arguments: [0o622, 0o602, 0o620] as [UInt32]) func writableFileIsAMistake(mode: UInt32) throws {
        let scratch = try scratch()
        try scratch.writeSecrets("hook = \"b\"", mode: mode)
        let mistakes = scratch.mistakes()
        #expect(mistakes.count == 1 && mistakes.first?.contains("can be written by") == true)
    }

    @Test func fileOfAnotherUserIsAMistake() throws {
        let scratch = try scratch()
        try scratch.writeSecrets("hook = \"b\"")
        guard geteuid() == 0 else { return }
        #expect(chown((scratch.directory / "secrets.toml").string, 4711, 4711) == 0)
        let mistakes = scratch.mistakes()
        #expect(mistakes.count == 1 && mistakes.first?.contains("belongs to user 4711") == true)
    }

    @Test(arguments: ["hook = \"Sentinel-4711", "hook = Sentinel-4711", "Sentinel-4711"])
    func brokenFileIsAMistakeThatShowsNothing(text: String) throws {
        let scratch = try scratch()
        try scratch.writeSecrets(text)
        let mistakes = scratch.mistakes()
        #expect(mistakes.contains { $0.contains("secrets.toml:1:") && $0.contains("this is not TOML") })
        #expect(!mistakes.joined().contains("4711"))
    }

    @Test(arguments: [
        "hook = 5", "hook = [\"Sentinel-4711\"]", "hook = \"\"", "[hook]\nx = \"Sentinel-4711\"",
    ])
    func valueThatIsNoTextIsAMistakeThatShowsNothing(text: String) throws {
        let scratch = try scratch()
        try scratch.writeSecrets(text)
        let mistakes = scratch.mistakes()
        #expect(mistakes.contains { $0.contains("the secret \"hook\" is not a text with something in it") })
        #expect(!mistakes.joined().contains("4711"))
    }

    @Test(arguments: [
        "Sentinel-4711", "secret:", "secret:../etc/passwd", "secret:a b", "secret:.a", "file:/x",
    ])
    func plainSecretIsAMistakeThatDoesNotShowIt(written: String) throws {
        let scratch = try scratch(
            "[[notify]]\non = [\"failure\"]\nwebhook = \"https://example.org/\"\nsecret = \"\(written)\"")
        let mistakes = scratch.mistakes()
        #expect(
            mistakes.count == 1
                && mistakes.first?.contains("4:10: error: secret: write \"secret:NAME\"") == true)
        #expect(!mistakes.joined().contains("4711") && !mistakes.joined().contains("passwd"))
    }

    @Test func credentialComesBeforeTheFile() throws {
        let scratch = try scratch()
        try scratch.writeSecrets("hook = \"from the file\"\nother = \"o\"")
        try scratch.makeDirectory("credentials")
        try scratch.write("from systemd\n", "credentials/hook")
        let log = MistakeLog(file: "secrets.toml")
        let secrets = Secrets(
            scratch.directory, credentials: scratch.root / "credentials", serviceUser: Surroundings.user, log)
        func value(_ name: String) -> String? {
            secrets.value(of: WrittenSecret(name: name, position: .start), log)?.value
        }
        #expect(value("hook") == "from systemd" && value("other") == "o")
        #expect(log.mistakes.isEmpty)
        #expect(value("none") == nil && log.mistakes.count == 1)
    }

    @Test func commandsReachTheServiceWithoutReadingSecrets() throws {
        let scratch = try scratch()
        #expect(try ServiceSettings.load(from: scratch.directory).workers > 0)
    }

    @Test func secretDoesNotShowItself() {
        let secret = Secret("Sentinel-4711")
        let target = NotifyTarget.webhook(.init(address: "https://example.org/", secret: secret))
        let settings = NotifySettings(events: [.failure], target: target)
        for text in ["\(secret)", String(reflecting: secret), "\(settings)", String(reflecting: settings)] {
            #expect(!text.contains("4711"))
        }
    }
}

extension ScratchConfiguration {
    func writeSecrets(_ text: String, mode: UInt32 = 0o600) throws {
        let exists = try Directory(directory).exists("secrets.toml")
        if exists { try Directory(directory).remove("secrets.toml") }
        try write(text, "Config/secrets.toml")
        try change("Config/secrets.toml", mode: mode)
    }
}
