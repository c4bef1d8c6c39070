// Whose work goes first when there is more of it than workers.

package enum Priority: String, Codable, Sendable, CaseIterable, Comparable {
    case low
    case normal
    case high

    private var rank: Int {
        switch self {
        case .low: 0
        case .normal: 1
        case .high: 2
        }
    }

    package static func < (left: Priority, right: Priority) -> Bool { left.rank < right.rank }
}
