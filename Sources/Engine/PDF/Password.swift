// What a password can look like in bytes: newer documents are locked with UTF-8 (ISO 32000-2, 7.6.4.3.3), older ones
// with whatever single-byte code the program used, mostly Latin-1.

enum Password {
    /// The byte strings to try, terminated for C, the empty password first.
    static func candidates(for password: String?) -> [[CChar]] {
        guard let password else { return [[0]] }
        var candidates: [[CChar]] = [[0], password.utf8CString.map { $0 }]
        let scalars = password.unicodeScalars
        if scalars.contains(where: { $0.value > 0x7F }), scalars.allSatisfy({ $0.value < 0x100 }) {
            candidates.append(scalars.map { CChar(bitPattern: UInt8($0.value)) } + [0])
        }
        return candidates
    }
}
