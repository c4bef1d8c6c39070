// Webhooks against a server of the test's own: what arrives, what counts as arrived, and what is never connected to.

@testable internal import Delivery
internal import Documents
internal import Ledger
internal import Platform
internal import Settings
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct WebhookTests {
    private let seen = SeenRequests()
    private let body = Array("{\"key\":\"k.1\",\"name\":\"发票.pdf\"}".utf8)

    private func send(
        _ server: LoopbackServer, host: String = "127.0.0.1", secret: String? = nil,
        allowsPrivate: Bool = true,
        stop: SendingStop = SendingStop()
    ) async -> Receipt {
        let webhook = NotifyTarget.Webhook(
            address: "http://\(host):\(server.port)/hook?a=b", secret: secret.map { Secret($0) },
            allowsPrivate: allowsPrivate)
        let body = body
        return await onBlockingThread { () throws(Never) in webhook.send(body, key: "k.1", stop: stop) }
    }

    @Test func requestCarriesBodyKeyAndSignature() async throws {
        let server = try seen.server { _ in SeenRequests.fine }
        #expect(await send(server, secret: "key 钥匙") == .delivered)
        let request = try #require(seen.all.first)
        #expect(request.line == "POST /hook?a=b HTTP/1.1" && request.body == body)
        #expect(request.headers["idempotency-key"] == "k.1")
        #expect(request.headers["content-type"] == "application/json")
        // What `openssl dgst -sha256 -hmac` says of the same bytes.
        let code = HMACSHA256.code(of: request.body, key: Array("key 钥匙".utf8))
        #expect(request.headers["x-papertray-signature"] == "sha256=\(code)")
        #expect(code == "27807ead08bd049e1592f134a1a44098d1dae4deeaa2c868173c5e61e6a4ff35")
    }

    @Test func withoutASecretThereIsNoSignature() async throws {
        let server = try seen.server { _ in SeenRequests.fine }
        #expect(await send(server) == .delivered)
        #expect(try #require(seen.all.first).headers["x-papertray-signature"] == nil)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "2130706433", "127.1", "[::ffff:127.0.0.1]", "0.0.0.0"])
    func privateAddressIsRefusedByDefault(host: String) async throws {
        let server = try seen.server { _ in SeenRequests.fine }
        #expect(await send(server, host: host, allowsPrivate: false) == .failed("private-address"))
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: ["127.0.0.1", "localhost"]) func privateAddressIsTakenWhereItIsAllowed(host: String)
        async throws
    {
        let server = try seen.server { _ in SeenRequests.fine }
        #expect(await send(server, host: host, allowsPrivate: true) == .delivered)
        #expect(seen.all.count == 1)
    }

    @Test(arguments: [200, 201, 204, 299]) func everySuccessHasArrived(status: Int) async throws {
        let server = try seen.server { _ in SeenRequests.status(status) }
        #expect(await send(server) == .delivered)
    }

    @Test(arguments: [400, 401, 404, 410, 429, 500, 503]) func everyOtherStatusIsAFailure(status: Int)
        async throws
    {
        let server = try seen.server { _ in SeenRequests.status(status) }
        #expect(await send(server) == .failed("http-\(status)"))
    }

    @Test(arguments: [301, 302, 307, 308]) func redirectIsNotFollowed(status: Int) async throws {
        let elsewhere = SeenRequests()
        let other = try elsewhere.server { _ in SeenRequests.fine }
        let location = "Location: http://127.0.0.1:\(other.port)/\r\n"
        let server = try seen.server { _ in SeenRequests.status(status, location) }
        #expect(await send(server) == .failed("redirected"))
        #expect(other.connectionCount == 0 && seen.all.count == 1)
    }

    @Test func endlessAnswerIsCutOff() async throws {
        let said = Atomic<Int>(0)
        let isOver = Atomic<Bool>(false)
        let server = try LoopbackServer { connection in
            guard SeenRequest(connection) != nil else { return }
            connection.say("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            let chunk = String(repeating: "x", count: 4096)
            while connection.say(chunk) { said.add(4096, ordering: .relaxed) }
            isOver.store(true, ordering: .releasing)
        }
        #expect(await send(server) == .delivered)
        #expect(await eventually { isOver.load(ordering: .acquiring) })
    }

    @Test func nobodyListeningIsAFailure() async throws {
        var server: LoopbackServer? = try seen.server { _ in SeenRequests.fine }
        let port = try #require(server).port
        server = nil
        let webhook = NotifyTarget.Webhook(address: "http://127.0.0.1:\(port)/", allowsPrivate: true)
        let body = body
        let isClosed = await eventually {
            let receipt = await onBlockingThread { () throws(Never) in
                webhook.send(body, key: "k", stop: SendingStop())
            }
            return receipt == .failed("connection-failed")
        }
        #expect(isClosed)
    }

    @Test func serverThatHangsUpIsAFailure() async throws {
        let server = try LoopbackServer { _ = SeenRequest($0) }
        #expect(await send(server) == .failed("connection-lost"))
    }

    @Test func plainTextWhereTLSIsExpectedIsAFailure() async throws {
        let server = try LoopbackServer { $0.say("hello\r\n") }
        let webhook = NotifyTarget.Webhook(address: "https://127.0.0.1:\(server.port)/", allowsPrivate: true)
        let body = body
        let receipt = await onBlockingThread { () throws(Never) in
            webhook.send(body, key: "k", stop: SendingStop())
        }
        #expect(receipt == .failed("tls-failed"))
    }

    @Test func stopEndsASendingThatHangs() async throws {
        let seen = seen
        let server = try LoopbackServer { connection in
            if let request = SeenRequest(connection) { _ = seen.add(request) }
            connection.waitForEnd()
        }
        let stop = SendingStop()
        async let receipt = send(server, stop: stop)
        #expect(await eventually { seen.all.count == 1 })
        stop.stop()
        #expect(await receipt == .stopped)
    }
}
