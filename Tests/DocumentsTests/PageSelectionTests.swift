// Page ranges as people write them.

internal import Documents
internal import Testing

@Suite struct PageSelectionTests {
    @Test(
        arguments: [
            ("1-3,7,r2-z", 10, [1, 2, 3, 7, 9, 10]), ("z", 5, [5]), ("r1", 5, [5]), ("r5", 5, [1]),
            ("1", 1, [1]),
            ("3-1", 5, [3, 2, 1]), ("z-1", 3, [3, 2, 1]), ("2,1,2", 2, [2, 1, 2]), ("odd", 5, [1, 3, 5]),
            ("even", 5, [2, 4]), ("1-6,odd", 8, [1, 3, 5]), ("even,4-1", 9, [4, 2]), ("odd,even", 4, []),
            (" 1 , 3 ", 3, [1, 3]), ("1-1", 3, [1]), ("1-z", 3, [1, 2, 3]), ("r3-r1", 3, [1, 2, 3]),
        ] as [(String, Int, [Int])]) func selectsInTheOrderWritten(text: String, count: Int, pages: [Int])
        throws
    {
        #expect(try #require(PageSelection(text)).pages(of: count) == pages)
    }

    /// Each of these is an ordinary rule that meets a short document. In a process of its own: a trap there would end
    /// the whole test run.
    @Test(
        arguments: [
            ("7", 3, []), ("5-7", 3, []), ("2-7", 3, [2, 3]), ("9-2", 3, [3, 2]), ("r5", 3, []),
            ("r5-r4", 3, []),
            ("r5-2", 3, [1, 2]), ("z-5", 3, [3]), ("1-3", 0, []), ("z", 0, []), ("odd", 0, []),
            ("4-4", 3, []),
            ("1,7,2", 3, [1, 2]), ("3-r9", 3, [3, 2, 1]),
        ] as [(String, Int, [Int])]) func pagesBeyondTheDocumentSelectNothing(
            text: String, count: Int, pages: [Int]
        ) async
    {
        await #expect(processExitsWith: .success) { [text, count, pages] in
            guard PageSelection(text)?.pages(of: count) == pages else { fatalError("another selection") }
        }
    }

    @Test(arguments: [
        "", ",", "1,", "0", "-1", "1-", "a", "1-2-3", "r0", "r", "zz", "1.5", "1000001", "r-1", "odd-even",
        "Z", "1 2",
        "１",
    ]) func refusesWhatIsNoRange(text: String) {
        #expect(PageSelection(text) == nil)
    }
}
