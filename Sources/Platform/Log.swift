// The service's log: one line for each change, `key=value` or JSON, on standard error, where the service manager
// collects it. Lines hold no document text, no form value and no password.

internal import Glibc

/// Writes log lines; safe from any thread, since each line is one write.
package struct Log: Sendable {
    package enum Format: Sendable {
        case text
        case json
    }

    package enum Level: String, Sendable {
        case info
        case warning
        case error
    }

    /// The keys that a line can have; other programs may rely on them. Names of documents are not among them: a job's
    /// identifier leads to its name for whoever may ask the service.
    package enum Key: String, Sendable {
        case folder
        case job
        case from
        case to
        case code
        case reason
        case seconds
        case attempt
        case pid
        case path
        case version
        case count
    }

    private let format: Format

    package init(_ format: Format) {
        self.format = format
    }

    package func info(_ event: String, _ fields: KeyValuePairs<Key, String> = [:]) {
        write(.info, event, fields)
    }
    package func warning(_ event: String, _ fields: KeyValuePairs<Key, String> = [:]) {
        write(.warning, event, fields)
    }
    package func error(_ event: String, _ fields: KeyValuePairs<Key, String> = [:]) {
        write(.error, event, fields)
    }

    private func write(_ level: Level, _ event: String, _ fields: KeyValuePairs<Key, String>) {
        let time = Moment.rfc3339(Moment.now())
        let head = [("time", time), ("level", level.rawValue), ("event", event)]
        let pairs = head + fields.map { ($0.key.rawValue, $0.value) }
        var line: String
        switch format {
        case .text:
            line = pairs.map { "\($0.0)=\(Self.isPlain($0.1) ? $0.1 : Self.quoted($0.1))" }.joined(
                separator: " ")
        case .json:
            line =
                "{" + pairs.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }.joined(separator: ",") + "}"
        }
        line += "\n"
        line.withCString { text in
            // A log that cannot be written must not stop the work.
            _ = Glibc.write(STDERR_FILENO, text, strlen(text))
        }
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=") }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20: quoted += "\\u00" + [UInt8(scalar.value)].hexadecimal
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
