// The service: parse, load the configuration, run until a signal. Everything else is in the libraries.

import Documents
import Glibc
import Platform
import Settings

let signals = Signals.receive()
let arguments = DaemonArguments(Array(CommandLine.arguments.dropFirst()))
let configuration = arguments.loadConfiguration()
do {
    let service = try await Service(configuration, arguments)
    await service.run(until: signals)
} catch {
    complain("papertrayd: \(error.message)")
    exit(error.exit.rawValue)
}
