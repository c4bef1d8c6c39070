// Facts to plan: the first rule whose match holds takes the document, and every rule before it says in one sentence
// why it did not. Nothing here reads a file or a clock, so the same candidate always gets the same answer.

package import Documents

/// A document that waits for its plan.
package struct Candidate: Sendable, Hashable {
    package var facts: Facts
    /// Its place below the inbox, byte for byte.
    package var name: RawName

    package init(facts: Facts, name: RawName) {
        self.facts = facts
        self.name = name
    }
}

/// Why a rule did not take a document.
package struct Refusal: Sendable, Hashable, CustomStringConvertible {
    package let rule: String
    /// One sentence without a full stop, such as "pages: 60 is not in 1..50".
    package let reason: String

    package init(rule: String, reason: String) {
        self.rule = rule
        self.reason = reason
    }

    package var description: String { "\(rule): \(reason)" }
}

package enum Decision: Sendable, Hashable {
    /// The plan, and the answers of the rules before the one that took the document.
    case plan(Plan, refusals: [Refusal])
    /// No rule takes the document; the answers of all.
    case none([Refusal])
}

/// Asks the rules in their order.
package func decide(_ rules: [Rule], for candidate: Candidate) -> Decision { decide(rules, for: [candidate]) }

/// Asks the rules in their order for a batch: the first whose match holds for every document takes it.
package func decide(_ rules: [Rule], for candidates: [Candidate]) -> Decision {
    var refusals: [Refusal] = []
    for rule in rules {
        guard let reason = rule.match.refusal(of: candidates) else {
            return .plan(Plan(rule: rule.name, steps: rule.steps, output: rule.output), refusals: refusals)
        }
        refusals.append(Refusal(rule: rule.name, reason: reason))
    }
    return .none(refusals)
}

extension Match {
    /// Why the first document that is not taken is not; `nil` where all are.
    fileprivate func refusal(of candidates: [Candidate]) -> String? {
        for candidate in candidates {
            guard let reason = refusal(of: candidate) else { continue }
            return candidates.count == 1 ? reason : "\(candidate.name.last.display): \(reason)"
        }
        return nil
    }
}
