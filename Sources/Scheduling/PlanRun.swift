// The steps of one job, in order: divide, do the parts side by side, assemble, check, go on. Finished parts and steps
// whose recorded size and hash still hold are not done again. Nothing here knows what a step does.

package import Documents
internal import Ledger
internal import Platform

/// One run of a job's plan.
package struct PlanRun: Sendable {
    /// Parts of one job that may wait at the dispatcher at a time: enough for every worker, small in memory.
    private static let window = 32
    /// Pages that are drawn by one verification task.
    private static let verifiedTogether = 16

    private let job: JobContext
    private let dispatcher: any Dispatcher
    private let checkpoints: any Checkpoints
    private let report: @Sendable (Double) -> Void

    /// - Parameter progress: Called with the done share of the whole plan, 0 to 1, from any thread.
    package init(
        of job: JobContext, dispatcher: any Dispatcher, checkpoints: any Checkpoints,
        progress: @escaping @Sendable (Double) -> Void
    ) {
        self.job = job
        self.dispatcher = dispatcher
        self.checkpoints = checkpoints
        report = progress
    }

    /// Runs the steps on a frozen copy.
    /// - Parameter companions: Files of the job that every step may look into.
    /// - Returns: What the last step made, or the source itself where there are no steps, with the side files of all.
    package func run(
        _ steps: [PlannedStep], on source: Revision, with companions: [StepFile] = []
    ) async throws(Failure) -> [PlannedResult] {
        var current = [source]
        var made = [source]
        for (index, step) in steps.enumerated() {
            let place = StepPlace(number: index + 1, of: steps.count, step: step)
            let revisions: [Revision]
            if let finished = try await finishedRevisions(of: place) {
                revisions = finished
            } else {
                revisions = try await run(place, on: current, companions)
            }
            made += revisions
            current = revisions.filter { $0.role == .main }
            report(Double(index + 1) / Double(steps.count))
        }
        if steps.isEmpty { return [PlannedResult(main: source)] }
        return made.results(of: steps.enumerated().map { Self.directory(of: $0 + 1, $1) })
    }

    /// The directory of a step's files below the job's, such as `01-ocr`.
    /// - Parameter number: From 1.
    package static func directory(of number: Int, _ step: PlannedStep) -> String {
        (number < 10 ? "0" : "") + "\(number)-\(step.name)"
    }

    /// A step's place in the plan.
    private struct StepPlace {
        let number: Int
        let count: Int
        let step: PlannedStep

        init(number: Int, of count: Int, step: PlannedStep) {
            self.number = number
            self.count = count
            self.step = step
        }

        var directory: String { PlanRun.directory(of: number, step) }

        /// The share of the plan that is done when `share` of this step is.
        func progress(_ share: Double) -> Double { (Double(number - 1) + share) / Double(count) }
    }

    private func run(
        _ place: StepPlace, on inputs: [Revision], _ companions: [StepFile]
    ) async throws(Failure) -> [Revision] {
        let (directory, start) = (place.directory, ContinuousClock.now)
        try await prepare(directory)
        let work = StepWork(
            step: place.step, inputs: inputs.map { StepFile(path: $0.path, type: $0.type, pages: $0.pages) },
            companions: companions, directory: directory)
        guard case .parts(let parts) = try await dispatch(.divide(work)) else { throw unexpected(place) }
        try await perform(parts, of: work, place)
        guard case .outputs(let outputs) = try await dispatch(.assemble(work, partCount: parts.count)) else {
            throw unexpected(place)
        }
        try await verify(outputs, of: place, inputs: inputs)
        return try await record(outputs, of: place, parents: inputs, since: start)
    }

    // MARK: Parts

    private func perform(_ parts: [Part], of work: StepWork, _ place: StepPlace) async throws(Failure) {
        let finished = try await trustedParts(of: work.directory)
        let pending = parts.filter { !finished.contains($0.index) }
        let done = Tally(finished.intersection(parts.map(\.index)).count)
        try await inParallel(pending, limit: Self.window) { part throws(Failure) in
            guard case .done(let files) = try await dispatch(.perform(work, part)) else {
                throw unexpected(place)
            }
            try await checkpoints.finish(try await stamped(files, of: part), of: work.directory)
            Failpoint.partFinished.reach()
            report(place.progress(0.95 * Double(await done.increment()) / Double(parts.count)))
        }
    }

    /// The parts whose every recorded file is there with its size and hash.
    private func trustedParts(of step: String) async throws(Failure) -> Set<Int> {
        let files = try await checkpoints.finishedFiles(of: step)
        var trusted = Set(files.map(\.part))
        for file in files {
            if await !holds(file.path, file.bytes, file.sha256) { trusted.remove(file.part) }
        }
        return trusted
    }

    private func stamped(_ paths: [String], of part: Part) async throws(Failure) -> [FinishedFile] {
        var files: [FinishedFile] = []
        for path in paths {
            let stamp = try await self.stamp(path)
            files.append(FinishedFile(part: part.index, path: path, bytes: stamp.bytes, sha256: stamp.sha256))
        }
        return files
    }

    // MARK: Results

    private func verify(_ outputs: [StepFile], of place: StepPlace, inputs: [Revision]) async throws(Failure)
    {
        // A side file lies beside the main file before it.
        guard outputs.first?.role == .main else {
            throw Failure(.validationFailed, job.name, "there is no result")
        }
        let expected = inputs.map(\.pages).reduce(0, +)
        let pages = outputs.filter { $0.role == .main }.map(\.pages).reduce(0, +)
        let keepsPages = StepCatalogue.step(named: place.step.name)?.keepsPageCount ?? false
        guard !keepsPages || pages == expected else {
            throw Failure(.validationFailed, job.name, "it has \(pages) pages instead of \(expected)")
        }
        let ranges = outputs.flatMap { file in
            if file.type != .pdf { return [Verification(file: file, firstPage: 1, lastPage: file.pages)] }
            return stride(from: 1, through: max(1, file.pages), by: Self.verifiedTogether).map { first in
                Verification(
                    file: file, firstPage: first, lastPage: min(file.pages, first + Self.verifiedTogether - 1)
                )
            }
        }
        try await inParallel(ranges, limit: Self.window) { range throws(Failure) in
            _ = try await dispatch(.verify(range))
        }
    }

    private func record(
        _ outputs: [StepFile], of place: StepPlace, parents: [Revision], since start: ContinuousClock.Instant
    ) async throws(Failure) -> [Revision] {
        var stamped: [(file: StepFile, bytes: Int, sha256: String)] = []
        for output in outputs {
            let stamp = try await self.stamp(output.path)
            stamped.append((output, stamp.bytes, stamp.sha256))
        }
        let made = stamped
        let moment = Moment.now()
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        return try await checkpoints.add { first in
            var main = first
            return made.enumerated().map { index, output in
                let isMain = output.file.role == .main
                if isMain { main = first + index }
                return Revision(
                    number: first + index, parent: isMain ? parents.first?.number : main,
                    step: place.step.name, options: place.step.options, path: output.file.path,
                    type: output.file.type, bytes: output.bytes, pages: output.file.pages,
                    sha256: output.sha256, at: moment, role: output.file.role, quality: output.file.quality,
                    milliseconds: isMain ? milliseconds : nil)
            }
        }
    }

    /// What an earlier run of this step left, where all of it still has its recorded size and hash.
    private func finishedRevisions(of place: StepPlace) async throws(Failure) -> [Revision]? {
        let revisions = try await checkpoints.revisions().newest(in: place.directory)
        guard !revisions.isEmpty, revisions.allSatisfy({ $0.options == place.step.options }) else {
            return nil
        }
        for revision in revisions {
            guard await holds(revision.path, revision.bytes, revision.sha256) else { return nil }
        }
        return revisions
    }

    // MARK: Around a task

    /// Dispatches a task; one whose worker died is given to another, as often as the folder allows attempts.
    package func dispatch(_ work: Work) async throws(Failure) -> TaskResult {
        while true {
            do {
                return try await dispatcher.run(work, of: job) { _ in }
            } catch  where error.reason == .crashed {
                let count = try await checkpoints.interrupted(by: error)
                if count >= job.limits.attempts { throw error }
            }
        }
    }

    private func prepare(_ directory: String) async throws(Failure) {
        let path = job.directory
        do {
            try await onBlockingThread { () throws(SystemError) in
                _ = try Directory(path).makeDirectory(Path(directory), mode: 0o700)
            }
        } catch {
            throw Failure(error, job.name)
        }
    }

    /// Whether a file is still what was recorded; one that cannot be read is not.
    private func holds(_ path: String, _ bytes: Int, _ sha256: String) async -> Bool {
        do {
            return try await stamp(path) == (bytes, sha256)
        } catch {
            return false
        }
    }

    private func stamp(_ path: String) async throws(Failure) -> (bytes: Int, sha256: String) {
        let directory = job.directory
        do {
            return try await onBlockingThread { () throws(SystemError) in
                let file = try Directory(directory).open(Path(path))
                return (try file.status().bytes, try SHA256.digest(of: file))
            }
        } catch {
            throw Failure(error, job.name)
        }
    }

    private func unexpected(_ place: StepPlace) -> Failure {
        Failure(.crashed, job.name, place.step.name, "it answered another question")
    }
}

/// A counter that parts of one job share.
private actor Tally {
    private var count: Int

    init(_ count: Int) { self.count = count }

    func increment() -> Int {
        count += 1
        return count
    }
}
