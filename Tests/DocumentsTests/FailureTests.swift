// The message catalogue: every reason in every language, with the same places, and operands put in as they are.

internal import Documents
internal import FoundationEssentials
internal import Testing

@Suite struct FailureTests {
    /// The numbers of the places `{n}` in a sentence.
    private static func places(in text: String) -> Set<Int> {
        Set((0..<10).filter { text.contains("{\($0)}") })
    }

    private static func filled(_ reason: Reason) -> Failure {
        let text = "{\"reason\":\"\(reason.rawValue)\",\"operands\":[\"OP0\",\"OP1\",\"OP2\"]}"
        do { return try JSONDecoder().decode(Failure.self, from: Data(text.utf8)) } catch {
            return Failure(reason)
        }
    }

    @Test(arguments: Reason.allCases, Language.allCases)
    func everySentenceIsThereAndFilled(reason: Reason, language: Language) {
        let failure = Self.filled(reason)
        for text in [failure.message(in: language), failure.action(in: language)] {
            #expect(!text.isEmpty && !text.contains("{") && !text.contains("}"), "\(text)")
        }
    }

    @Test(arguments: Reason.allCases, [Language.simplifiedChinese, .traditionalChinese])
    func translationsUseTheSamePlaces(reason: Reason, language: Language) {
        let (english, other) = (reason.sentences(in: .english), reason.sentences(in: language))
        #expect(Self.places(in: other.message) == Self.places(in: english.message))
        #expect(Self.places(in: other.action) == Self.places(in: english.action))
        #expect(other.message != english.message && other.action != english.action)
    }

    @Test(arguments: Reason.allCases) func placesAreNumberedWithoutAGap(reason: Reason) {
        let sentences = reason.sentences(in: .english)
        let used = Self.places(in: sentences.message).union(Self.places(in: sentences.action))
        #expect(used == Set(0..<used.count))
    }

    @Test(arguments: Reason.allCases, Language.allCases)
    func commandsAndKeysStayUntranslated(reason: Reason, language: Language) {
        func quoted(_ text: String) -> Set<Substring> {
            Set(
                text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter {
                    $0.offset % 2 == 1
                }.map(\.element))
        }
        let english = quoted(reason.sentences(in: .english).action)
        #expect(quoted(reason.sentences(in: language).action) == english)
    }

    @Test func chineseTextsDiffer() {
        let alike = Reason.allCases.filter {
            $0.sentences(in: .simplifiedChinese).message == $0.sentences(in: .traditionalChinese).message
        }
        #expect(alike.count < 6)
    }

    /// A document may be called anything.
    @Test func namesThatLookLikePlacesStayAsTheyAre() {
        let failure = Failure(.damaged, "{1}.pdf", "{0}")
        #expect(failure.message() == "{1}.pdf is damaged: {0}.")
    }

    @Test func missingOperandStaysVisible() {
        #expect(Failure(.damaged, "a.pdf").message() == "a.pdf is damaged: {1}.")
    }

    @Test func everyCodeHasAReason() {
        #expect(Set(Reason.allCases.map(\.code)) == Set(FailureCode.allCases))
    }

    @Test(
        arguments: [
            (.insufficientStorage, true), (.inputOutput, true), (.targetUnreachable, true),
            (.interrupted, true),
            (.damaged, false), (.crashed, false), (.noRule, false), (.nameTaken, false), (.cancelled, false),
        ] as [(Reason, Bool)]) func onlyWhatMayPassIsTriedAgain(reason: Reason, isTransient: Bool)
    {
        #expect(Failure(reason, "a").isTransient == isTransient)
    }

    @Test func codesReadAsTheyAreDocumented() {
        let documented = """
            password-required password-incorrect unsupported-type unsupported-pdf unsupported-encryption damaged \
            incomplete no-pages signed-document dynamic-form no-rule duplicate too-large timeout out-of-memory \
            crashed \
            insufficient-storage permission-denied file-unavailable validation-failed target-unreachable cancelled \
            interrupted invalid-ticket invalid-correction
            """
        #expect(
            Set(FailureCode.allCases.map(\.rawValue))
                == Set(documented.split(separator: " ").map(String.init)))
    }

    @Test func survivesJSON() throws {
        let failure = Failure(.tooManyBytes, "a \"b\".pdf", "12", "10")
        let data = try JSONEncoder().encode(failure)
        #expect(try JSONDecoder().decode(Failure.self, from: data) == failure)
    }
}
