// The service: parse, load the configuration, run until a signal. Everything else is in the libraries.

import Documents
import Glibc
import Platform
import Settings

let arguments = DaemonArguments(Array(CommandLine.arguments.dropFirst()))
let configuration = arguments.loadConfiguration()
do {
    let signals = try Signals.receive()
    let service = try await Service(configuration, arguments)
    try await service.run(until: signals)
} catch let failure as StartFailure {
    complain("papertrayd: \(failure.message)")
    exit(failure.exit.rawValue)
}
