// Every diagnostic of a folder's keys, with its place.

internal import Testing

@Suite struct KeyMistakeTests {
    @Test(arguments: [
        (
            "settle = \"2x\"",
            "2:10 settle: \"2x\" is not a duration from 0s to 1h, such as \"500ms\", \"2s\", \"30m\" or \"1h\""
        ),
        (
            "settle = 2",
            "2:10 settle: 2 is not a duration from 0s to 1h, such as \"500ms\", \"2s\", \"30m\" or \"1h\""
        ),
        (
            "settle = \"2h\"",
            "2:10 settle: \"2h\" is not a duration from 0s to 1h, such as \"500ms\", \"2s\", \"30m\" or \"1h\""
        ),
        ("setle = \"2s\"", "2:1 \"setle\" is not a key of [folder]; did you mean \"settle\"?"),
        (
            "originals = \"archiv\"",
            "2:13 originals: \"archiv\" is not one of \"archive\", \"delete\", \"keep\"; did you mean \"archive\"?"
        ),
        ("originals = true", "2:13 originals: true is not one of \"archive\", \"delete\", \"keep\""),
        (
            "signed = \"ignore\"",
            "2:10 signed: \"ignore\" is not one of \"quarantine\", \"copy\", \"invalidate\""
        ),
        ("on_conflict = \"overwrite\"", "2:15 on_conflict: \"overwrite\" is not one of \"number\", \"fail\""),
        (
            "language = \"de\"",
            "2:12 language: \"de\" is not one of \"en\", \"zh-Hans\", \"zh-Hant\"; did you mean \"en\"?"
        ),
        ("recursive = \"yes\"", "2:13 recursive: \"yes\" is not true or false"),
        ("recursive = 2024-01-01", "2:13 recursive: a date is not true or false"),
        (
            "watch = \"poll\"",
            "2:9 watch: \"poll\" is not \"auto\", \"events\" or \"poll:\" with a duration from 100ms to 24h, such as \"poll:30s\""
        ),
        (
            "watch = \"poll:2d\"",
            "2:9 watch: \"poll:2d\" is not \"auto\", \"events\" or \"poll:\" with a duration from 100ms to 24h, such as \"poll:30s\""
        ),
        (
            "name = \"a/b\"",
            "2:8 name: \"a/b\" is not a name of 1 to 100 bytes without \"/\", control characters or a dot at its start"
        ),
        (
            "name = \"\"",
            "2:8 name: \"\" is not a name of 1 to 100 bytes without \"/\", control characters or a dot at its start"
        ),
        ("root = \"\"", "2:8 root: a path must not be empty"),
        ("root = \"~/scans\"", "2:8 root: \"~/scans\": ~ has no meaning here; write the whole path"),
        ("outbox = \"a\\u0000b\"", "2:10 outbox: a path must not contain control characters"),
        ("outbox = [\"a\"]", "2:10 outbox: a list is not a path"),
    ]) func explainsWrongKey(written: String, expected: String) throws {
        #expect(try keyMistakes(written) == [expected])
    }

    @Test(arguments: [
        (
            "batch = \"files\"",
            "2:9 batch: \"files\" is not \"file\", \"directory\" or \"group:\" with a pattern, such as \"group:{stem}-*\""
        ),
        (
            "batch = \"group:scan-*\"",
            "2:9 batch: \"scan-*\" must hold {stem} once, for what the names of a group share"
        ),
        (
            "batch = \"group:{stem}\"",
            "2:9 batch: \"{stem}\" puts every file in a group of its own; write batch = \"file\""
        ),
        (
            "batch = \"directory\"\nrecursive = false",
            "2:9 batch: \"directory\" needs recursive = true, since its batches are folders"
        ),
        (
            "done_file = \"READY\"",
            "2:13 done_file: \"READY\" says nothing of a document; put {name} or {stem} in it, or set batch = \"directory\""
        ),
        ("done_file = \"{name}\"", "2:13 done_file: \"{name}\" is the name of the document itself"),
        (
            "duplicates = \"skp\"",
            "2:14 duplicates: \"skp\" is not one of \"process\", \"skip\", \"quarantine\"; did you mean \"skip\"?"
        ),
        (
            "hours = \"18-6\"",
            "2:9 hours: \"18-6\" is not one or more windows of a day, such as \"18:00-06:00\" or \"06:00-08:00, 18:00-22:00\""
        ),
        (
            "priority = \"urgent\"",
            "2:12 priority: \"urgent\" is not one of \"low\", \"normal\", \"high\""
        ),
    ]) func explainsWrongWayOfWorking(written: String, expected: String) throws {
        #expect(try keyMistakes(written) == [expected])
    }

