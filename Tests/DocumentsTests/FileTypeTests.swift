internal import Documents
internal import Testing

@Suite struct FileTypeTests {
    @Test func textsAreNoDocuments() {
        let sides = FileType.allCases.filter { !FileType.documents.contains($0) }
        #expect(sides == [.text, .markdown, .hocr, .json])
        #expect(sides.allSatisfy { !$0.isImage })
        #expect(FileType.documents.filter(\.isImage) == [.jpeg, .png, .tiff, .heic])
    }

    @Test(
        arguments: [
            (.pdf, "application/pdf", "pdf"), (.jpeg, "image/jpeg", "jpg"),
            (.text, "text/plain; charset=utf-8", "txt"), (.markdown, "text/markdown; charset=utf-8", "md"),
            (.hocr, "text/vnd.hocr+html", "hocr"), (.json, "application/json", "json"),
        ] as [(FileType, String, String)])
    func everyKindHasItsMediaTypeAndSuffix(type: FileType, mediaType: String, suffix: String) {
        #expect(type.mediaType == mediaType && type.fileExtension == suffix)
    }

    @Test func sidecarsAreFileTypes() {
        #expect(OCROptions.Sidecar.allCases.map(\.type) == [nil, .text, .markdown, .hocr, .json])
    }
}
