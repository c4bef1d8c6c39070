// Whole messages or an error: a frame that is too long or cut off is never taken for one.

internal import Glibc
internal import Platform
internal import Testing

@Suite struct FrameChannelTests {
    /// A channel and the number of its bare other end, for the caller to own.
    private static func pair() throws -> (FrameChannel, Int32) {
        var numbers: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &numbers) == 0 else { throw SystemError("socketpair") }
        return (FrameChannel(Descriptor(owning: numbers[0])), numbers[1])
    }

    @Test(arguments: [0, 1, 4, 255, 256, 65_537, 3_000_000]) func carriesWholeMessages(count: Int)
        async throws
    {
        let (near, bare) = try Self.pair()
        let far = FrameChannel(Descriptor(owning: bare))
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        async let received = onBlockingThread { () throws(SystemError) in
            [try near.receive(), try near.receive(), try near.receive()]
        }
        try await onBlockingThread { () throws(SystemError) in
            try far.send(message)
            try far.send("next".utf8)
            far.shutDown()
        }
        #expect(try await received == [message, Array("next".utf8), nil])
    }

    @Test func lengthIsLittleEndian() throws {
        let (near, number) = try Self.pair()
        let far = Descriptor(owning: number)
        try near.send([UInt8](repeating: 7, count: 258))
        #expect(try far.read(atMost: 5) == [2, 1, 0, 0, 7])
    }

    @Test(
        arguments: [
            [0x01], [0x01, 0, 0], [0x05, 0, 0, 0, 0x61, 0x62], [0xFF, 0xFF, 0xFF, 0xFF],
            [0x01, 0, 0, 0x04, 0x61],
            [0x02, 0, 0, 0],
        ] as [[UInt8]]) func refusesAFrameThatIsTooLongOrCutOff(bytes: [UInt8]) throws
    {
        let (near, number) = try Self.pair()
        let far = Descriptor(owning: number)
        try far.write(bytes)
        try far.close()
        #expect(throws: SystemError("receive", "frame", number: EBADMSG)) { _ = try near.receive() }
    }

    @Test func theEndOfTheStreamIsNoMessage() throws {
        let (near, number) = try Self.pair()
        let far = Descriptor(owning: number)
        try far.close()
        #expect(try near.receive() == nil)
    }

    @Test func shutDownWakesAWaitingReceiver() async throws {
        let (near, number) = try Self.pair()
        let far = FrameChannel(Descriptor(owning: number))
        async let received = onBlockingThread { () throws(SystemError) in try near.receive() }
        near.shutDown()
        #expect(try await received == nil)
        far.shutDown()
    }
}
