// SHA-256 by libcrypto.

internal import CCrypto

/// A running SHA-256 digest.
package final class SHA256 {
    private let context: OpaquePointer

    package init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto has no SHA-256")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    package func update(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    }

    /// The digest in lower-case hexadecimal digits; nothing may be added afterwards.
    package func finish() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_DigestFinal_ex(context, &digest, nil)
        return digest.hexadecimal
    }

    /// The digest of bytes in memory, in lower-case hexadecimal digits.
    package static func digest(of bytes: [UInt8]) -> String {
        let hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// The digest of a whole file, read from its start.
    package static func digest(of file: borrowing Descriptor) throws(SystemError) -> String {
        let digest = SHA256()
        var offset = 0
        while true {
            let chunk = try file.read(atMost: 1 << 18, at: offset)
            if chunk.isEmpty { return digest.finish() }
            digest.update(chunk)
            offset += chunk.count
        }
    }
}
