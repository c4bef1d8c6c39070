// The service with workers that misbehave as the names of the files say; `Tests/FakeWorker` has the list.

import Foundation

/// Puts the service and the fake worker side by side.
/// - Returns: The path of the service.
func fakeWorkers(in scratch: Scratch) throws -> String {
    for (name, program) in [("papertrayd", "papertrayd"), ("papertray-worker", "FakeWorker")] {
        try FileManager.default.copyItem(atPath: Place.program(program), toPath: scratch.file(name))
    }
    return scratch.file("papertrayd")
}
