// What lies beside a claim, so that the ledger can be rebuilt from the disk.

package import Documents
internal import FoundationEssentials
package import Platform
internal import Settings

package struct Sidecar: Codable, Sendable {
    let job: JobID
    let folder: String
    let original: Original
    let inputs: [Input]?
    let batch: JobID?

    package init(_ job: Job) {
        self.job = job.id
        folder = job.folder
        original = job.original
        inputs = job.inputs.isEmpty ? nil : job.inputs
        batch = job.batch
    }

    /// Reads a sidecar; `nil` where it is none or was cut off by a crash.
    init?(reading name: Path, in directory: Directory) {
        do {
            let bytes = try directory.open(name).readAll(limit: 1 << 24)
            self = try JSONDecoder().decode(Sidecar.self, from: Data(bytes))
        } catch {
            return nil
        }
    }

    /// The job as it was when it was claimed, with the files that are still there.
    func restored(for folder: String, having files: Set<Int>) -> Job {
        var restored = Job(
            id: job, folder: folder, original: original, state: .claimed, createdAt: Moment.now())
        restored.inputs = (inputs ?? []).filter { files.contains($0.number) }
        restored.batch = batch
        return restored
    }

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Names, numbers and strings always encode.
        return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self) + "\n"
    }

    /// Writes it beside the claims; one of an earlier claim of the job is replaced. It is synced where it says more than
    /// the claimed file itself does.
    package func write(in claims: Directory) throws(SystemError) {
        let isNeeded = inputs != nil || batch != nil || !original.name.parent.isEmpty
        try claims.createFromSpare(
            FolderSettings.sidecar(of: job), Array(text.utf8), isDurable: isNeeded)
    }
}
