// The forms of addresses, commands and secrets. What is wrong with a secret is said without showing it.

internal import Documents
internal import Platform

/// A name with its place, to be looked up when all names are known.
struct WrittenName: Sendable, Hashable {
    let name: String
    let position: Position
}

extension ValueForm where Value == WrittenName {
    static var writtenName: ValueForm {
        .scalar(.text(pattern: nil), "the name of a folder") { value in
            value.text.map { WrittenName(name: $0, position: value.position) }
        }
    }
}

extension ValueForm where Value == WrittenSecret {
    static var secret: ValueForm {
        let pattern = "^secret:[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
        let expectation = "\"secret:NAME\", where NAME stands in secrets.toml"
        return .scalar(.text(pattern: pattern), expectation) { value throws(OptionMistake) in
            if let text = value.text, text.hasPrefix("secret:") {
                let name = String(text.dropFirst("secret:".count))
                if isName(name) { return WrittenSecret(name: name, position: value.position) }
            }
            throw OptionMistake(
                "write \"secret:NAME\" and put the value into secrets.toml; NAME has up to 64 letters, digits, dots, dashes"
            )
        }
    }

    private static func isName(_ text: String) -> Bool {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        return isPlain && (1...64).contains(text.count) && text.first?.isPunctuation == false
    }
}

extension ValueForm where Value == LoopbackAddress {
    static var loopback: ValueForm {
        let pattern = "^(127(\\.[0-9]{1,3}){3}|\\[::1\\]):[0-9]+$"
        let expectation = "a loopback address with a port, such as \"127.0.0.1:9464\" or \"[::1]:9464\""
        return .scalar(.text(pattern: pattern), expectation) { value in
            value.text.flatMap { LoopbackAddress($0) }
        }
    }
}

extension ValueForm where Value == String {
    static var webAddress: ValueForm {
        .scalar(
            .text(pattern: "^https?://[^/@\\s][^@\\s]*$"), "an address such as \"https://example.org/hook\""
        ) {
            value throws(OptionMistake) in
            guard let text = value.text, let scheme = ["https://", "http://"].first(where: text.hasPrefix)
            else { return nil }
            let rest = text.dropFirst(scheme.count)
            let authority = rest.prefix { !"/?#".contains($0) }
            if authority.contains("@") {
                throw OptionMistake(
                    "an address must not hold a user or password; sign with \"secret\" instead")
            }
            let isClean = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
            return isClean && authority.first.map { $0 != ":" } == true && text.utf8.count <= 2000
                ? text : nil
        }
    }

    static var mailServer: ValueForm {
        let expectation = "a host with or without a port, such as \"mail.example.org:587\""
        return .scalar(.text(pattern: "^[A-Za-z0-9.-]+(:[0-9]+)?$"), expectation) { value in
            guard let text = value.text else { return nil }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            let host = parts[0]
            let isHost = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) }
            guard isHost, !host.isEmpty, !host.hasPrefix("-"), parts.count <= 2 else { return nil }
            if parts.count == 2 {
                guard let port = UInt16(parts[1]), port > 0, String(port) == parts[1] else { return nil }
            }
            return text
        }
    }

    static var mailAddress: ValueForm {
        .scalar(.text(pattern: "^[^@\\s<>]+@[^@\\s<>]+$"), "an address such as \"office@example.org\"") {
            value in
            guard let text = value.text, text.utf8.count <= 254 else { return nil }
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            let isClean = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"\\,;:()".utf8.contains($0) }
            return isClean && parts.count == 2 && parts.allSatisfy { !$0.isEmpty } ? text : nil
        }
    }

    static var shortText: ValueForm {
        .scalar(.text(pattern: "^.+$"), "a text of 1 to 200 bytes without control characters") { value in
            guard let text = value.text, (1...200).contains(text.utf8.count) else { return nil }
            return text.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? nil : text
        }
    }

    fileprivate static var word: ValueForm {
        .scalar(.text(pattern: nil), "a text without NUL") { value in
            value.text.flatMap { $0.utf8.contains(0) ? nil : $0 }
        }
    }
}

extension ValueForm where Value == [String] {
    /// A program by its whole path, and its arguments.
    static var command: ValueForm {
        let words = ValueForm<[String]>.list(of: .word)
        return ValueForm(words.shape, "a list such as [\"/usr/local/bin/tell\", \"argument\"]") {
            value, name, log in
            guard let command = words.read(value, name, log), let program = command.first else { return nil }
            guard program.hasPrefix("/") else {
                log.note(
                    value.array?.first?.position ?? value.position,
                    "\(name): \"\(program)\" is not a whole path that starts with /")
                return nil
            }
            return command
        }
    }
}
