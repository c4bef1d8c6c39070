// Errors of the system in the words that people get.

internal import Documents
internal import Glibc
@testable internal import Ledger
internal import Platform
internal import Testing

@Suite struct LedgerFailureTests {
    @Test(
        arguments: [
            (ENOSPC, .insufficientStorage), (EDQUOT, .insufficientStorage), (EACCES, .permissionDenied),
            (EROFS, .permissionDenied), (ENOENT, .fileUnavailable), (EIO, .inputOutput),
            (ELOOP, .inputOutput),
        ] as [(Int32, Reason)]) func systemErrorHasItsReason(number: Int32, reason: Reason)
    {
        let failure = Failure(SystemError("open", "/x", number: number), "scan.pdf")
        #expect(failure.reason == reason)
        for language in Language.allCases { #expect(!failure.message(in: language).contains("{")) }
    }

    @Test func failureStaysItself() {
        let failure = Failure(.damaged, "a", "b")
        #expect(Failure(failure as any Error, "other") == failure)
    }

    @Test(
        arguments: [(13, .insufficientStorage), (13 | 1 << 8, .insufficientStorage), (10, .inputOutput)]
            as [(Int32, Reason)])
    func fullLedgerMeansNoRoom(code: Int32, reason: Reason) {
        #expect(Failure(LedgerError(code: code, description: "x"), "scan.pdf").reason == reason)
    }
}
