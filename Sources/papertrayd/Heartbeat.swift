// What the service manager is told while the service runs: a line about its size, and a heartbeat for as long as the
// ledger answers. A service whose ledger hangs can take no document, so the manager may start it anew.

import Ledger
import Platform
import Settings

extension Service {
    /// One line for `systemctl status`.
    var summary: String {
        let service = configuration.service
        let folders = configuration.folders.count
        let size = "folders: \(folders) below \(service.root); workers: \(service.workers)"
        return ([size] + warnings).joined(separator: "; ")
    }

    /// Beats until the task is cancelled.
    func beat(for manager: ServiceManager) async {
        guard let pause = manager.heartbeat else { return }
        while !Task.isCancelled {
            do {
                _ = try await ledger.jobs(limit: 1)
                manager.report(.alive)
            } catch {
                workshop.log.error("ledger", [.reason: error.description])
            }
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }
}
