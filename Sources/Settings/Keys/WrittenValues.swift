// Durations, sizes and ranges as people write them, in both directions.

/// Durations with a unit: `500ms`, `2s`, `30m`, `1h`.
enum WrittenDuration {
    private static let units: [(suffix: String, milliseconds: Double)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000),
    ]

    static let example = "\"500ms\", \"2s\", \"30m\" or \"1h\""

    static func parse(_ text: String) -> Duration? {
        for unit in units where text.hasSuffix(unit.suffix) {
            guard let number = plainNumber(text.dropLast(unit.suffix.count)) else { return nil }
            let milliseconds = number * unit.milliseconds
            return milliseconds <= 1e13 ? .milliseconds(Int(milliseconds.rounded())) : nil
        }
        return nil
    }

    /// The shortest way to write whole milliseconds.
    static func write(_ duration: Duration) -> String {
        let parts = duration.components
        let milliseconds = Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000)
        for unit in units.reversed() where milliseconds != 0 && milliseconds % Int(unit.milliseconds) == 0 {
            return "\(milliseconds / Int(unit.milliseconds))\(unit.suffix)"
        }
        return "0s"
    }
}

/// Sizes in bytes, with decimal units (`500MB`) or binary ones (`64KiB`), or as a plain number.
enum WrittenSize {
    private static let units: [(suffix: String, bytes: Int)] = [
        ("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30), ("tib", 1 << 40),
        ("kb", 1000), ("mb", 1_000_000), ("gb", 1_000_000_000), ("tb", 1_000_000_000_000), ("b", 1),
    ]

    static let example = "\"500MB\", \"2GB\" or \"64KiB\""

    static func parse(_ text: String) -> Int? {
        let text = text.lowercased()
        for unit in units where text.hasSuffix(unit.suffix) {
            guard let number = plainNumber(text.dropLast(unit.suffix.count)) else { return nil }
            let bytes = number * Double(unit.bytes)
            return bytes < 9e18 ? Int(bytes.rounded()) : nil
        }
        return WrittenCount.parse(text)
    }

    /// The number with the largest decimal or binary unit that divides it.
    static func write(_ bytes: Int) -> String {
        let names = [
            "tb": "TB", "gb": "GB", "mb": "MB", "kb": "kB", "tib": "TiB", "gib": "GiB", "mib": "MiB",
            "kib": "KiB",
        ]
        let fitting = units.filter { $0.bytes > 1 && bytes != 0 && bytes % $0.bytes == 0 }
        guard let unit = fitting.max(by: { $0.bytes < $1.bytes }), let name = names[unit.suffix] else {
            return "\(bytes)B"
        }
        return "\(bytes / unit.bytes)\(name)"
    }
}

/// Whole numbers that are not negative.
enum WrittenCount {
    static let example = "\"1..50\""

    static func parse(_ text: String) -> Int? {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(text)
    }
}

/// Ranges with both ends included: `1..50`, `10..`, `..5`, or one number.
enum WrittenRange {
    enum Mistake: Error {
        case unreadable
        case reversed
    }

    static func parse(
        _ text: String, element: (String) -> Int?
    ) throws(Mistake) -> ClosedRange<Int> {
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { trimmed($0) }
        let (lower, upper): (Int, Int)
        switch ends.count {
        case 1: (lower, upper) = (try end(ends[0], element), try end(ends[0], element))
        case 2 where ends[0].isEmpty: (lower, upper) = (0, try end(ends[1], element))
        case 2 where ends[1].isEmpty: (lower, upper) = (try end(ends[0], element), .max)
        case 2: (lower, upper) = (try end(ends[0], element), try end(ends[1], element))
        default: throw .unreadable
        }
        guard lower <= upper else { throw .reversed }
        return lower...upper
    }

    private static func end(_ text: String, _ element: (String) -> Int?) throws(Mistake) -> Int {
        guard let number = element(text) else { throw .unreadable }
        return number
    }
}

private func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
}

/// Digits with at most one decimal point; no sign, exponent or name of a number.
private func plainNumber(_ text: some StringProtocol) -> Double? {
    let digits = trimmed(text)
    guard digits.first?.isNumber == true, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
    else {
        return nil
    }
    return Double(digits)
}
