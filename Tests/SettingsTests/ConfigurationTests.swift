// Loading whole directories: defaults, every key once, files that are missing or wrong, and all mistakes at once.

internal import Documents
internal import Glibc
internal import Platform
@testable internal import Settings
internal import Testing

@Suite struct ConfigurationTests {
    @Test func fillsInDefaults() throws {
        let scratch = try ScratchConfiguration(folders: ["invoices": folderFile()])
        let configuration = try scratch.load()
        let tray = scratch.root / "tray"
        #expect(
            configuration.service
                == ServiceSettings(
                    root: tray, state: tray / ".state", workers: Surroundings.cores, rescan: .seconds(60),
                    language: .english, log: .text))
        var folder = FolderSettings(name: "invoices", root: tray / "invoices")
        folder.rules = [Rule(name: "all", match: .everything, steps: [], output: nil)]
        #expect(configuration.folders == [folder])
        #expect(folder.inbox == tray / "invoices/inbox")
        #expect(folder.settle == .seconds(2) && folder.limits == Limits() && folder.originals == .archive)
    }

    @Test func readsEveryServiceKey() throws {
        let service = """
            [service]
            root = "../data/./docs"
            state = "/var/lib/papertray-test"
            workers = 3
            rescan = "5m"
            language = "zh-Hant"
            log = "json"
            """
        let scratch = try ScratchConfiguration(service, folders: ["a": folderFile()])
        #expect(
            try scratch.load().service
                == ServiceSettings(
                    root: scratch.root.parent / "data/docs", state: "/var/lib/papertray-test", workers: 3,
                    rescan: .seconds(300), language: .traditionalChinese, log: .json))
    }

    @Test func stateFollowsTheRoot() throws {
        let scratch = try ScratchConfiguration("[service]\nroot = \"/srv/x\"", folders: ["a": folderFile()])
        #expect(try scratch.load().service.state == "/srv/x/.state")
    }

    @Test func readsEveryFolderKey() throws {
        let keys = """
            name = "发票"
            root = "in/../a"
            inbox = "drop"
            outbox = "/srv/out/"
            quarantine = "bad"
            archive = "old"
            settle = "500ms"
            watch = "poll:30s"
            recursive = false
            originals = "keep"
            signed = "copy"
            on_conflict = "fail"
            language = "zh-Hans"
            limits = { bytes = "64KiB", pages = 7, time = "1h", page_time = "1.5s", memory = "1.5GB", attempts = 1, pixels = 9 }
            """
        let scratch = try ScratchConfiguration(folders: ["a": folderFile(keys)])
        let root = scratch.root / "tray/a"
        var expected = FolderSettings(name: "发票", root: root)
        (expected.inbox, expected.outbox) = (root / "drop", "/srv/out")
        (expected.quarantine, expected.archive) = (root / "bad", root / "old")
        (expected.settle, expected.watch, expected.recursive) = (
            .milliseconds(500), .poll(.seconds(30)), false
        )
        (expected.originals, expected.signed, expected.onConflict) = (.keep, .copy, .fail)
        expected.language = .simplifiedChinese
        (expected.limits.bytes, expected.limits.pages, expected.limits.time) = (65_536, 7, 3600)
        (expected.limits.pageTime, expected.limits.memory) = (1.5, 1_500_000_000)
        (expected.limits.attempts, expected.limits.pixels) = (1, 9)
        expected.rules = [Rule(name: "all", match: .everything, steps: [], output: nil)]
        #expect(try scratch.load().folders == [expected])
    }

    @Test func readsRules() throws {
        let rules = """
            [[rule]]
            name = "scans"
            match = { type = ["pdf", "image"], name = "*invoice*", pages = "1..50", bytes = "..2MB", not = { signed = true } }
            step = [{ do = "ocr", languages = ["chi_sim", "eng"], pages = 1 }, { do = "convert", margin = "1in" }]
            output = "{date:yyyy-MM}/{stem}.pdf"
            [[rule]]
            match = { any = [{ name = ["a*", "b*"] }, { has_text = false, path = "x/**" }] }
            step = []
            """
        let scratch = try ScratchConfiguration(folders: ["a": folderFile(rules: rules)])
        let ocr: [String: OptionValue] = [
            "languages": .list([.text("chi_sim"), .text("eng")]), "pages": .text("1"),
        ]
        let match = Match.all([
            .type(Set(FileType.documents)), .name("*invoice*"), .bytes(0...2_000_000), .pages(1...50),
            .not(.isSigned(true)),
        ])
        #expect(
            try scratch.load().folders.first?.rules == [
                Rule(
                    name: "scans", match: match,
                    steps: [
                        PlannedStep("ocr", StepOptions(ocr)),
                        PlannedStep("convert", StepOptions(["margin": .number(72)])),
                    ], output: "{date:yyyy-MM}/{stem}.pdf"),
                Rule(
                    name: "rule 2",
                    match: .any([.any([.name("a*"), .name("b*")]), .all([.path("x/**"), .hasText(false)])]),
                    steps: [], output: nil),
            ])
    }

    @Test func ordersFoldersByFileName() throws {
        let scratch = try ScratchConfiguration(folders: [
            "b": folderFile(), "a": folderFile(), "10": folderFile(),
        ])
        try scratch.write("not toml", "Config/folders.d/README")
        try scratch.write("not toml", "Config/folders.d/.hidden.toml")
        #expect(try scratch.load().folders.map(\.name) == ["10", "a", "b"])
    }

    @Test func collectsAllMistakes() throws {
        let scratch = try ScratchConfiguration(
            "[service]\nworkers = 0\nlanguag = \"en\"\n",
            folders: [
                "a": folderFile("settle = \"x\"\nwatch = 5"), "b": "[folder\n",
                "c": folderFile("name = \"a\""),
            ])
        #expect(
            scratch.mistakes() == [
                "ROOT/Config/papertray.toml:2:11: error: workers: 0 is not \"auto\" or a whole number from 1 to 256",
                "ROOT/Config/papertray.toml:3:1: error: \"languag\" is not a key of [service]; did you mean \"language\"?",
                "ROOT/Config/folders.d/a.toml:2:10: error: settle: \"x\" is not a duration from 0s to 1h, "
                    + "such as \"500ms\", \"2s\", \"30m\" or \"1h\"",
                "ROOT/Config/folders.d/a.toml:3:9: error: watch: 5 is not \"auto\", \"events\" or \"poll:\" with a "
                    + "duration from 100ms to 24h, such as \"poll:30s\"",
                "ROOT/Config/folders.d/b.toml:1:8: error: Error while parsing table header: expected ']', saw '\\n'",
                "ROOT/Config/folders.d/c.toml:2:8: error: the folder name \"a\" is taken by ROOT/Config/folders.d/a.toml",
                "ROOT/Config/folders.d/c.toml:2:8: error: root: ROOT/tray/a is the same directory as the root of the "
                    + "folder \"a\" (ROOT/tray/a)",
            ])
    }

    @Test func wantsServiceFile() throws {
        let scratch = try ScratchConfiguration(nil, folders: ["a": folderFile()])
        #expect(
            scratch.mistakes() == [
                "ROOT/Config/papertray.toml:1:1: error: ROOT/Config/papertray.toml cannot be read: No such file or directory"
            ])
    }

    @Test func wantsFolders() throws {
        let scratch = try ScratchConfiguration()
        #expect(
            scratch.mistakes() == [
                "ROOT/Config/papertray.toml:1:1: error: there is no folder: ROOT/Config/folders.d has no file that ends "
                    + "with .toml"
            ])
    }

    @Test func saysThatDirectoryIsMissing() {
        do throws(ConfigurationMistakes) {
            _ = try Configuration.load(from: "/nonexistent/papertray")
            Issue.record("a configuration that is not there was loaded")
        } catch {
            #expect(error.all.count == 2)
            #expect(error.description.contains("papertray.toml cannot be read: No such file or directory"))
        }
    }

    @Test func refusesBytesThatAreNoText() throws {
        let scratch = try ScratchConfiguration(folders: ["a": folderFile()])
        try Directory(scratch.directory).remove("papertray.toml")
        let file = try Directory(scratch.directory).create("papertray.toml", mode: 0o644)
        try file.write([UInt8](arrayLiteral: 0x61, 0xFF, 0xFE, 0x0A))
        #expect(scratch.mistakes().count == 1)
    }

    @Test func takesTheShippedConfiguration() throws {
        let here = Path(#filePath).parent.parent.parent
        let configuration = try Configuration.load(
            from: here / "Config", serviceUser: try owner(of: here / "Config"))
        #expect(configuration.folders.map(\.name) == ["passthrough", "searchable"])
        #expect(configuration.folders.allSatisfy { $0.settle == .seconds(2) && $0.limits == Limits() })
        #expect(configuration.service.state == here / "tray/.state")
    }

    @Test func readsFileWithOneRule() throws {
        let scratch = try ScratchConfiguration()
        try scratch.write("[[rule]]\nname = \"x\"\nstep = [{ do = \"ocr\" }]\n", "one.toml")
        let expected = Rule(name: "x", match: .everything, steps: [PlannedStep("ocr")], output: nil)
        #expect(try Rule.load(from: scratch.root / "one.toml") == expected)
    }

    @Test(arguments: [
        ("", "1:1: error: the file must hold one [[rule]]"),
        (
            "[[rule]]\nmatch = { pages = 1 }\nstep = []\n[[rule]]\nstep = []",
            "1:1: error: the file must hold one [[rule]]"
        ),
        (
            "[folder]\n[[rule]]\nstep = []",
            "1:2: error: \"folder\" is not a key of a rule's file; the keys are rule"
        ),
        (
            "[[rule]]\nname = \"x\"",
            "1:1: error: the rule \"x\" has no \"step\"; to pass files through, write step = []"
        ),
    ]) func refusesFileWithoutOneRule(text: String, expected: String) throws {
        let scratch = try ScratchConfiguration()
        try scratch.write(text, "one.toml")
        do throws(ConfigurationMistakes) {
            _ = try Rule.load(from: scratch.root / "one.toml")
            Issue.record("taken: \(text)")
        } catch {
            #expect(error.all.map { scratch.withoutRoot($0.description) } == ["ROOT/one.toml:\(expected)"])
        }
    }

    private func owner(of path: Path) throws -> UInt32 { try Directory(path).status().owner }
}
