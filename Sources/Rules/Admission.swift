// Whether a planned document may be processed at all: limits, locks, signatures, forms. Pure.

package import Documents

/// What becomes of a document that a rule has taken.
package enum Admission: Sendable, Hashable {
    case process(Plan)
    case refuse(Failure)
}

/// Judges a document by its facts and its folder's policies.
/// - Parameter name: What people call the document.
package func admit(_ facts: Facts, name: String, under plan: Plan, limits: Limits, signed: SignedPolicy)
    -> Admission
{
    if facts.bytes > limits.bytes {
        return .refuse(Failure(.tooManyBytes, name, String(facts.bytes), String(limits.bytes)))
    }
    if let pages = facts.pageCount, pages > limits.pages {
        return .refuse(Failure(.tooManyPages, name, String(pages), String(limits.pages)))
    }
    // A document that passes through unchanged may be anything.
    if plan.steps.isEmpty { return .process(plan) }
    if facts.isLocked { return .refuse(Failure(.passwordRequired, name)) }
    if facts.isDynamicForm { return .refuse(Failure(.dynamicForm, name)) }
    guard facts.isSigned else { return .process(plan) }
    switch signed {
    case .invalidate: return .process(plan)
    case .copy: return .process(plan.with([]))
    case .quarantine: return .refuse(Failure(.signedDocument, name))
    }
}
