// The vectors of FIPS 180-4.

internal import Platform
internal import TestSupport
internal import Testing

@Suite struct SHA256Tests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]) func matchesKnownVectors(text: String, digest: String) throws {
        let running = SHA256()
        for byte in text.utf8 { running.update([byte]) }
        #expect(running.finish() == digest)
        let scratch = try ScratchFolder()
        try scratch.write(text, "file")
        #expect(try SHA256.digest(of: scratch.directory().open("file")) == digest)
    }

    @Test func matchesAMillionLetters() {
        let digest = SHA256()
        for _ in 1...100 { digest.update([UInt8](repeating: 0x61, count: 10_000)) }
        #expect(digest.finish() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }
}
