// What monitoring asks: `/metrics`, `/readyz` and `/healthz`, on the control socket and, where the operator says so, on
// a loopback address too. No name of a file and no text of a document is ever in an answer.

import Console
import Documents
import FoundationEssentials
import Intake
import Ledger
import Platform
import Scheduling
import Settings

extension Service {
    private static let patience = Duration.seconds(5)

    /// Opens the loopback address for monitoring, where there is one.
    func openMetricsAddress() -> ControlServer? {
        guard let address = configuration.service.metrics else { return nil }
        do {
            let server = try ControlServer(address: address) { [weak self] request in
                await self?.respondToMonitoring(request) ?? ControlResponse(status: 503, body: [])
            }
            workshop.log.info("metrics", [.path: address.description])
            return server
        } catch {
            workshop.log.error("metrics", [.path: address.description, .reason: error.description])
            return nil
        }
    }

    private func respondToMonitoring(_ request: ControlRequest) async -> ControlResponse {
        let paths = ["/healthz", "/readyz", "/metrics"]
        guard request.method == "GET", paths.contains(request.path) else {
            return ControlResponse(status: 404, contentType: "text/plain", body: Array("not found\n".utf8))
        }
        return await respond(to: request)
    }

    // MARK: Readiness

    /// 200 where documents can be taken, 503 with the reasons where they cannot.
    func readinessAnswer() async -> ControlResponse {
        let readiness = await readiness()
        return answer(readiness, status: readiness.ready ? 200 : 503)
    }

    func readiness() async -> Readiness {
        var reasons: [String] = []
        for service in folderServices() {
            let state = service.intake.snapshot.state
            if state != "active" {
                reasons.append("the folder \(service.settings.name) cannot be used: \(Self.code(of: state))")
            }
        }
        if await pool.measures.startFailure != nil {
            // It may work by now.
            do { try await pool.warmUp() } catch { reasons.append("no worker can be started") }
        }
        if await !ledgerAnswers() { reasons.append("the ledger does not answer") }
        return Readiness(reasons: reasons)
    }

    /// The code at the beginning of a folder's state; the rest may hold paths.
    static func code(of state: String) -> String {
        let code = String(state.prefix { $0 != ":" })
        return code == "active" || FailureCode(rawValue: code) != nil ? code : "unusable"
    }

    private func ledgerAnswers() async -> Bool {
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        let ledger = ledger
        let question = Task {
            do {
                _ = try await ledger.jobs(limit: 1)
                answer.yield(true)
            } catch {
                answer.yield(false)
            }
        }
        let deadline = Task {
            do { try await Task.sleep(for: Self.patience) } catch { return }
            answer.yield(false)
        }
        defer {
            question.cancel()
            deadline.cancel()
        }
        for await isThere in answers { return isThere }
        return false
    }

    // MARK: Numbers

    func metricsAnswer() async throws -> ControlResponse {
        var page = MetricsText()
        page.add(
            "papertray_build_info", .gauge, "The version of the service",
            [([("version", papertrayVersion)], 1)])
        try await addJobs(to: &page)
        await addWorkers(to: &page)
        let notifications = try await ledger.notificationCounts()
        page.add(
            "papertray_notifications", .gauge, "Notifications by what became of them",
            [
                ([("state", "pending")], Double(notifications.pending)),
                ([("state", "delivered")], Double(notifications.delivered)),
                ([("state", "given_up")], Double(notifications.givenUp)),
            ])
        let reviews = try await ledger.reviewCounts()
        page.add(
            "papertray_review", .gauge, "Finished documents that a person should look at",
            folderServices().map { service in
                let name = service.settings.name
                return ([("folder", name)], Double(reviews[name] ?? 0))
            })
        page.add("papertray_ledger_bytes", .gauge, "Size of the ledger's files", ledgerBytes())
        page.add(
            "papertray_state_free_bytes", .gauge, "Free bytes in the file system of the state directory",
            freeBytes())
        return ControlResponse(
            status: 200, contentType: MetricsText.contentType, body: Array(page.text.utf8))
    }

    private func addJobs(to page: inout MetricsText) async throws {
        let counts = try await ledger.counts()
        let names = Set(counts.keys).union(configuration.folders.map(\.name)).sorted()
        page.add(
            "papertray_jobs", .gauge, "Jobs by folder and state",
            names.flatMap { name in
                JobState.allCases.map { state in
                    ([("folder", name), ("state", state.rawValue)], Double(counts[name]?[state] ?? 0))
                }
            })
        var waiting: [(labels: MetricsText.Labels, value: Double)] = []
        var usable: [(labels: MetricsText.Labels, value: Double)] = []
        var found: [(labels: MetricsText.Labels, value: Double)] = []
        for service in folderServices() {
            let snapshot = service.intake.snapshot
            waiting.append(([("folder", service.settings.name)], Double(snapshot.waiting)))
            usable.append(([("folder", service.settings.name)], snapshot.state == "active" ? 1 : 0))
            found.append(([("folder", service.settings.name)], Double(snapshot.foundByLooking)))
        }
        page.add("papertray_files_waiting", .gauge, "Files in an inbox that are not taken yet", waiting)
        page.add("papertray_folder_usable", .gauge, "Whether a folder can be used", usable)
        page.add(
            "papertray_files_found_by_looking_total", .counter,
            "Files that a look into the inbox found before any event told of them", found)
        let outcomes = outcomes.all.sorted { ($0.key.folder, $0.key.code) < ($1.key.folder, $1.key.code) }
        page.add(
            "papertray_jobs_ended_total", .counter, "Jobs that ended since the start, by folder and code",
            outcomes.map { ([("folder", $0.key.folder), ("code", $0.key.code)], Double($0.value)) })
    }

    private func addWorkers(to page: inout MetricsText) async {
        let measures = await pool.measures
        let workers = await pool.workers()
        let working = workers.filter { $0.job != nil }.count
        page.add(
            summary: "papertray_task_seconds", "Time that tasks took at a worker, by step",
            measures.steps.sorted { $0.key < $1.key }.map {
                ([("step", $0.key)], $0.value.seconds, $0.value.tasks)
            })
        page.add(
            "papertray_workers", .gauge, "Worker processes by what they do",
            [
                ([("state", "working")], Double(working)),
                ([("state", "idle")], Double(workers.count - working)),
            ])
        page.add(
            "papertray_workers_started_total", .counter, "Worker processes started", measures.workersStarted)
        page.add(
            "papertray_worker_restarts_total", .counter,
            "Workers that crashed or had to be killed, each replaced by a fresh one", measures.workersLost)
    }

    /// The ledger and its log; a file that is not there has no bytes.
    func ledgerBytes() -> Int {
        ["ledger.sqlite", "ledger.sqlite-wal"].reduce(0) { sum, name in
            sum + ((try? Directory(configuration.service.state).status(Path(name)).bytes) ?? 0)
        }
    }

    func freeBytes() -> Int {
        (try? Directory(configuration.service.state).freeBytes()) ?? 0
    }
}
