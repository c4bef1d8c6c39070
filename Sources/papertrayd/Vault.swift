// Passwords of locked documents, given by `papertray unlock`: in memory, for one job, until it has ended.

import Documents
import Synchronization

final class Vault: Sendable {
    private let passwords = Mutex<[JobID: String]>([:])

    subscript(_ job: JobID) -> String? {
        get { passwords.withLock { $0[job] } }
        set { passwords.withLock { $0[job] = newValue } }
    }
}