    @Test(arguments: [
        "batch = \"file\"", "batch = \"directory\"", "batch = \"group:{stem}-*\"", "tickets = true",
        "done_file = \"{name}.done\"", "batch = \"directory\"\ndone_file = \"READY\"",
        "duplicates = \"skip\"",
        "priority = \"high\"", "hours = \"18:00-06:00\"", "hours = \"06:00-08:00, 22:30-24:00\"",
        "settle = \"0s\"", "watch = \"poll:30s\"", "name = \"发票\"",
    ])
    func takesRightKey(written: String) throws {
        #expect(try keyMistakes(written) == [])
    }

    @Test(arguments: [
        (
            "bytes = \"2XB\"",
            "2:20 bytes: \"2XB\" is not a size from 1B to 1TB, such as \"500MB\", \"2GB\" or \"64KiB\""
        ),
        (
            "bytes = -1",
            "2:20 bytes: -1 is not a size from 1B to 1TB, such as \"500MB\", \"2GB\" or \"64KiB\""
        ),
        (
            "bytes = 1.5",
            "2:20 bytes: 1.5 is not a size from 1B to 1TB, such as \"500MB\", \"2GB\" or \"64KiB\""
        ),
        ("pages = 0", "2:20 pages: 0 is not a whole number from 1 to 1000000"),
        ("pages = \"5\"", "2:20 pages: \"5\" is not a whole number from 1 to 1000000"),
        (
            "memory = \"1MB\"",
            "2:21 memory: \"1MB\" is not a size from 16MB to 1TB, such as \"500MB\", \"2GB\" or \"64KiB\""
        ),
        ("attempts = true", "2:23 attempts: true is not a whole number from 1 to 100"),
        ("page = 5", "2:12 \"page\" is not a key of limits; did you mean \"pages\"?"),
    ]) func explainsWrongLimit(written: String, expected: String) throws {
        #expect(try keyMistakes("limits = { \(written) }") == [expected])
    }

    @Test func explainsLimitsThatAreNoTable() throws {
        #expect(try keyMistakes("limits = 5") == ["2:10 limits: 5 is not a table"])
    }

    @Test func namesTheKeysWhereNoneIsNear() throws {
        let mistakes = try keyMistakes("limits = { something = 5 }")
        let keys = "bytes, pages, time, page_time, memory, attempts, pixels"
        #expect(mistakes == ["2:12 \"something\" is not a key of limits; the keys are \(keys)"])
    }

    @Test(arguments: [
        ("", "1:1 [folder] is missing"),
        ("folder = 1", "1:10 folder: 1 is not a table"),
        ("[folder]\n[rule]\nstep = []", "2:1 rule: a table is not a list of rules; write [[rule]]"),
        (
            "[folder]\n[[rules]]\nstep = []",
            "2:3 \"rules\" is not a key of a folder's file; did you mean \"rule\"?"
        ),
        ("rule = [1]\n[folder]", "1:9 rule: 1 is not a table; write [[rule]]"),
    ]) func explainsWrongFile(written: String, expected: String) throws {
        #expect(try folderMistakes(written) == [expected])
    }
}
