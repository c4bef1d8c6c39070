// What one try to send a notification came to, as a code that may stand in ledger, log and metrics.

internal import CurlShims
internal import Platform
internal import Synchronization

/// The end of one try.
package enum Receipt: Sendable, Hashable {
    case delivered
    /// `timeout`, `http-503`, `private-address`, ….
    case failed(String)
    /// The service is being stopped; the try does not count.
    case stopped
}

/// Ends what is being sent, when the service stops.
package final class SendingStop: Sendable {
    private let isSet = Atomic<Bool>(false)

    package init() {}

    package var isStopped: Bool { isSet.load(ordering: .relaxed) }

    package func stop() { isSet.store(true, ordering: .relaxed) }

    /// Lends the stop to libcurl for the time of a call.
    func limits<Result>(
        seconds: Int, publicOnly: Bool, _ body: (papertray_send_limits) -> Result
    ) -> Result {
        withExtendedLifetime(self) {
            let limits = papertray_send_limits(
                timeout_seconds: seconds, is_allowed: publicOnly ? isPublicAddress : nil,
                is_cancelled: { context in
                    guard let context else { return 0 }
                    return Unmanaged<SendingStop>.fromOpaque(context).takeUnretainedValue().isStopped ? 1 : 0
                }, cancel_context: Unmanaged.passUnretained(self).toOpaque())
            return body(limits)
        }
    }
}

private func isPublicAddress(_ bytes: UnsafePointer<UInt8>?, _ length: Int32) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
    return InternetAddress(bytes: bytes)?.isPublic == true ? 1 : 0
}

extension Receipt {
    /// What libcurl's own failures are called, see libcurl-errors(3).
    private static let codes: [Int32: String] = [
        3: "address-wrong", 6: "name-unknown", 7: "connection-failed", 28: "timeout", 52: "connection-lost",
        55: "connection-lost", 56: "connection-lost", 67: "login-denied", 35: "tls-failed", 51: "tls-failed",
        53: "tls-failed", 58: "tls-failed", 59: "tls-failed", 60: "tls-failed", 64: "tls-failed",
        77: "tls-failed", 83: "tls-failed", 90: "tls-failed", 91: "tls-failed",
    ]
    private static let aborted: Int32 = 42

    init(http result: papertray_send_result) {
        switch (result.code, result.status) {
        case (0, 200..<300): self = .delivered
        case (0, 300..<400): self = .failed("redirected")
        case (0, let status): self = .failed("http-\(status)")
        default: self.init(failed: result)
        }
    }

    init(smtp result: papertray_send_result) {
        switch (result.code, result.status) {
        case (0, _): self = .delivered
        case (55...56, 400..<600), (67, 400..<600), (8, 400..<600): self = .failed("smtp-\(result.status)")
        default: self.init(failed: result)
        }
    }

    private init(failed result: papertray_send_result) {
        if result.code == Self.aborted {
            self = .stopped
        } else if result.was_refused != 0 {
            self = .failed("private-address")
        } else {
            self = .failed(Self.codes[result.code] ?? "not-sent")
        }
    }
}
