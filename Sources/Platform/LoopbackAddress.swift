// An address of this machine that nobody outside can reach, and the listening socket there.

internal import Glibc
internal import PlatformShims

/// A loopback address and a port, such as `127.0.0.1:9464` or `[::1]:9464`.
package struct LoopbackAddress: Sendable, Hashable, CustomStringConvertible {
    /// `127.…` or `::1`.
    package let host: String
    package let port: UInt16

    /// Reads the address as people write it; `nil` where it is anything but a loopback address and a port.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let port = UInt16(digits), port > 0 else {
            return nil
        }
        let written = text[..<colon]
        guard written == "[::1]" || Self.isLoopbackIPv4(written) else { return nil }
        host = written == "[::1]" ? "::1" : String(written)
        self.port = port
    }

    private static func isLoopbackIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> UInt8? in
            guard let number = UInt8(part), String(number) == part else { return nil }
            return number
        }
        return parts.count == 4 && numbers.count == 4 && numbers[0] == 127
    }

    package var description: String { host == "::1" ? "[::1]:\(port)" : "\(host):\(port)" }

    /// A listening TCP socket.
    package func listen() throws(SystemError) -> Descriptor {
        Descriptor(owning: try check("listen", description) { papertray_listen_tcp(host, port) })
    }
}
