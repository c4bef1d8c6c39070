// A ticket beside its document.

internal import Documents
@testable internal import Settings
internal import Testing

@Suite struct TicketTests {
    private let plan = Plan(
        rule: "scans",
        steps: [
            PlannedStep("ocr", StepOptions(["languages": .list([.text("eng")]), "rotate": .boolean(false)]))
        ],
        output: nil)

    private func ticket(_ text: String) throws -> Ticket { try Ticket(reading: Array(text.utf8)) }

    @Test func optionsOfTheTicketTakeThePlaceOfTheRules() throws {
        let changed = try plan.applying(ticket("[ocr]\nlanguages = [\"chi_sim\"]"), .options)
        #expect(
            changed.steps == [
                PlannedStep(
                    "ocr",
                    StepOptions(["languages": .list([.text("chi_sim")]), "rotate": .boolean(false)]))
            ])
        #expect(changed.rule == "scans")
    }

    @Test func ticketMayNotAddAStepUnlessTheRuleSaysSo() throws {
        let ticket = try ticket("[convert]\npage_size = \"a4\"")
        #expect(throws: OptionMistake.self) { try plan.applying(ticket, .options) }
        #expect(try plan.applying(ticket, .steps).steps.map(\.name) == ["convert"])
    }

    @Test(arguments: [
        (
            "[ocr]\nlanguage = [\"eng\"]",
            "line 2: \"language\" is not a key of the step ocr; did you mean \"languages\"?"
        ),
        ("[orc]", "line 1: \"orc\" is not a key of a ticket; did you mean \"ocr\"?"),
        ("ocr = 1", "line 1: ocr: 1 is not a table"),
    ]) func mistakeSaysItsLine(text: String, expected: String) {
        let mistake = #expect(throws: OptionMistake.self) { try ticket(text) }
        #expect(mistake?.message == expected)
    }

    @Test func optionsOfRuleAndTicketMustGoTogether() throws {
        let plan = Plan(rule: "scans", steps: [PlannedStep("enhance")], output: plan.output)
        let ticket = try ticket("[enhance]\ncrop = \"box\"")
        for policy in [TicketPolicy.options, .steps] {
            let mistake = #expect(throws: OptionMistake.self) { try plan.applying(ticket, policy) }
            #expect(mistake?.message == "enhance: crop = \"box\" needs crop_box")
        }
    }

    @Test func textThatIsNoTOMLIsAMistake() {
        #expect(throws: OptionMistake.self) { try ticket("[ocr") }
    }
}
