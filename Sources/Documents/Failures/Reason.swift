// The closed list of reasons that a failure can have, and what kind each one is. The sentences stand in
// `ReasonCatalogue.swift`, once per language.

/// Why something failed; each reason belongs to exactly one `FailureCode`.
package enum Reason: String, Codable, Sendable, CaseIterable {
    case passwordRequired
    case passwordIncorrect
    case unknownType
    case unsupportedPicture
    case unsupportedPDF
    case unsupportedEncryption
    case damaged
    case incomplete
    case emptyFile
    case companionAlone
    case noPages
    case signedDocument
    case dynamicForm
    case noRule
    case duplicate
    case tooManyBytes
    case tooManyPages
    case tooManyPixels
    case tooMuchContent
    case taskTimedOut
    case jobTimedOut
    case outOfMemory
    case crashed
    case repeatedlyInterrupted
    case insufficientStorage
    case inputOutput
    case permissionDenied
    case fileUnavailable
    case languageDataMissing
    case validationFailed
    case targetUnreachable
    case nameTaken
    case cancelled
    case interrupted
    case invalidTicket
    case unreadableCorrection
    case foreignCorrection

    package var code: FailureCode {
        switch self {
        case .passwordRequired: .passwordRequired
        case .passwordIncorrect: .passwordIncorrect
        case .unknownType, .unsupportedPicture: .unsupportedType
        case .unsupportedPDF: .unsupportedPDF
        case .unsupportedEncryption: .unsupportedEncryption
        case .damaged: .damaged
        case .incomplete, .emptyFile, .companionAlone: .incomplete
        case .noPages: .noPages
        case .signedDocument: .signedDocument
        case .dynamicForm: .dynamicForm
        case .noRule: .noRule
        case .duplicate: .duplicate
        case .tooManyBytes, .tooManyPages, .tooManyPixels, .tooMuchContent: .tooLarge
        case .taskTimedOut, .jobTimedOut: .timeout
        case .outOfMemory: .outOfMemory
        case .crashed, .repeatedlyInterrupted: .crashed
        case .insufficientStorage: .insufficientStorage
        case .permissionDenied: .permissionDenied
        case .inputOutput, .fileUnavailable, .languageDataMissing: .fileUnavailable
        case .validationFailed: .validationFailed
        case .targetUnreachable, .nameTaken: .targetUnreachable
        case .cancelled: .cancelled
        case .interrupted: .interrupted
        case .invalidTicket: .invalidTicket
        case .unreadableCorrection, .foreignCorrection: .invalidCorrection
        }
    }

    package var isTransient: Bool {
        switch self {
        case .insufficientStorage, .inputOutput, .targetUnreachable, .interrupted: true
        default: false
        }
    }
}
