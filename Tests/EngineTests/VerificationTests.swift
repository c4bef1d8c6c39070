internal import Documents
internal import Foundation
internal import Testing

@Suite struct VerificationTests {
    private func verify(_ fixture: String, pages: Int) throws {
        let file = StepFile(path: "source", type: .pdf, pages: pages)
        _ = try JobFolder(fixture).run(.verify(Verification(file: file, firstPage: 1, lastPage: pages)))
    }

    @Test func soundResultPasses() throws {
        try verify("english-scan.pdf", pages: 2)
    }

    @Test(arguments: [
        ("english-scan.pdf", 3), ("broken-xref.pdf", 1), ("damaged.pdf", 1), ("encrypted.pdf", 1),
    ])
    func unsoundResultIsNotPublished(fixture: String, pages: Int) throws {
        let failure = try #require(throws: Failure.self) { try verify(fixture, pages: pages) }
        #expect(failure.reason == .validationFailed)
    }

    @Test(arguments: ["../source", "/etc/passwd", "a/../../b"])
    func pathsOutsideOfTheJobAreRefused(path: String) throws {
        let failure = try #require(throws: Failure.self) {
            try JobFolder("scan.jpg").run(.identify(path: path, wantsText: false, wantsDetails: false))
        }
        #expect(failure.code == .fileUnavailable || failure.code == .permissionDenied)
    }
}
