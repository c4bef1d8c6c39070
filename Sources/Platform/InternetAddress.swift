// Addresses of the internet protocols: whether one may be connected to from outside its own network. Addresses that
// carry an IPv4 address inside are judged by that.

/// An IPv4 or IPv6 address.
package struct InternetAddress: Sendable, Hashable {
    /// Four or sixteen, in network order.
    package let bytes: [UInt8]

    /// `nil` where there are neither four nor sixteen bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether the address belongs to the public internet: not loopback, private, link-local, unique-local, shared by
    /// carriers (CGNAT), multicast, or reserved. See the IANA special-purpose address registries.
    package var isPublic: Bool {
        bytes.count == 4 ? Self.isPublic(bytes[...]) : isPublicIPv6
    }

    private static func isPublic(_ address: ArraySlice<UInt8>) -> Bool {
        let number = address.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return !specialIPv4.contains { number >> (32 - $0.bits) == $0.network >> (32 - $0.bits) }
    }

    private static let specialIPv4: [(network: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8),  // this network
        (0x0A00_0000, 8),  // private
        (0x6440_0000, 10),  // shared by carriers
        (0x7F00_0000, 8),  // loopback
        (0xA9FE_0000, 16),  // link-local
        (0xAC10_0000, 12),  // private
        (0xC000_0000, 24),  // protocol assignments
        (0xC000_0200, 24),  // documentation
        (0xC058_6300, 24),  // relays
        (0xC0A8_0000, 16),  // private
        (0xC612_0000, 15),  // benchmarks
        (0xC633_6400, 24),  // documentation
        (0xCB00_7100, 24),  // documentation
        (0xE000_0000, 3),  // multicast, reserved, broadcast
    ]

    private var isPublicIPv6: Bool {
        switch (bytes[0], bytes[1]) {
        case (0x00, 0x00):
            // ::ffff:a.b.c.d and the old ::a.b.c.d; neither :: nor ::1 has a public address in it.
            return bytes[..<10].allSatisfy { $0 == 0 } && Self.isPublic(bytes[12...])
        case (0x00, 0x64):
            // 64:ff9b::/96 is translated to IPv4; 64:ff9b:1::/48 stays inside.
            let isTranslated = bytes[2] == 0xFF && bytes[3] == 0x9B && bytes[4..<12].allSatisfy { $0 == 0 }
            return isTranslated && Self.isPublic(bytes[12...])
        case (0x20, 0x02): return Self.isPublic(bytes[2..<6])
        // 2001::/23 are tunnels and other protocol assignments.
        case (0x20, 0x01): return bytes[2] > 0x01 && !(bytes[2] == 0x0D && bytes[3] == 0xB8)
        // Only 2000::/3 is given out.
        case (let first, _): return first & 0xE0 == 0x20
        }
    }
}
