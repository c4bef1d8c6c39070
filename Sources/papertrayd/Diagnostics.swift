// The service's part of `papertray diagnostics`.

import Documents
import Intake
import Ledger
import Platform
import Scheduling
import Settings

extension Service {
    private static let eventLimit = 200

    func diagnostics() async throws -> DiagnosticsReport {
        let counts = try await ledger.counts()
        var folders: [DiagnosticsReport.Folder] = []
        for service in folderServices() {
            let (name, snapshot) = (service.settings.name, service.intake.snapshot)
            folders.append(
                DiagnosticsReport.Folder(
                    name: name, watch: snapshot.mode.description, state: Self.code(of: snapshot.state),
                    waiting: snapshot.waiting, jobs: Self.named(counts[name] ?? [:])))
        }
        let sent = try await ledger.notificationCounts()
        return DiagnosticsReport(
            version: papertrayVersion, readiness: await readiness(), warnings: warnings.count,
            folders: folders, workers: await pool.workers().map { DiagnosticsReport.Worker($0) },
            codes: Self.named(try await ledger.failureCounts()),
            notifications: [
                "pending": sent.pending, "delivered": sent.delivered, "given-up": sent.givenUp,
            ], ledgerBytes: ledgerBytes(), freeBytes: freeBytes(),
            events: try await ledger.recentEvents(limit: Self.eventLimit).compactMap {
                DiagnosticsReport.Event($0)
            })
    }

    private static func named<Key: RawRepresentable<String>>(_ counts: [Key: Int]) -> [String: Int] {
        Dictionary(counts.map { ($0.key.rawValue, $0.value) }) { $0 + $1 }
    }
}
