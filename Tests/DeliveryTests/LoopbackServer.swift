// A small TCP server for one test: each connection is handed to the test's own dialogue on a thread of its own.

internal import Glibc
internal import Platform
internal import Synchronization

/// One accepted connection, read by lines and counts.
final class Connection {
    private let socket: Descriptor
    private var buffer: [UInt8] = []

    init(_ socket: consuming Descriptor) { self.socket = socket }

    private func fill() -> Bool {
        do throws(SystemError) {
            let chunk = try socket.read(atMost: 65536)
            buffer += chunk
            return !chunk.isEmpty
        } catch {
            return false
        }
    }

    /// A line without its end; `nil` when the other side has gone.
    func line() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end].filter { $0 != UInt8(ascii: "\r") }
                buffer.removeSubrange(...end)
                return String(decoding: line, as: UTF8.self)
            }
            if !fill() { return nil }
        }
    }

    func bytes(_ count: Int) -> [UInt8] {
        while buffer.count < count, fill() {}
        defer { buffer.removeFirst(min(count, buffer.count)) }
        return Array(buffer.prefix(count))
    }

    /// - Returns: Whether the other side still listens.
    @discardableResult
    func say(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes {
                send(
                    socket.number, $0.baseAddress.map { $0 + done }, bytes.count - done,
                    Int32(MSG_NOSIGNAL))
            }
            if sent <= 0 { return false }
            done += sent
        }
        return true
    }

    /// Waits until the other side goes.
    func waitForEnd() { while fill() { buffer = [] } }
}

final class LoopbackServer: Sendable {
    let port: UInt16
    private let socket: Int32
    private let accepted: Counter

    var connectionCount: Int { accepted.count }

    final class Counter: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    /// Listens on a free port of 127.0.0.1.
    init(_ dialogue: @escaping @Sendable (Connection) -> Void) throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && listen(socket, 16) == 0
                    && getsockname(socket, $0, &length) == 0
            }
        }
        guard isListening else { throw SystemError("listen", "127.0.0.1") }
        self.socket = socket
        port = UInt16(bigEndian: name.sin_port)
        let accepted = Counter()
        self.accepted = accepted
        startThread {
            while true {
                let number = accept(socket, nil, nil)
                if number < 0 { break }
                accepted.add()
                startThread { dialogue(Connection(Descriptor(owning: number))) }
            }
            close(socket)
        }
    }

    /// Wakes the accepting thread, which closes the socket.
    deinit { shutdown(socket, Int32(SHUT_RDWR)) }
}

/// A request as it came in.
struct SeenRequest: Sendable {
    let line: String
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    init?(_ connection: Connection) {
        guard let line = connection.line() else { return nil }
        self.line = line
        var headers: [String: String] = [:]
        while let header = connection.line(), !header.isEmpty {
            let parts = header.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
        }
        self.headers = headers
        body = connection.bytes(headers["content-length"].flatMap { Int($0) } ?? 0)
    }
}

/// An HTTP server that remembers what it was asked and answers by number.
final class SeenRequests: Sendable {
    private let requests = Mutex<[SeenRequest]>([])

    var all: [SeenRequest] { requests.withLock { $0 } }

    /// The number of the request, from 1.
    func add(_ request: SeenRequest) -> Int {
        requests.withLock {
            $0.append(request)
            return $0.count
        }
    }

    /// - Parameter answer: The whole answer to the n-th request, from 1.
    func server(_ answer: @escaping @Sendable (Int) -> String) throws -> LoopbackServer {
        try LoopbackServer { connection in
            guard let request = SeenRequest(connection) else { return }
            connection.say(answer(self.add(request)))
        }
    }

    static let fine = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"

    static func status(_ code: Int, _ headers: String = "") -> String {
        "HTTP/1.1 \(code) No\r\n\(headers)Content-Length: 0\r\nConnection: close\r\n\r\n"
    }
}
