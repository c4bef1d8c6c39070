// The text format of Prometheus, version 0.0.4. Names and label names are ours; label values are escaped.

package struct MetricsText: Sendable {
    package enum Kind: String, Sendable {
        case counter
        case gauge
        case summary
    }

    package typealias Labels = [(name: String, value: String)]

    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    package private(set) var text = ""

    package init() {}

    /// One metric with all its samples.
    package mutating func add(
        _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: Labels, value: Double)]
    ) {
        begin(name, kind, help)
        for sample in samples { add(name, sample.labels, sample.value) }
    }

    /// A metric with one sample.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        add(name, kind, help, [([], Double(value))])
    }

    /// Sums and counts without quantiles.
    package mutating func add(
        summary name: String, _ help: String, _ samples: [(labels: Labels, sum: Double, count: Int)]
    ) {
        begin(name, .summary, help)
        for sample in samples {
            add(name + "_sum", sample.labels, sample.sum)
            add(name + "_count", sample.labels, Double(sample.count))
        }
    }

    private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func add(_ name: String, _ labels: Labels, _ value: Double) {
        let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        let isWhole = value == value.rounded() && abs(value) < 1e15
        text +=
            "\(name)\(pairs.isEmpty ? "" : "{\(pairs)}") \(isWhole ? String(Int(value)) : String(value))\n"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
