// Random numbers for names, from libcrypto.

internal import CCrypto

package enum Random {
    package static func number() -> UInt32 {
        bytes(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    package static func hexadecimal(digits: Int) -> String {
        String(bytes((digits + 1) / 2).hexadecimal.prefix(digits))
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        // The generator seeds itself from the kernel and fails only where that is impossible.
        precondition(RAND_bytes(&bytes, Int32(count)) == 1, "libcrypto has no random numbers")
        return bytes
    }
}
