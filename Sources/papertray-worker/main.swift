// The worker: confines itself, says that it is ready, then does one task after another until its channel ends.
// `papertray-worker --prove OWN OTHER PID` tries every forbidden act instead and prints how each was answered.

import Engine
import Glibc
import Platform

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "--jobs" where arguments.count >= 2:
    let resources = arguments.count > 2 ? EngineResources(tessdata: arguments[2]) : EngineResources()
    let confinement = Confinement(jobs: Path(arguments[1]), tessdata: Path(resources.tessdata))
    WorkerLoop(channel: FrameChannel(Descriptor(owning: 3)), confinement: confinement, resources: resources)
        .run()
case "--prove" where arguments.count == 4:
    exit(
        proveConfinement(own: Path(arguments[1]), other: Path(arguments[2]), parent: Int32(arguments[3]) ?? 1)
    )
default:
    print("papertray-worker is started by papertrayd and papertray; see papertray-worker(8).")
    exit(64)
}
