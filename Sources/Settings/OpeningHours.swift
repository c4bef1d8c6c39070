// When a folder takes documents: one or more windows of a day, in the machine's time zone.

/// Windows of a day. A window whose end is not after its beginning goes over midnight.
package struct OpeningHours: Sendable, Hashable, CustomStringConvertible {
    /// A part of a day, in minutes since midnight, without its end.
    package struct Window: Sendable, Hashable {
        package let from: Int
        package let to: Int

        func contains(_ minute: Int) -> Bool {
            from < to ? (from..<to).contains(minute) : minute >= from || minute < to
        }
    }

    package let windows: [Window]
    package let description: String

    /// Reads windows such as "18:00-06:00" or "06:00-08:00, 18:00-22:00"; `nil` where it is none.
    package init?(_ text: String) {
        let windows = text.split(separator: ",", omittingEmptySubsequences: false).map { part -> Window? in
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(Self.minutes)
            guard ends.count == 2, let from = ends[0], let to = ends[1], from != to, from < 1440 else {
                return nil
            }
            return Window(from: from, to: to)
        }
        guard windows.allSatisfy({ $0 != nil }) else { return nil }
        self.windows = windows.compactMap(\.self)
        description = text
    }

    private static func minutes(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            .map { String($0.filter { $0 != " " }) }
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isASCII) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0...24).contains(hour),
            (0...59).contains(minute), hour < 24 || minute == 0
        else { return nil }
        return hour * 60 + minute
    }

    /// Seconds until the next window begins; 0 inside of one.
    /// - Parameter localTime: Year, month, day, hour, minute and second.
    package func secondsUntilOpen(at localTime: [Int]) -> Int {
        guard localTime.count >= 6 else { return 0 }
        let minute = localTime[3] * 60 + localTime[4]
        if windows.contains(where: { $0.contains(minute) }) { return 0 }
        let waits = windows.map { ($0.from - minute + 1440) % 1440 * 60 - localTime[5] }
        return max(1, waits.min() ?? 1)
    }
}
