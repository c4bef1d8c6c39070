// HTTP on the control socket. Whoever may open the socket may control the service: the socket's mode is the lock.

internal import Documents
internal import MicroHTTPDShims
package import Platform

/// One request: a verb, a path and its arguments.
package struct ControlRequest: Sendable {
    package let method: String
    package let path: String
    /// What was sent behind the head; a password travels here and never in the address.
    package let body: [UInt8]
    private let arguments: [String: String]

    fileprivate init(method: String, path: String, arguments: [String: String], body: [UInt8]) {
        self.body = body
        self.method = method
        self.path = path
        self.arguments = arguments
    }

    /// An argument of the address, decoded.
    package func argument(_ name: ControlArgument) -> String? { arguments[name.rawValue] }
}

/// The arguments that requests can have.
package enum ControlArgument: String, Sendable, CaseIterable {
    case job
    case folder
    case state
    case limit
    /// A name's bytes in hexadecimal digits, since a name need not be text.
    case name
}

package struct ControlResponse: Sendable {
    package let status: Int
    package let contentType: String
    package let body: [UInt8]

    package init(status: Int, contentType: String = "application/json", body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}

package final class ControlServer: Sendable {
    package typealias Respond = @Sendable (ControlRequest) async -> ControlResponse

    private final class Context: Sendable {
        let respond: Respond
        init(_ respond: @escaping Respond) { self.respond = respond }
    }

    /// A request waits for one answer, and nobody else touches it meanwhile: libmicrohttpd has suspended it.
    private struct Waiting: @unchecked Sendable {
        let request: OpaquePointer
    }

    /// The server's handle. `@unchecked`: it is set once and used again only in `deinit`.
    private struct Handle: @unchecked Sendable {
        let server: OpaquePointer
        let context: Unmanaged<Context>
    }

    private let handle: Handle

    /// Serves on a Unix socket at `path`, which must be free.
    package convenience init(path: Path, respond: @escaping Respond) throws(SystemError) {
        try self.init(UnixSocket.listen(at: path, mode: 0o660), path.string, respond)
    }

    /// Serves on a loopback address, whose port must be free, for everybody on this machine.
    package convenience init(address: LoopbackAddress, respond: @escaping Respond) throws(SystemError) {
        try self.init(address.listen(), address.description, respond)
    }

    private init(
        _ socket: consuming Descriptor, _ place: String, _ respond: @escaping Respond
    ) throws(SystemError) {
        let context = Unmanaged.passRetained(Context(respond))
        let server = papertray_http_start(
            socket.release(),
            { context, request in
                guard let context, let request else { return }
                let waiting = Waiting(request: request)
                let parsed = ControlServer.parse(request)
                let respond = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().respond
                Task(executorPreference: blockingThreads) {
                    ControlServer.answer(waiting, with: await respond(parsed))
                }
            }, context.toOpaque())
        guard let server else {
            context.release()
            throw SystemError("listen", place)
        }
        handle = Handle(server: server, context: context)
    }

    deinit {
        papertray_http_stop(handle.server)
        handle.context.release()
    }

    private static func parse(_ request: OpaquePointer) -> ControlRequest {
        var arguments: [String: String] = [:]
        for name in ControlArgument.allCases {
            if let value = papertray_http_argument(request, name.rawValue) {
                arguments[name.rawValue] = String(cString: value)
            }
        }
        var length = 0
        let start = papertray_http_body(request, &length)
        return ControlRequest(
            method: String(cString: papertray_http_method(request)),
            path: String(cString: papertray_http_path(request)), arguments: arguments,
            body: Array(UnsafeRawBufferPointer(start: start, count: length)))
    }

    private static func answer(_ waiting: Waiting, with response: ControlResponse) {
        response.body.withUnsafeBytes { body in
            papertray_http_answer(
                waiting.request, UInt32(response.status), response.contentType, body.baseAddress, body.count)
        }
    }
}
