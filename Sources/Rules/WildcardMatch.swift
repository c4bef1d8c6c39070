// Matching with one kind of wildcard that stands for any number of elements: `*` over characters, `**` over folders.
// Linear memory, and no pattern makes it slower than pattern times subject.

/// One element of a pattern: any run of elements, or exactly one element that satisfies a test.
enum WildcardElement<Test: Sendable>: Sendable {
    case anyRun
    case one(Test)
}

/// Whether the whole subject matches the whole pattern.
func wildcardMatches<Test, Element>(
    _ pattern: [WildcardElement<Test>], _ subject: [Element], where holds: (Test, Element) -> Bool
) -> Bool {
    var (place, position) = (0, 0)
    // The last run seen, and how far it reaches in the subject: widened by one whenever the rest does not fit.
    var retry: (place: Int, position: Int)?
    while position < subject.count {
        if place < pattern.count, case .anyRun = pattern[place] {
            place += 1
            retry = (place, position)
        } else if place < pattern.count, case .one(let test) = pattern[place], holds(test, subject[position])
        {
            place += 1
            position += 1
        } else if let last = retry {
            retry = (last.place, last.position + 1)
            (place, position) = (last.place, last.position + 1)
        } else {
            return false
        }
    }
    return pattern[place...].allSatisfy { if case .anyRun = $0 { true } else { false } }
}
