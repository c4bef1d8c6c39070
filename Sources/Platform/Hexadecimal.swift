// Bytes as lower-case hexadecimal digits.

extension Sequence<UInt8> {
    /// Two digits for each byte.
    package var hexadecimal: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}

extension [UInt8] {
    /// Reads what `hexadecimal` wrote; `nil` where the text is something else.
    package init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        self = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16)
            else {
                return nil
            }
            append(byte)
        }
    }
}
