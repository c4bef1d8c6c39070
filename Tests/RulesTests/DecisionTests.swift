// Which rule takes a document, and what the others say.

internal import Documents
internal import Rules
internal import Testing

@Suite struct DecisionTests {
    private static func candidate(_ name: RawName = "in/Scan.pdf", _ change: (inout Facts) -> Void = { _ in })
        -> Candidate
    {
        var facts = Facts(type: .pdf, bytes: 5000)
        facts.pageCount = 60
        change(&facts)
        return Candidate(facts: facts, name: name)
    }

    private static func rule(_ name: String, _ match: Match) -> Rule {
        Rule(name: name, match: match, steps: [PlannedStep("ocr")], output: "{stem}.pdf")
    }

    @Test func firstRuleThatMatchesWins() {
        let rules = [
            Self.rule("small", .pages(1...50)), Self.rule("pdf", .type([.pdf])),
            Self.rule("rest", .everything),
        ]
        let plan = Plan(rule: "pdf", steps: [PlannedStep("ocr")], output: "{stem}.pdf")
        let refusal = Refusal(rule: "small", reason: "pages: 60 is not in 1..50")
        #expect(decide(rules, for: Self.candidate()) == .plan(plan, refusals: [refusal]))
    }

    @Test func tellsWhyNoRuleMatches() {
        let decision = decide(
            [Self.rule("a", .bytes(0...10)), Self.rule("b", .name("x*"))], for: Self.candidate())
        #expect(
            decision
                == .none([
                    Refusal(rule: "a", reason: "bytes: 5000 is not in ..10"),
                    Refusal(rule: "b", reason: "name: \"Scan.pdf\" does not match \"x*\""),
                ]))
        #expect(decide([], for: Self.candidate()) == .none([]))
    }

    @Test(
        arguments: [
            .type([.pdf, .png]), .name("scan.*"), .path("in"), .path("**"), .bytes(5000...5000),
            .pages(60...Int.max),
            .isEncrypted(false), .isSigned(false), .hasForm(false), .all([]), .not(.pages(0...5)),
            .any([.pages(0...5), .name("*.pdf")]), .all([.name("*.pdf"), .type([.pdf])]),
        ] as [Match]) func holds(match: Match)
    {
        #expect(reason(match, Self.candidate()) == nil)
    }

    @Test(
        arguments: [
            (.type([.png]), "type: pdf is not png"),
            (.type([.tiff, .jpeg, .png]), "type: pdf is not jpeg, png or tiff"),
            (.path("out"), "path: \"in\" does not match \"out\""),
            (.pages(61...Int.max), "pages: 60 is not in 61.."),
            (.pages(7...7), "pages: 60 is not in 7"),
            (.isEncrypted(true), "encrypted: it is false and not true"),
            (.isSigned(true), "signed: it is false and not true"),
            (.hasForm(true), "has_form: it is false and not true"),
            (.hasText(true), "has_text: it is not known"),
            (.all([.type([.pdf]), .pages(0...5), .name("x")]), "pages: 60 is not in ..5"),
            (.any([]), "any: none of them holds ()"),
            (
                .any([.pages(0...5), .hasForm(true)]),
                "any: none of them holds (pages: 60 is not in ..5; has_form: it is false and not true)"
            ),
            (
                .not(.all([.type([.pdf]), .pages(1...99)])),
                "not: it is so that type is pdf and pages are in 1..99"
            ),
        ] as [(Match, String)]) func explains(match: Match, expected: String)
    {
        #expect(reason(match, Self.candidate()) == expected)
    }

    @Test func explainsWhatIsNotKnown() {
        let locked = Self.candidate { $0.pageCount = nil }
        #expect(reason(.pages(1...5), locked) == "pages: their number is not known")
        #expect(
            reason(.hasText(false), Self.candidate { $0.hasText = true })
                == "has_text: it is true and not false")
    }

    @Test func speaksOfTheInboxItself() {
        #expect(
            reason(.path("a/*"), Self.candidate("x.pdf")) == "path: the inbox itself does not match \"a/*\"")
    }

    @Test func matchesNamesThatAreNotUTF8() {
        let name = RawName([0x52, 0xE4, 0x2E, 0x70, 0x64, 0x66])
        #expect(reason(.name("R*.pdf"), Self.candidate(name)) == nil)
    }

    private func reason(_ match: Match, _ candidate: Candidate) -> String? {
        switch decide([Self.rule("rule", match)], for: candidate) {
        case .plan: nil
        case .none(let refusals): refusals.first?.reason
        }
    }
}
