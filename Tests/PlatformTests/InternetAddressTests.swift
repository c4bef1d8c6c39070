// Which addresses may be connected to, and which are this machine's own.

internal import Glibc
internal import Platform
internal import Testing

private func address(_ text: String) -> InternetAddress? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return InternetAddress(bytes: Array(bytes.prefix(4))) }
    return inet_pton(AF_INET6, text, &bytes) == 1 ? InternetAddress(bytes: bytes) : nil
}

@Suite struct InternetAddressTests {
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.168.1.1",
        "198.18.0.1", "198.19.255.255", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::7f00:1",
        "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:101::1", "2001::1", "2001:db8::1",
        "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "100::1", "5f00::1",
    ]) func isNotPublic(text: String) throws {
        #expect(try #require(address(text)).isPublic == false)
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255",
        "128.0.0.1", "169.253.0.1", "172.15.255.255", "172.32.0.1", "192.167.255.255", "192.169.0.1",
        "198.17.255.255", "198.20.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:4860::1",
        "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
    ]) func isPublic(text: String) throws {
        #expect(try #require(address(text)).isPublic)
    }

    @Test func otherLengthsAreNoAddresses() {
        for count in [0, 3, 5, 15, 17] {
            #expect(InternetAddress(bytes: [UInt8](repeating: 1, count: count)) == nil)
        }
    }
}

@Suite struct LoopbackAddressTests {
    @Test(arguments: ["127.0.0.1:9464", "127.8.9.255:1", "[::1]:65535"]) func isTaken(text: String) throws {
        #expect(try #require(LoopbackAddress(text)).description == text)
    }

    @Test(arguments: [
        "", "9464", ":9464", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:-1",
        "0.0.0.0:9464", "10.0.0.1:9464", "192.168.1.1:80", "localhost:9464", "::1:9464", "[::]:9464",
        "[::2]:9464", "127.1:9464", "127.0.0.01:9464", "127.0.0.256:1", "127.0.0.1.example.org:80",
        " 127.0.0.1:80", "127.0.0.1:8o", "128.0.0.1:80",
    ]) func isRefused(text: String) {
        #expect(LoopbackAddress(text) == nil)
    }

    @Test func takenPortIsAnError() throws {
        // The kernel hands a free port out; it is taken while the socket lives.
        let socket = Descriptor(owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = socket.number
        withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #expect(bind(number, $0, length) == 0 && listen(number, 1) == 0)
                #expect(getsockname(number, $0, &length) == 0)
            }
        }
        let address = try #require(LoopbackAddress("127.0.0.1:\(UInt16(bigEndian: name.sin_port))"))
        #expect(throws: SystemError.self) { _ = try address.listen() }
    }
}
