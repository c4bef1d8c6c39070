// Errors of the system and of the ledger, in the words that people get.

package import Documents
internal import Platform

extension Failure {
    /// What an error of the system or of the ledger means for a document called `name`.
    package init(_ error: any Error, _ name: String) {
        switch error {
        case let failure as Failure: self = failure
        case let error as SystemError where error.isOutOfSpace: self = Failure(.insufficientStorage, name)
        case let error as SystemError where error.isDenied:
            self = Failure(.permissionDenied, error.operand, error.call)
        case let error as SystemError where error.isMissing:
            self = Failure(.fileUnavailable, name, error.description)
        case let error as LedgerError where error.isOutOfSpace: self = Failure(.insufficientStorage, name)
        default: self = Failure(.inputOutput, name, "\(error)")
        }
    }
}
