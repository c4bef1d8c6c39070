// What a setting may hold: one value that reads it from TOML, explains a wrong one, writes a default back, and
// describes itself for the schema and the manual.

internal import Documents

/// The form of a setting's value.
struct ValueForm<Value: Sendable>: Sendable {
    /// For the JSON schema.
    let shape: ValueShape
    /// What is allowed, to follow "is not".
    let expectation: String
    /// Reads a value; notes every mistake under the setting's name and returns `nil` where there was one.
    let read: @Sendable (_ value: TOMLValue, _ name: String, _ log: MistakeLog) -> Value?
    /// The value as TOML, where it can stand for a default.
    let write: @Sendable (Value) -> String?

    init(
        _ shape: ValueShape, _ expectation: String,
        read: @escaping @Sendable (TOMLValue, String, MistakeLog) -> Value?,
        write: @escaping @Sendable (Value) -> String? = { _ in nil }
    ) {
        self.shape = shape
        self.expectation = expectation
        self.read = read
        self.write = write
    }

    /// A form whose values are right or wrong as a whole.
    static func scalar(
        _ shape: ValueShape, _ expectation: String,
        write: @escaping @Sendable (Value) -> String? = { _ in nil },
        _ parse: @escaping @Sendable (TOMLValue) throws(OptionMistake) -> Value?
    ) -> ValueForm {
        ValueForm(shape, expectation) { value, name, log in
            do throws(OptionMistake) {
                if let parsed = try parse(value) { return parsed }
                log.note(value.position, "\(name): \(value.written) is not \(expectation)")
            } catch {
                log.note(value.position, "\(name): \(error.message)")
            }
            return nil
        } write: {
            write($0)
        }
    }

    /// The same form for a setting that may be left out.
    var optional: ValueForm<Value?> {
        let (read, write) = (read, write)
        return ValueForm<Value?>(shape, expectation) { value, name, log in
            read(value, name, log).map { .some($0) }
        } write: {
            $0.flatMap { write($0) }
        }
    }

    func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> ValueForm<Other> {
        let read = read
        return ValueForm<Other>(shape, expectation, read: { read($0, $1, $2).map(transform) })
    }
}

/// The shape of a value for the JSON schema.
package indirect enum ValueShape: Sendable, Hashable {
    case boolean(only: Bool?)
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>?)
    /// Text with a pattern in the syntax of ECMA 262, where there is one.
    case text(pattern: String?)
    case choice([String])
    case either([ValueShape])
    case list(of: ValueShape, minimumCount: Int)
    /// A table, by the name of its section.
    case section(String)
    case steps
    /// Nothing is allowed yet; the key is left out of schema and manual.
    case unavailable
}
