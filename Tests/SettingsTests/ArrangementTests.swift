// Unsafe arrangements: trees that overlap, by name and through links, and configurations that others can write.

internal import Platform
@testable internal import Settings
internal import Testing

@Suite struct ArrangementTests {
    @Test(arguments: [
        (
            "inbox = \".\"",
            "inbox: ROOT/tray/a must lie below the folder's root ROOT/tray/a, on the same mount"
        ),
        (
            "inbox = \"/srv/in\"",
            "inbox: /srv/in must lie below the folder's root ROOT/tray/a, on the same mount"
        ),
        (
            "inbox = \".papertray/x\"",
            "inbox: ROOT/tray/a/.papertray/x lies inside the folder's work directory ROOT/tray/a/.papertray"
        ),
        (
            "outbox = \"inbox\"",
            "outbox: ROOT/tray/a/inbox is the same directory as the folder's inbox ROOT/tray/a/inbox"
        ),
        (
            "inbox = \"outbox/in\"",
            "inbox: ROOT/tray/a/outbox/in lies inside the folder's outbox ROOT/tray/a/outbox"
        ),
        (
            "outbox = \"inbox/done\"",
            "outbox: ROOT/tray/a/inbox/done lies inside the folder's inbox ROOT/tray/a/inbox"
        ),
        (
            "quarantine = \"outbox/bad\"",
            "quarantine: ROOT/tray/a/outbox/bad lies inside the folder's outbox ROOT/tray/a/outbox"
        ),
        (
            "archive = \"outbox\"",
            "archive: ROOT/tray/a/outbox is the same directory as the folder's outbox ROOT/tray/a/outbox"
        ),
        (
            "archive = \".papertray\"",
            "archive: ROOT/tray/a/.papertray is the same directory as the folder's work directory ROOT/tray/a/.papertray"
        ),
        ("root = \"..\"", "root: ROOT contains the configuration directory ROOT/Config"),
        (
            "root = \"../Config/data\"",
            "root: ROOT/Config/data lies inside the configuration directory ROOT/Config"
        ),
        (
            "outbox = \"../../Config\"",
            "outbox: ROOT/Config is the same directory as the configuration directory ROOT/Config"
        ),
        (
            "root = \".state\"",
            "root: ROOT/tray/.state is the same directory as the state directory ROOT/tray/.state"
        ),
        ("root = \".state/a\"", "root: ROOT/tray/.state/a lies inside the state directory ROOT/tray/.state"),
        (
            "archive = \"../.state/old\"",
            "archive: ROOT/tray/.state/old lies inside the state directory ROOT/tray/.state"
        ),
    ]) func refusesOneFolder(written: String, expected: String) throws {
        let scratch = try ScratchConfiguration(folders: ["a": folderFile(written)])
        let column =
            (written.firstIndex(of: "\"").map { written.distance(from: written.startIndex, to: $0) } ?? 0) + 1
        #expect(
            scratch.mistakes().contains("ROOT/Config/folders.d/a.toml:2:\(column): error: \(expected)"),
            "\(scratch.mistakes())")
    }

    @Test(arguments: [
        (
            "root = \"a\"", "2:8",
            "root: ROOT/tray/a is the same directory as the root of the folder \"a\" (ROOT/tray/a)"
        ),
        (
            "root = \"a/outbox\"", "2:8",
            "root: ROOT/tray/a/outbox lies inside the root of the folder \"a\" (ROOT/tray/a)"
        ),
        (
            "outbox = \"../a/inbox\"", "2:10",
            "outbox: ROOT/tray/a/inbox lies inside the root of the folder \"a\" (ROOT/tray/a)"
        ),
        (
            "archive = \"../a\"", "2:11",
            "archive: ROOT/tray/a is the same directory as the root of the folder \"a\" (ROOT/tray/a)"
        ),
        ("root = \".\"", "2:8", "root: ROOT/tray contains the root of the folder \"a\" (ROOT/tray/a)"),
    ]) func refusesTwoFolders(written: String, place: String, expected: String) throws {
        let scratch = try ScratchConfiguration(
            "[service]\nstate = \"state\"", folders: ["a": folderFile(), "b": folderFile(written)])
        #expect(scratch.mistakes() == ["ROOT/Config/folders.d/b.toml:\(place): error: \(expected)"])
    }

    @Test func blamesTheFolderWhosePlaceIsOutside() throws {
        let scratch = try ScratchConfiguration(folders: [
            "a": folderFile("outbox = \"../b/inbox\""), "b": folderFile(),
        ])
        #expect(
            scratch.mistakes() == [
                "ROOT/Config/folders.d/a.toml:2:10: error: outbox: ROOT/tray/b/inbox lies inside the root of the folder "
                    + "\"b\" (ROOT/tray/b)"
            ])
    }

    @Test(arguments: [
        ("state = \"Config/state\"", "lies inside"), ("state = \".\"", "contains"),
        ("state = \"Config\"", "is the same directory as"),
    ]) func refusesStateAtTheConfiguration(written: String, how: String) throws {
        let scratch = try ScratchConfiguration(
            "[service]\n\(written)", folders: ["a": folderFile("root = \"/srv/papertray-a\"")])
        let mistakes = scratch.mistakes()
        #expect(mistakes.count == 1)
        #expect(mistakes.first?.hasPrefix("ROOT/Config/papertray.toml:2:9: error: state: ROOT") == true)
        #expect(mistakes.first?.contains("\(how) the configuration directory ROOT/Config") == true)
    }

    @Test func refusesStateInsideFolder() throws {
        let scratch = try ScratchConfiguration(
            "[service]\nstate = \"tray/a/state\"", folders: ["a": folderFile()])
        #expect(
            scratch.mistakes() == [
                "ROOT/Config/folders.d/a.toml:1:1: error: root: ROOT/tray/a contains the state directory "
                    + "ROOT/tray/a/state"
            ])
    }

    @Test func seesThroughLinks() throws {
        let scratch = try ScratchConfiguration(folders: ["a": folderFile(), "b": folderFile()])
        try scratch.makeDirectory("tray/a/outbox/deep")
        try scratch.link("tray/b", to: "a/outbox/deep")
        #expect(
            scratch.mistakes() == [
                "ROOT/Config/folders.d/b.toml:1:1: error: root: ROOT/tray/b lies inside the root of the folder \"a\" "
                    + "(ROOT/tray/a)"
            ])
    }

    @Test func seesThroughLinksAbovePlacesThatAreMissing() throws {
        let scratch = try ScratchConfiguration(folders: [
            "a": folderFile("outbox = \"../../shortcut/new/out\"")
        ])
        try scratch.makeDirectory("tray/a/inbox")
        try scratch.link("shortcut", to: "tray/a/inbox")
        #expect(
            scratch.mistakes() == [
                "ROOT/Config/folders.d/a.toml:2:10: error: outbox: ROOT/shortcut/new/out lies inside the folder's inbox "
                    + "ROOT/tray/a/inbox"
            ])
    }

    @Test func takesSharedOutboxOutsideAllFolders() throws {
        let folder = folderFile("outbox = \"../out\"")
        let scratch = try ScratchConfiguration(folders: ["a": folder, "b": folder])
        #expect(scratch.mistakes() == [])
    }

    @Test(
        arguments: [
            ("Config", 0o775, "papertray.toml", "its group", "g-w"),
            ("Config", 0o757, "papertray.toml", "everybody", "o-w"),
            ("Config/folders.d", 0o777, "papertray.toml", "everybody", "go-w"),
            ("Config/papertray.toml", 0o664, "papertray.toml", "its group", "g-w"),
            ("Config/folders.d/a.toml", 0o666, "folders.d/a.toml", "everybody", "go-w"),
        ] as [(String, UInt32, String, String, String)])
    func refusesWhatOthersCanWrite(path: String, mode: UInt32, file: String, who: String, change: String)
        throws
    {
        let scratch = try ScratchConfiguration(folders: ["a": folderFile()])
        try scratch.change(path, mode: mode)
        #expect(
            scratch.mistakes() == [
                "ROOT/Config/\(file):1:1: error: ROOT/\(path) can be written by \(who); run: chmod \(change) ROOT/\(path)"
            ])
    }

    @Test func judgesTheOwner() throws {
        let scratch = try ScratchConfiguration()
        let status = try Directory(scratch.directory).status()
        #expect(Permissions.mistake(status, path: "Config", serviceUser: status.owner) == nil)
        let mistake = Permissions.mistake(status, path: "it's", serviceUser: status.owner + 1)
        let expected =
            "it's belongs to user \(status.owner), who is neither root nor the service's user and could change it; "
            + "run: chown root 'it'\\''s'"
        #expect(mistake == (status.owner == 0 ? nil : expected))
    }
}
