// The commands' end of the control socket, by libcurl.

internal import CurlShims
package import Documents
internal import FoundationEssentials
internal import Glibc
package import Platform

/// Why the service did not do what was asked.
package enum ControlFailure: Error, Sendable {
    /// Nobody listens on the socket.
    case unreachable(String)
    /// The service refused.
    case refused(ControlRefusal)
    /// The service answered something this command does not understand.
    case unintelligible(String)
}

package struct ControlClient: Sendable {
    private let socket: Path

    package init(socket: Path) {
        self.socket = socket
    }

    /// Asks and decodes the answer.
    /// - Parameter secret: Sent as the body, which nobody logs.
    package func ask<Answer: Decodable>(
        _ type: Answer.Type, _ method: String, _ path: String, _ arguments: [ControlArgument: String] = [:],
        secret: String = ""
    ) throws(ControlFailure) -> Answer {
        let body = try raw(method, path, arguments, secret: secret)
        do { return try JSONDecoder().decode(type, from: Data(body)) } catch {
            throw .unintelligible("the answer to \(path) cannot be read: \(error)")
        }
    }

    /// Asks and returns the answer as it came.
    package func raw(
        _ method: String, _ path: String, _ arguments: [ControlArgument: String] = [:], secret: String = ""
    ) throws(ControlFailure) -> [UInt8] {
        var reply = papertray_http_reply()
        let code = papertray_http_send(
            socket.string, method, Self.address(path, arguments), secret, secret.utf8.count, 600, &reply)
        defer { free(reply.body) }
        let body = reply.body.map { Array(UnsafeRawBufferPointer(start: $0, count: reply.length)) } ?? []
        guard code == 0 else {
            let sentence = withUnsafeBytes(of: reply.error) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw .unreachable("\(socket): \(sentence)")
        }
        guard reply.status == 200 else { throw Self.refusal(reply.status, body) }
        return body
    }

    private static func address(_ path: String, _ arguments: [ControlArgument: String]) -> String {
        let query = arguments.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            "\($0.key.rawValue)=\(encoded($0.value))"
        }
        return "http://papertray" + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isASCII
                && (character.isLetter || character.isNumber || "-._~".contains(character))
                ? String(character) : "%" + [byte].hexadecimal
        }.joined()
    }

    private static func refusal(_ status: Int, _ body: [UInt8]) -> ControlFailure {
        do { return .refused(try JSONDecoder().decode(ControlRefusal.self, from: Data(body))) } catch {
            return .unintelligible("the service answered with HTTP status \(status)")
        }
    }
}
