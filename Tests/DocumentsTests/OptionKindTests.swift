// From written values to checked ones: one judge for TOML and the command line.

internal import Documents
internal import FoundationEssentials
internal import Testing

@Suite struct OptionKindTests {
    private static let languages = OptionKind.list(of: .choice(["eng", "chi_sim"]), minimumCount: 1)

    @Test(
        arguments: [
            (.boolean, .boolean(true), .boolean(true)), (.integer(1...9), .integer(9), .integer(9)),
            (.number(0...1), .integer(1), .number(1)), (.number(0...1), .number(0.5), .number(0.5)),
            (.length(0...720), .integer(12), .number(12)), (.length(0...720), .text("1in"), .number(72)),
            (.length(0...720), .text("12"), .number(12)), (.text, .text(""), .text("")),
            (.pages, .text("1-3,odd"), .text("1-3,odd")), (.pages, .integer(4), .text("4")),
            (.choice(["a4", "letter"]), .text("a4"), .text("a4")),
            (languages, .list([.text("chi_sim")]), .list([.text("chi_sim")])),
            (
                .list(of: .length(0...9), minimumCount: 0), .list([.text("3pt"), .integer(2)]),
                .list([.number(3), .number(2)])
            ),
        ] as [(OptionKind, OptionValue, OptionValue)])
    func checkBringsValuesToCanonicalForm(kind: OptionKind, value: OptionValue, canonical: OptionValue) throws
    {
        #expect(try kind.check(value) == canonical)
    }

    @Test(
        arguments: [
            (.boolean, .text("true"), "a string is not true or false"),
            (.integer(1...9), .integer(10), "10 is not a whole number from 1 to 9"),
            (.integer(1...9), .number(2), "a number is not a whole number from 1 to 9"),
            (.number(0...1), .number(1.5), "1.5 is not a number from 0.0 to 1.0"),
            (.number(0...1), .number(.nan), "nan is not a number from 0.0 to 1.0"),
            (.text, .integer(1), "a whole number is not a string"),
            (.pages, .text("x"), "\"x\" is not a page range such as \"1-3,7,r2-z\" or \"odd\""),
            (.pages, .integer(0), "\"0\" is not a page range such as \"1-3,7,r2-z\" or \"odd\""),
            (
                .choice(["a4", "letter"]), .text("lettre"),
                "\"lettre\" is not one of \"a4\", \"letter\"; did you mean \"letter\"?"
            ),
            (languages, .list([]), "at least 1 value is needed"),
            (languages, .text("eng"), "a string is not a list, each one of \"eng\", \"chi_sim\""),
            (languages, .list([.integer(1)]), "a whole number is not one of \"eng\", \"chi_sim\""),
        ] as [(OptionKind, OptionValue, String)])
    func checkSaysWhatIsAllowed(kind: OptionKind, value: OptionValue, message: String) {
        #expect(throws: OptionMistake(message)) { try kind.check(value) }
    }

    @Test(arguments: ["-1", "721", "5furlongs", "", "nan", "inf", "mm"])
    func refusesLength(text: String) {
        #expect(throws: OptionMistake.self) { try OptionKind.length(0...720).check(.text(text)) }
    }

    @Test(
        arguments: [
            (.boolean, "true", .boolean(true)), (.integer(10...2400), "300", .integer(300)),
            (.number(0...1), "0.25", .number(0.25)),
            (languages, "chi_sim,eng", .list([.text("chi_sim"), .text("eng")])),
            (.length(0...720), "5 mm", .number(5 * 72 / 25.4)), (.pages, "r2-z", .text("r2-z")),
            (.text, "a,b", .text("a,b")),
        ] as [(OptionKind, String, OptionValue)])
    func parsesTheCommandLine(kind: OptionKind, text: String, value: OptionValue) throws {
        #expect(try kind.parse(text) == value)
    }

    @Test(
        arguments: [
            (.boolean, "yes"), (.integer(10...2400), "9"), (.integer(10...2400), "ten"),
            (.number(0...1), "2"),
            (.number(0...1), "half"), (languages, ""), (languages, "eng,deu"), (.choice(["a4"]), "A4"),
        ] as [(OptionKind, String)])
    func parseRefuses(kind: OptionKind, text: String) {
        #expect(throws: OptionMistake.self) { try kind.parse(text) }
    }

    @Test(arguments: StepCatalogue.all.flatMap(\.options))
    func everyDeclaredDefaultIsAllowed(option: OptionDeclaration) throws {
        guard let value = option.defaultValue else { return }
        #expect(try option.kind.check(value) == value)
        #expect(try option.kind.parse(value.written) == value)
        #expect(!option.help.hasSuffix(".") && !option.help.contains("\n"))
        #expect(!option.flag.contains("_"))
    }

    @Test(
        arguments: [
            .boolean(false), .integer(1), .integer(0), .number(0.5), .text("1"), .text("true"),
            .list([.text("eng")]), .list([]),
        ] as [OptionValue]) func keepsItsKindThroughJSON(value: OptionValue) throws
    {
        let data = try JSONEncoder().encode(StepOptions(["key": value]))
        #expect(try JSONDecoder().decode(StepOptions.self, from: data) == StepOptions(["key": value]))
    }

    /// A finished step is recognised by equal options, some read from the ledger and some fresh from the rule.
    @Test(arguments: [12.0, 0]) func wholeLengthStaysEqualThroughJSON(points: Double) throws {
        let options = StepOptions(["margin": try OptionKind.length(0...720).check(.number(points))])
        let data = try JSONEncoder().encode(options)
        #expect(try JSONDecoder().decode(StepOptions.self, from: data) == options)
    }

    @Test func optionsFallBackToTheirDefaults() {
        let options = ConvertOptions(StepOptions(["dpi": .integer(300), "page_size": .text("a4")]))
        #expect(options.dpi == 300 && options.pageSize == .a4 && options.margin == 0)
        let ocr = OCROptions(StepOptions())
        #expect(ocr.languages == ["eng"] && ocr.rotates && ocr.pages == nil)
    }
}
