// One folder at work: tried out, its claims compared with the ledger, and only then watched.

import Documents
import Intake
import Ledger
import Platform
import Settings

/// The life of one folder between two configurations.
final class FolderService: Sendable {
    let settings: FolderSettings
    let intake: FolderIntake
    private let workshop: Workshop
    private let firstTry = AsyncStream.makeStream(of: Never.self)
    private let resume: @Sendable (FolderSettings) async throws -> Void

    /// - Parameter resume: Takes up the unfinished jobs of the folder.
    init(
        _ settings: FolderSettings, intake: FolderIntake, workshop: Workshop,
        resume: @escaping @Sendable (FolderSettings) async throws -> Void
    ) {
        self.settings = settings
        self.intake = intake
        self.workshop = workshop
        self.resume = resume
    }

    /// Waits until the folder has been tried out once, with whatever result, or `giveUpWaiting` has been called.
    func hasBeenTried() async {
        for await _ in firstTry.stream {}
    }

    /// Lets nobody wait any longer: a share that hangs must not keep the service from being ready.
    func giveUpWaiting() {
        firstTry.continuation.finish()
    }

    /// Works until the task is cancelled.
    func run() async {
        await preflight()
        if Task.isCancelled { return }
        do {
            try await ClaimRecovery(folder: settings, ledger: workshop.ledger, log: workshop.log).run()
            try await LedgerRebuild(settings, workshop).run()
            try await Leftovers(ledger: workshop.ledger, log: workshop.log).clear(claimsOf: settings)
            try await resume(settings)
        } catch {
            workshop.log.error("recovery", [.folder: settings.name, .reason: "\(error)"])
        }
        await intake.run()
    }

    /// Lets the operator know, as often as the ledger finds right.
    private func tell(_ failure: Failure) async {
        do { try await workshop.ledger.tell(of: failure, in: settings.name) } catch {
            workshop.log.error("notifications", [.folder: settings.name, .reason: error.description])
        }
    }

    /// Tries the folder out until it can be worked with; a share that is not mounted yet is waited for.
    private func preflight() async {
        var told: Failure?
        while !Task.isCancelled {
            do {
                try await onBlockingThread { [settings] () throws(Failure) in try Preflight.check(settings) }
                if told != nil { workshop.log.info("folder is back", [.folder: settings.name]) }
                await intake.setObstacle(nil)
                return giveUpWaiting()
            } catch {
                if told != error {
                    workshop.log.error(
                        "folder cannot be used",
                        [
                            .folder: settings.name, .code: error.code.rawValue,
                            .reason: "\(error.message()) \(error.action())",
                        ])
                }
                told = error
                await intake.setObstacle(error)
                await tell(error)
                giveUpWaiting()
            }
            do { try await Task.sleep(for: .seconds(2)) } catch { return }
        }
    }
}
