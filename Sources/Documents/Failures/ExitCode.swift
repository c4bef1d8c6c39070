// Exit codes of the commands, after sysexits.h.

/// What a command tells the shell.
package enum ExitCode: Int32, Sendable, CaseIterable {
    case ok = 0
    case failure = 1
    case usage = 64
    case inputRefused = 65
    case noInput = 66
    case unavailable = 69
    case bug = 70
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    case permission = 77
    case configuration = 78
}

extension FailureCode {
    /// The exit code of a command that ends with this failure.
    package var exitCode: ExitCode {
        switch self {
        case .passwordRequired, .passwordIncorrect, .unsupportedType, .unsupportedPDF, .unsupportedEncryption,
            .damaged, .incomplete, .noPages, .signedDocument, .dynamicForm, .noRule, .duplicate, .tooLarge,
            .invalidTicket, .invalidCorrection:
            .inputRefused
        case .timeout, .outOfMemory, .crashed, .validationFailed: .bug
        case .insufficientStorage: .inputOutput
        case .permissionDenied: .permission
        case .fileUnavailable: .noInput
        case .targetUnreachable: .cannotCreate
        case .cancelled, .interrupted: .tryAgain
        }
    }
}
