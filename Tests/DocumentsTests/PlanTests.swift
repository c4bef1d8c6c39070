// A conversion is put in exactly where the first step cannot read the document.

internal import Documents
internal import Testing

@Suite struct PlanTests {
    private let convert = PlannedStep("convert")
    private let ocr = PlannedStep("ocr", StepOptions(["languages": .list([.text("chi_sim")])]))

    private func steps(_ steps: [PlannedStep], for type: FileType) -> [PlannedStep] {
        Plan(rule: "r", steps: steps, output: nil).steps(for: type)
    }

    @Test(arguments: FileType.documents.filter(\.isImage))
    func picturesAreConvertedBeforeAStepThatReadsOnlyPDF(type: FileType) {
        #expect(steps([ocr], for: type) == [convert, ocr])
    }

    @Test func pdfIsNotConverted() {
        #expect(steps([ocr], for: .pdf) == [ocr])
    }

    @Test(arguments: FileType.documents) func orderedConversionIsNotDoubled(type: FileType) {
        let ordered = PlannedStep("convert", StepOptions(["page_size": .text("a4")]))
        #expect(steps([ordered, ocr], for: type) == [ordered, ocr])
    }

    @Test(arguments: FileType.documents) func passingThroughConvertsNothing(type: FileType) {
        #expect(steps([], for: type).isEmpty)
    }

    @Test func unknownStepIsLeftToTheWorker() {
        #expect(steps([PlannedStep("fold")], for: .png) == [PlannedStep("fold")])
    }
}
