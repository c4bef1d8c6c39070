// What the kernel said, in one type: which call, on what, and the errno value. Nothing here knows documents.

internal import Glibc

/// A failed system call.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    package let call: String
    /// The path or name it was about, for eyes.
    package let operand: String
    /// The value of `errno`.
    package let number: Int32

    package init(_ call: String, _ operand: String = "", number: Int32 = errno) {
        self.call = call
        self.operand = operand
        self.number = number
    }

    /// The C library's sentence for the number.
    package var reason: String {
        String(cString: strerror(number))
    }

    package var description: String {
        operand.isEmpty ? "\(call): \(reason)" : "\(call) \(operand): \(reason)"
    }

    /// No room on the disk or in the quota.
    package var isOutOfSpace: Bool { number == ENOSPC || number == EDQUOT }
    package var isMissing: Bool { number == ENOENT || number == ENOTDIR || number == ESTALE }
    package var isDenied: Bool { number == EACCES || number == EPERM || number == EROFS }
    package var isTaken: Bool { number == EEXIST || number == ENOTEMPTY }
    /// A rename or link over the edge of a mount.
    package var isAcrossMounts: Bool { number == EXDEV }
    /// A link where none is followed.
    package var isLink: Bool { number == ELOOP }
    package var isUnsupported: Bool {
        number == ENOSYS || number == EOPNOTSUPP || number == EINVAL || number == ENOTTY
    }
}

/// Repeats a call that a signal interrupted and turns -1 into a `SystemError`.
@discardableResult
func check<Result: SignedInteger>(
    _ call: String, _ operand: @autoclosure () -> String = "", _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let number = errno
        if number != EINTR { throw SystemError(call, operand(), number: number) }
    }
}
