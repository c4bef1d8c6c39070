// The operator's commands: find the command, parse its words, run it, and say what went wrong in the agreed form.

import Documents
import Glibc

signal(SIGPIPE, SIG_IGN)
let status = await CommandTable.run(Array(CommandLine.arguments.dropFirst()))
fflush(nil)
exit(status.rawValue)
