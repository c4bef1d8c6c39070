// Brings one notification to its target and records what became of it. The row is changed after the sending, so a crash
// in between sends it again, with the same key: a receiver that remembers keys is told once, any other at least once.

internal import Documents
internal import FoundationEssentials
package import Ledger
internal import Platform
package import Settings

package struct Courier: Sendable {
    private static let commandLimit = Duration.seconds(30)

    private let ledger: Ledger
    private let targets: [String: NotifyTarget]
    private let stop: SendingStop

    package init(ledger: Ledger, notify: [NotifySettings], stop: SendingStop = SendingStop()) {
        self.ledger = ledger
        self.stop = stop
        targets = Dictionary(notify.map { ($0.target.identity, $0.target) }) { first, _ in first }
    }

    /// Tries once.
    /// - Returns: What was recorded; `nil` where the service is being stopped.
    @discardableResult
    package func deliver(
        _ notification: PendingNotification, now: Int64
    ) async throws(LedgerError) -> NotificationOutcome? {
        let outcome: NotificationOutcome
        switch await send(notification) {
        case .stopped: return nil
        case .delivered:
            Failpoint.notificationSent.reach()
            outcome = .delivered
        case .failed(let code):
            let wait = Backoff.seconds(
                afterFailures: notification.attempts + 1, jitter: .random(in: 0.8...1.2))
            let next = now + Int64(wait * 1000)
            let isOver = next > notification.createdAt + Backoff.patience
            outcome = isOver ? .givenUp(code: code) : .failed(code: code, nextAt: next)
        }
        try await ledger.record(outcome, of: notification.key, at: now)
        return outcome
    }

    /// Sends without recording anything.
    package func send(_ notification: PendingNotification) async -> Receipt {
        guard let target = targets[notification.target] else { return .failed("target-removed") }
        let stop = stop
        return await onBlockingThread { () throws(Never) in
            let body = Array(notification.payload.utf8)
            switch target {
            case .webhook(let webhook): return webhook.send(body, key: notification.key, stop: stop)
            case .mail(let mail):
                do {
                    let payload = try JSONDecoder().decode(NotificationPayload.self, from: Data(body))
                    return mail.send(payload, createdAt: notification.createdAt, stop: stop)
                } catch {
                    return .failed("unreadable-row")
                }
            case .command(let words): return Self.run(words, body, notification.key, stop)
            }
        }
    }

    private static func run(
        _ words: [String], _ body: [UInt8], _ key: String, _ stop: SendingStop
    ) -> Receipt {
        let environment = [
            "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "PAPERTRAY_NOTIFICATION_KEY=\(key)",
        ]
        do {
            let end = try CommandRun.run(
                words, environment: environment, input: body, limit: commandLimit
            ) { stop.isStopped }
            switch end {
            case .ended(.exited(0)): return .delivered
            case .ended(.exited(let status)): return .failed("exit-\(status)")
            case .ended(.killed(let signal)): return .failed("signal-\(signal)")
            case .stopped: return stop.isStopped ? .stopped : .failed("timeout")
            }
        } catch {
            return .failed("not-started")
        }
    }
}

/// When a notification that did not arrive is tried again.
package enum Backoff {
    /// It is given up after a day, in milliseconds.
    package static let patience: Int64 = 86_400_000
    private static let longest = 3600.0

    /// Ten seconds, doubled with each failure up to an hour.
    /// - Parameter jitter: A factor, so that many do not come at once.
    package static func seconds(afterFailures count: Int, jitter: Double) -> Double {
        // Nine doublings are more than an hour.
        let doublings = min(max(1, count) - 1, 9)
        return min(Double(10 << doublings), longest) * jitter
    }
}
