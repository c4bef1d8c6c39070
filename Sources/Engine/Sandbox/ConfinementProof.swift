// The proof that confinement holds: every forbidden act is tried from inside, as a hostile document would try it.
// `papertray doctor` shows the result, and tests demand it.

package import Platform
internal import SandboxShims

/// One forbidden act and how the kernel answered.
package struct ConfinementProof: Sendable, Hashable {
    package let act: String
    package let isRefused: Bool

    /// Tries all of them from a thread that is confined to `own`.
    /// - Parameters:
    ///   - own: A job's directory, which must stay writable.
    ///   - other: A file in another job's directory.
    ///   - parent: A process of the same user, to be traced.
    package static func attempts(own: Path, other: Path, parent: Int32) -> [ConfinementProof] {
        let path = own / "proof"
        return [
            ConfinementProof(
                act: "be kept out of its own job", isRefused: papertray_attempt_write(path.string) == 0),
            refused("read /etc/passwd", papertray_attempt_read("/etc/passwd")),
            refused("read another job", papertray_attempt_read(other.string)),
            refused("write another job", papertray_attempt_write((other.parent / "intruder").string)),
            refused("write in /tmp", papertray_attempt_write("/tmp/papertray-intruder")),
            refused("open a network socket", papertray_attempt_socket(2)),
            refused("open a Unix socket", papertray_attempt_socket(1)),
            refused("run a program", papertray_attempt_exec("/bin/true")),
            refused("start a process", papertray_attempt_fork()),
            refused("trace the service", papertray_attempt_trace(parent)),
        ]
    }

    private static func refused(_ act: String, _ number: Int32) -> ConfinementProof {
        ConfinementProof(act: act, isRefused: number != 0)
    }
}
