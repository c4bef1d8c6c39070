// The one error that crosses every boundary of the product. A failure names its reason from a closed set and
// carries the operands of the sentence; code, sentence, advice and whether a retry can help all follow from the
// reason, in each language, from the one catalogue in `Reason.swift`.

/// Why a document, a command or a configuration could not be handled, in words for the person who must act.
package struct Failure: Error, Codable, Sendable, Hashable {
    package let reason: Reason
    /// What the sentence speaks about, in the order of its places `{0}`, `{1}`, …: names, numbers, limits.
    package let operands: [String]

    package init(_ reason: Reason, _ operands: String...) {
        self.init(reason, operands: operands)
    }

    init(_ reason: Reason, operands: [String]) {
        self.reason = reason
        self.operands = operands
    }

    package var code: FailureCode { reason.code }

    /// Whether the same work may succeed later without anybody changing the document or the rules.
    package var isTransient: Bool { reason.isTransient }

    /// The sentence that says what is wrong.
    package func message(in language: Language = .english) -> String {
        fill(reason.sentences(in: language).message)
    }

    /// What the person can do about it.
    package func action(in language: Language = .english) -> String {
        fill(reason.sentences(in: language).action)
    }

    private func fill(_ template: String) -> String {
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[rest.index(after: open)...]
            if let close = rest.firstIndex(of: "}"), let index = Int(rest[..<close]),
                operands.indices.contains(index)
            {
                text += operands[index]
                rest = rest[rest.index(after: close)...]
            } else {
                text += "{"
            }
        }
        return text + rest
    }
}

/// The closed set of failure codes; other programs may rely on them.
package enum FailureCode: String, Codable, Sendable, CaseIterable {
    case passwordRequired = "password-required"
    case passwordIncorrect = "password-incorrect"
    case unsupportedType = "unsupported-type"
    case unsupportedPDF = "unsupported-pdf"
    case unsupportedEncryption = "unsupported-encryption"
    case damaged
    case incomplete
    case noPages = "no-pages"
    case signedDocument = "signed-document"
    case dynamicForm = "dynamic-form"
    case noRule = "no-rule"
    case duplicate
    case tooLarge = "too-large"
    case timeout
    case outOfMemory = "out-of-memory"
    case crashed
    case insufficientStorage = "insufficient-storage"
    case permissionDenied = "permission-denied"
    case fileUnavailable = "file-unavailable"
    case validationFailed = "validation-failed"
    case targetUnreachable = "target-unreachable"
    case cancelled
    case interrupted
    case invalidTicket = "invalid-ticket"
    case invalidCorrection = "invalid-correction"
}

/// The languages of reasons and messages, by their BCP 47 tags.
package enum Language: String, Codable, Sendable, CaseIterable {
    case english = "en"
    case simplifiedChinese = "zh-Hans"
    case traditionalChinese = "zh-Hant"
}
