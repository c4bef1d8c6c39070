// Every diagnostic of a rule: matches, steps, output templates, and rules beside each other.

internal import Documents
@testable internal import Settings
internal import Testing

@Suite struct RuleMistakeTests {
    @Test(arguments: [
        (
            "type = \"pfd\"",
            "2:18 type: \"pfd\" is not one of \"pdf\", \"jpeg\", \"png\", \"tiff\", \"heic\", \"image\"; did you mean \"pdf\"?"
        ),
        (
            "type = [\"pdf\", 5]",
            "2:26 type: 5 is not one of \"pdf\", \"jpeg\", \"png\", \"tiff\", \"heic\", \"image\""
        ),
        ("type = []", "2:18 type: at least one value is needed"),
        ("name = \"a/*.pdf\"", "2:18 name: \"a/*.pdf\" never fits a name; folders are matched by path"),
        ("name = \"\"", "2:18 name: \"\" is not a pattern such as \"*invoice*\""),
        (
            "pages = \"x\"",
            "2:19 pages: \"x\" is not a number or a range such as \"1..50\", \"10..\" or \"..5\""
        ),
        (
            "pages = \"..\"",
            "2:19 pages: \"..\" is not a number or a range such as \"1..50\", \"10..\" or \"..5\""
        ),
        ("pages = \"50..1\"", "2:19 pages: \"50..1\" is empty: its lower end is above its upper end"),
        ("pages = -1", "2:19 pages: -1 is not a number or a range such as \"1..50\", \"10..\" or \"..5\""),
        ("bytes = \"1MB..1kB\"", "2:19 bytes: \"1MB..1kB\" is empty: its lower end is above its upper end"),
        (
            "bytes = \"1..2..3\"",
            "2:19 bytes: \"1..2..3\" is not a size or a range such as \"1MB..2GB\", \"64KiB..\" or \"..500MB\""
        ),
        ("encrypted = 1", "2:23 encrypted: 1 is not true or false"),
        ("has_txt = true", "2:11 \"has_txt\" is not a key of match; did you mean \"has_text\"?"),
        ("text = \"x\"", "2:18 text: conditions on the text are not available in this version"),
        ("any = []", "2:17 any: at least one value is needed"),
        (
            "any = [{ pages = 1 }, { page = 1 }]",
            "2:35 \"page\" is not a key of match; did you mean \"pages\"?"
        ),
        ("any = [1]", "2:18 any: 1 is not a table"),
        ("all = { pages = 1 }", "2:17 all: a table is not a list, each a table"),
        ("not = {}", "2:17 a condition needs at least one key"),
    ]) func explainsWrongMatch(written: String, expected: String) throws {
        #expect(try ruleMistakes("match = { \(written) }\nstep = []") == [expected])
    }

    @Test(arguments: [
        ("{ do = \"orc\" }", "2:16 do: \"orc\" is not a step; did you mean \"ocr\"?"),
        ("{ do = \"levitate\" }", "2:16 do: \"levitate\" is not a step; the steps are \(steps)"),
        ("{ do = 5 }", "2:16 do: 5 is not a step; the steps are \(steps)"),
        ("{ languages = [\"eng\"] }", "2:9 \"do\" is missing; it names the step: \(steps)"),
        ("\"ocr\"", "2:9 step: \"ocr\" is not a table such as { do = \"ocr\" }"),
        (
            "{ do = \"ocr\", language = [\"eng\"] }",
            "2:23 \"language\" is not a key of the step ocr; did you mean \"languages\"?"
        ),
        (
            "{ do = \"ocr\", languages = [\"eng\", \"chi\"] }",
            "2:43 languages: \"chi\" is not one of \"eng\", \"chi_sim\", \"chi_tra\""
        ),
        ("{ do = \"ocr\", languages = [] }", "2:35 languages: at least 1 value is needed"),
        ("{ do = \"ocr\", rotate = \"yes\" }", "2:32 rotate: a string is not true or false"),
        ("{ do = \"ocr\", rotate = {} }", "2:32 rotate: a table is not true or false"),
        (
            "{ do = \"enhance\", crop = \"box\" }",
            "2:9 enhance: crop = \"box\" needs crop_box"
        ),
        (
            "{ do = \"enhance\", crop = \"box\", crop_box = [1, 2, 3, 4, 5] }",
            "2:9 enhance: crop_box: 5 values are not 4"
        ),
        ("{ do = \"convert\", dpi = 5 }", "2:33 dpi: 5 is not a whole number from 10 to 2400"),
    ]) func explainsWrongStep(written: String, expected: String) throws {
        let mistakes = try ruleMistakes("step = [\(written)]")
        #expect(mistakes.count == 1)
        #expect(mistakes.first?.hasPrefix(expected) == true, "\(mistakes)")
    }

