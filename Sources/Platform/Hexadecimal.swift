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
