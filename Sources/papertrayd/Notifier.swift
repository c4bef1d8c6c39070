// Sends the notifications that the ledger holds, beside the jobs and never in their way. Each target has a sender of
// its own, so one that hangs holds up nobody else. What is not sent when the service ends waits for its next life.

import Delivery
import Documents
import Ledger
import Platform
import Settings
import Synchronization

actor Notifier {
    private enum Signal: Sendable {
        case adopt(Configuration)
        case look
    }

    /// Rows of one target that are read at a time.
    private static let batch = 20
    private static let pauseAfterMistake: Int64 = 30_000

    private let ledger: Ledger
    private let log: Log
    private let stopping = SendingStop()
    private let signals: AsyncStream<Signal>
    private let signal: AsyncStream<Signal>.Continuation
    private let isLookQueued = Mutex(false)
    private var courier: Courier
    private var senders: [String: Task<Void, Never>] = [:]
    private var alarm: Task<Void, Never>?

    init(ledger: Ledger, log: Log) {
        self.ledger = ledger
        self.log = log
        (signals, signal) = AsyncStream.makeStream(of: Signal.self)
        courier = Courier(ledger: ledger, notify: [], stop: stopping)
    }

    /// Uses the notifications of a configuration from now on. To be awaited before the first job moves.
    func begin(_ configuration: Configuration) async {
        await use(configuration)
        await ledger.tell { [weak self] in self?.look() }
        look()
    }

    /// Uses another configuration, some moments later.
    nonisolated func adopt(_ configuration: Configuration) { signal.yield(.adopt(configuration)) }

    /// Works until `stop`.
    func run() async {
        for await signal in signals {
            switch signal {
            case .adopt(let configuration): await use(configuration)
            case .look: await startSenders()
            }
        }
    }

    /// Breaks off what is being sent and returns when nothing is.
    func stop() async {
        stopping.stop()
        signal.finish()
        alarm?.cancel()
        for sender in senders.values { await sender.value }
    }

    private nonisolated func look() {
        let isFirst = isLookQueued.withLock { isQueued in
            defer { isQueued = true }
            return !isQueued
        }
        if isFirst { signal.yield(.look) }
    }

    private func use(_ configuration: Configuration) async {
        courier = Courier(ledger: ledger, notify: configuration.notify, stop: stopping)
        await ledger.notify(through: configuration.notificationRoutes)
    }

    private func startSenders() async {
        isLookQueued.withLock { $0 = false }
        do {
            let now = Moment.now()
            for target in try await ledger.targetsDue(at: now) where senders[target] == nil {
                if stopping.isStopped { return }
                senders[target] = Task(executorPreference: blockingThreads) { await self.serve(target) }
            }
            if let next = try await ledger.nextNotification(after: now) { lookAgain(at: next) }
        } catch {
            told(error)
        }
    }

    private func lookAgain(at moment: Int64) {
        alarm?.cancel()
        alarm = Task {
            do { try await Task.sleep(for: .milliseconds(max(0, moment - Moment.now()))) } catch { return }
            look()
        }
    }

    /// Sends what is due for a target, one after another.
    private func serve(_ target: String) async {
        do {
            while true {
                let due = try await ledger.notificationsDue(for: target, at: Moment.now(), limit: Self.batch)
                for notification in due {
                    guard let outcome = try await courier.deliver(notification, now: Moment.now()) else {
                        return
                    }
                    note(outcome, of: notification)
                }
                if due.isEmpty { break }
            }
            senders[target] = nil
            look()
        } catch {
            senders[target] = nil
            told(error)
        }
    }

    private func told(_ error: LedgerError) {
        log.error("notifications", [.reason: error.description])
        lookAgain(at: Moment.now() + Self.pauseAfterMistake)
    }

    private func note(_ outcome: NotificationOutcome, of notification: PendingNotification) {
        let attempt = String(notification.attempts + 1)
        switch outcome {
        case .delivered: log.info("notified", [.to: notification.target, .attempt: attempt])
        case .failed(let code, _):
            log.warning(
                "notification failed", [.to: notification.target, .code: code, .attempt: attempt])
        case .givenUp(let code):
            log.error(
                "notification given up", [.to: notification.target, .code: code, .attempt: attempt])
        }
    }
}
