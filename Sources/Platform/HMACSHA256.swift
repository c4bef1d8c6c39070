// HMAC with SHA-256 by libcrypto, for signatures that only holders of a shared secret can make.

internal import CCrypto

package enum HMACSHA256 {
    /// The authentication code of a message in lower-case hexadecimal digits. Corresponds to `HMAC`.
    package static func code(of message: [UInt8], key: [UInt8]) -> String {
        var code = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        let made = HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, &length)
        // It fails only where there is no memory for a few hundred bytes.
        precondition(made != nil && length == 32, "libcrypto has no HMAC")
        return code.hexadecimal
    }
}
