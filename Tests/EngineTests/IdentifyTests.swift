internal import Documents
internal import Foundation
internal import Testing

@Suite struct IdentifyTests {
    @Test(arguments: [
        ("scan.jpg", FileType.jpeg, 1), ("scan.png", .png, 1), ("frames.tiff", .tiff, 3),
        ("phone.heic", .heic, 1),
        ("digital.pdf", .pdf, 2), ("pdf-named.jpg", .pdf, 2), ("png-named.pdf", .png, 1),
        ("junk-before.pdf", .pdf, 1),
        ("broken-xref.pdf", .pdf, 1), ("english-scan.pdf", .pdf, 2),
    ])
    func tellsTypeAndPagesFromContent(fixture: String, type: FileType, pages: Int) throws {
        let facts = try JobFolder(fixture).identify()
        #expect(facts.type == type)
        #expect(facts.pageCount == pages)
    }

    @Test(arguments: [
        ("zero.pdf", Reason.emptyFile), ("text-named.pdf", .unknownType), ("damaged.pdf", .damaged),
        ("loop.pdf", .damaged), ("no-pages.pdf", .noPages), ("truncated.pdf", .incomplete),
        ("truncated.jpg", .incomplete), ("truncated.png", .incomplete), ("truncated.tiff", .incomplete),
        ("huge-pixels.png", .tooManyPixels),
    ])
    func refusesWhatCannotBeRead(fixture: String, reason: Reason) throws {
        let failure = try #require(throws: Failure.self) { try JobFolder(fixture).identify() }
        #expect(failure.reason == reason)
        #expect(!failure.message().contains("{"))
    }

    @Test func refusesBombWhereItsTextIsWanted() throws {
        let failure = try #require(throws: Failure.self) {
            try JobFolder("bomb.pdf").identify(wantsText: true)
        }
        #expect(failure.reason == .tooMuchContent)
    }

    @Test func refusesMorePagesThanTheLimit() throws {
        for fixture in ["digital.pdf", "frames.tiff"] {
            let job = try JobFolder(fixture)
            job.limits.pages = 1
            let failure = try #require(throws: Failure.self) { try job.identify() }
            #expect(failure.reason == .tooManyPages)
        }
    }

    @Test func lockedDocumentIsAFactAndNoFailure() throws {
        let facts = try JobFolder("encrypted.pdf").identify(wantsText: true)
        #expect(facts.isLocked && facts.isEncrypted)
        #expect(facts.pageCount == nil)
    }

    @Test func restrictedDocumentIsOpen() throws {
        let facts = try JobFolder("restricted.pdf").identify(wantsDetails: true)
        #expect(facts.isEncrypted && !facts.isLocked)
        #expect(facts.details?.permissions?.contains("modify") == false)
    }

    @Test func findsSignatureFormAndTitle() throws {
        #expect(try JobFolder("signed.pdf").identify().isSigned)
        #expect(try !JobFolder("form.pdf").identify().isSigned)
        let form = try JobFolder("form.pdf").identify(wantsDetails: true)
        #expect(form.hasForm && !form.isDynamicForm)
        #expect(form.details?.formFields == ["remark"])
        #expect(try JobFolder("digital.pdf").identify().title == "Orchard Notes")
    }

    /// Such files have lost their form, or never had it in a place where it is looked for.
    @Test(arguments: [("/NeedsRendering true", true), ("/NeedsRendering false", false), ("", false)])
    func documentThatIsToBeMadeAnewIsDynamic(key: String, isDynamic: Bool) throws {
        let pdf = """
            %PDF-1.7
            1 0 obj << /Type /Catalog /Pages 2 0 R \(key) >> endobj
            2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
            3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >> endobj
            trailer << /Root 1 0 R /Size 4 >>
            startxref
            9
            %%EOF

            """
        #expect(try JobFolder(named: "form.pdf", Data(pdf.utf8)).identify().isDynamicForm == isDynamic)
    }

    @Test(arguments: [("dynamic-xfa.pdf", true), ("static-xfa.pdf", false), ("form.pdf", false)])
    func tellsDynamicForms(fixture: String, isDynamic: Bool) throws {
        #expect(try JobFolder(fixture).identify().isDynamicForm == isDynamic)
    }

    @Test(arguments: [
        ("digital.pdf", true), ("ocred.pdf", true), ("english-scan.pdf", false), ("mixed.pdf", true),
    ])
    func findsTextOnlyWhenAsked(fixture: String, hasText: Bool) throws {
        #expect(try JobFolder(fixture).identify().hasText == nil)
        #expect(try JobFolder(fixture).identify(wantsText: true).hasText == hasText)
    }

    @Test(arguments: [
        ("rotate-flag.pdf", 419.4, 297.72, 90), ("userunit-scan.pdf", 419.4, 297.72, 0),
        ("offset-scan.pdf", 399, 276, 0),
    ])
    func detailsDescribeThePageAsSeen(fixture: String, width: Double, height: Double, rotation: Int) throws {
        let details = try #require(try JobFolder(fixture).identify(wantsDetails: true).details)
        let page = try #require(details.pages.first)
        #expect(abs(page.width - width) < 0.1 && abs(page.height - height) < 0.1)
        #expect(page.rotation == rotation)
        #expect(page.images.count == 1)
        #expect(abs((page.images.first?.dpi ?? 0) - 200) < 1)
    }
}
