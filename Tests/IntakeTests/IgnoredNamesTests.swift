// Names in progress and names of other software.

internal import Documents
internal import Intake
internal import Testing

@Suite struct IgnoredNamesTests {
    @Test(
        arguments: [
            ".hidden", ".", ".syncthing.a.pdf.tmp", ".goutputstream-AB12", ".nfs000001", ".~lock.a.odt#",
            "a.pdf~", "~",
            "~$report.docx", "a.part", "a.pdf.PART", "a.partial", "a.filepart", "a.pdf.crdownload", "a.tmp",
            "A.TMP",
            "Thumbs.db", "THUMBS.DB", "desktop.ini", "Desktop.ini", "@eaDir", "#recycle", "lost+found",
            RawName([0xFF, 0x2E, 0x74, 0x6D, 0x70]),
        ] as [RawName]) func leavesAlone(name: RawName)
    {
        #expect(IgnoredNames.reason(for: name)?.isEmpty == false)
    }

    @Test(
        arguments: [
            "a.pdf", "part", "partial.pdf", "tmp", "a.tmp.pdf", "~a.pdf", "$a.pdf", "thumbs.db.pdf",
            "a~b.pdf", "recycle",
            "lost+found.pdf", "发票.pdf", RawName([0xFF]), "a.parts",
        ] as [RawName]) func takes(name: RawName)
    {
        #expect(IgnoredNames.reason(for: name) == nil)
    }
}
