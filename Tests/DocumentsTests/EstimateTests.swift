internal import Documents
internal import Testing

@Suite struct EstimateTests {
    private func sample(
        _ pages: Int, _ milliseconds: Int, added: Int = 0, _ options: [String: OptionValue] = [:]
    ) -> StepSample {
        StepSample(
            step: PlannedStep("ocr", StepOptions(options)), pages: pages, milliseconds: milliseconds,
            bytes: 1000 + added, sourceBytes: 1000)
    }

    private func facts(text: [Int]) -> Facts {
        var facts = Facts(type: .pdf, bytes: 10_000)
        facts.pageCount = text.count
        var details = Facts.Details()
        details.pages = text.enumerated().map { index, characters in
            Facts.Page(
                number: index + 1, width: 1, height: 1, rotation: 0, textCharacters: characters, images: [])
        }
        facts.details = details
        return facts
    }

    @Test func figureIsTheMedianOfWhatWasDone() throws {
        let samples = [
            sample(1, 1000, added: 100), sample(1, 1200, added: 300), sample(1, 9000, added: 200),
            sample(4, 2000, added: 800), sample(0, 5),
        ]
        let figure = try #require(StepFigure.figures(of: samples).first)
        #expect(figure.documents == 4 && figure.onePage == 1200 && figure.perPage == 500)
        #expect(figure.milliseconds(pages: 0) == 0 && figure.milliseconds(pages: 1) == 1200)
        #expect(figure.milliseconds(pages: 10) == 5000)
        #expect(figure.addedBytes == 200)
    }

    @Test func optionsWithoutCostMakeOneFigure() {
        let samples = [
            sample(1, 1000), sample(1, 1000, ["sidecar": .text("txt"), "review_below": .number(50)]),
            sample(1, 3000, ["languages": .list([.text("chi_sim")])]),
        ]
        #expect(StepFigure.figures(of: samples).map(\.documents) == [2, 1])
    }

    @Test func nearestFigureIsTaken() {
        let chinese = ["languages": OptionValue.list([.text("chi_sim")])]
        let figures = StepFigure.figures(of: [sample(1, 1000), sample(1, 3000, chinese)])
        func pace(_ options: [String: OptionValue]) -> Double {
            StepFigure.figure(for: PlannedStep("ocr", StepOptions(options)), among: figures).onePage
        }
        #expect(pace(chinese) == 3000 && pace([:]) == 1000)
        #expect([1000, 3000].contains(pace(["deskew": .boolean(true)])))
        // A page that is made a picture costs something else.
        let forced = PlannedStep("ocr", StepOptions(["existing_text": .text("force")]))
        #expect(StepFigure.figure(for: forced, among: figures).documents == 0)
    }

    @Test func onlyPagesWithoutTextAreRead() {
        let figures = StepFigure.figures(of: [sample(2, 2000, added: 200)])
        let steps = [PlannedStep("ocr")]
        let estimate = Estimate(of: steps, for: facts(text: [0, 500, 0, 0]), figures)
        #expect(estimate.pagesToRead == 3 && estimate.seconds == 3 && estimate.bytes == 10_300)
        #expect(estimate.basis == .history && estimate.documents == 1)
        let digital = Estimate(of: steps, for: facts(text: [9, 9]), figures)
        #expect(digital.pagesToRead == 0 && digital.seconds == 0 && digital.bytes == 10_000)
        let forced = PlannedStep(
            "ocr", StepOptions(["existing_text": .text("force"), "pages": .text("1")]))
        #expect(Estimate(of: [forced], for: facts(text: [9, 9]), []).pagesToRead == 1)
    }

    @Test func builtInFiguresAreSaid() {
        let steps = [PlannedStep("convert"), PlannedStep("ocr")]
        let fresh = Estimate(of: steps, for: facts(text: [0]), [])
        #expect(fresh.basis == .builtIn && fresh.seconds > 0.5 && fresh.documents == 0)
        let figures = StepFigure.figures(of: [sample(1, 1000)])
        #expect(Estimate(of: steps, for: facts(text: [0]), figures).basis == .mixed)
    }
}
