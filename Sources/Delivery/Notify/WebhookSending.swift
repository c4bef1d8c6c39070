// A webhook: one POST of JSON with an idempotency key and, where there is a secret, a signature over the whole body.

internal import CurlShims
internal import Platform
internal import Settings

extension NotifyTarget.Webhook {
    private static let timeoutSeconds = 10
    private static let answerLimit = 4096

    /// Sends; blocks the calling thread.
    func send(_ body: [UInt8], key: String, stop: SendingStop) -> Receipt {
        var headers = [
            "Content-Type: application/json", "User-Agent: papertray", "Idempotency-Key: \(key)",
        ]
        if let secret {
            let code = HMACSHA256.code(of: body, key: Array(secret.value.utf8))
            headers.append("X-Papertray-Signature: sha256=\(code)")
        }
        let result = stop.limits(seconds: Self.timeoutSeconds, publicOnly: !allowsPrivate) { limits in
            withCStrings(headers) {
                papertray_post(address, $0, headers.count, body, body.count, Self.answerLimit, limits)
            }
        }
        return Receipt(http: result)
    }
}

/// Lends texts to C for the time of the call.
func withCStrings<Result>(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
    func lend(_ rest: ArraySlice<String>, _ lent: [UnsafePointer<CChar>?]) -> Result {
        guard let first = rest.first else { return body(lent) }
        return first.withCString { lend(rest.dropFirst(), lent + [$0]) }
    }
    return lend(texts[...], [])
}