    private static let steps = StepCatalogue.all.map(\.name).joined(separator: ", ")

    @Test(arguments: [
        ("/srv/{stem}.pdf", "\"/srv/{stem}.pdf\" is absolute; an output template is a path below the outbox"),
        ("../{stem}.pdf", "\"../{stem}.pdf\" must not contain \"..\"; a result stays below the outbox"),
        (
            "a/../../{stem}.pdf",
            "\"a/../../{stem}.pdf\" must not contain \"..\"; a result stays below the outbox"
        ),
        ("a/./b.pdf", "\"a/./b.pdf\" must not contain \".\"; a result stays below the outbox"),
        ("a//b.pdf", "\"a//b.pdf\" has an empty component"),
        ("a/", "\"a/\" ends with \"/\" and names no file"),
        ("", "an output template must not be empty"),
        (".{stem}", "\".{stem}\" would be hidden: a component must not begin with \".\""),
        ("{stm}.pdf", "{stm} is not a variable of output names; did you mean {stem}?"),
        ("{stem", "\"{\" without \"}\"; a brace itself is written \"{{\""),
        ("stem}", "\"}\" without \"{\"; a brace itself is written \"}}\""),
        ("{stem:3}", "{stem} takes no format"),
        ("{counter:x}", "{counter:x} is not a number of digits such as {counter:03}"),
        ("{date:yyyy/MM}", "{date:yyyy/MM}: write folders as {date:yyyy}/{date:MM}"),
        ("{date:YYYY}", "{date:YYYY}: \"YYYY\" is not one of yyyy, yy, MM, M, dd, d, HH, H, mm, ss"),
    ]) func explainsWrongTemplate(template: String, expected: String) throws {
        #expect(try ruleMistakes("output = \"\(template)\"\nstep = []") == ["2:10 output: \(expected)"])
    }

    @Test(arguments: [
        "{stem}.{ext}", "{date:yyyy-MM}/{folder}/{rule}-{counter:03}.pdf",
        "{{{title}}} {pages} {sha8} {part}",
    ])
    func takesRightTemplate(template: String) throws {
        #expect(try ruleMistakes("output = \"\(template)\"\nstep = []") == [])
    }

    @Test func wantsStepsToBeNamed() throws {
        let expected = "1:1 the rule \"a\" has no \"step\"; to pass files through, write step = []"
        #expect(try ruleMistakes("name = \"a\"") == [expected])
    }

    @Test func readsWhatATicketMayChange() throws {
        #expect(try ruleMistakes("ticket = \"steps\"\nstep = []") == [])
        #expect(
            try ruleMistakes("ticket = \"all\"\nstep = []") == [
                "2:10 ticket: \"all\" is not one of \"options\", \"steps\""
            ])
    }

    @Test func refusesSameNameTwice() throws {
        let rules =
            "[[rule]]\nname = \"a\"\nmatch = { pages = 1 }\nstep = []\n[[rule]]\nname = \"a\"\nstep = []\n"
        #expect(
            try folderMistakes(folderFile(rules: rules)) == ["9:8 the rule name \"a\" is taken in line 5"])
    }

    @Test func refusesRulesThatAreNeverReached() throws {
        let rules =
            "[[rule]]\nname = \"all\"\nstep = []\n[[rule]]\nname = \"b\"\nstep = []\n[[rule]]\nstep = []\n"
        let why = "before it has no match and takes everything"
        #expect(
            try folderMistakes(folderFile(rules: rules)) == [
                "8:8 the rule \"b\" is never reached: \"all\" \(why)",
                "10:1 the rule \"rule 3\" is never reached: \"all\" \(why)",
            ])
    }

    @Test func blamesNoRuleAfterWrongMatch() throws {
        let rules = "[[rule]]\nmatch = { page = 1 }\nstep = []\n[[rule]]\nstep = []\n"
        #expect(try folderMistakes(folderFile(rules: rules)).count == 1)
    }
}
