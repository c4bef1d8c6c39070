// A worker that does no document work: it speaks the protocol of `WorkerMessages.swift` over descriptor 3, and the name
// of each request says how it behaves. `Behaviour.swift` has the list. Only tests start it.

import Documents
import FoundationEssentials
import Glibc
import Platform

signal(SIGPIPE, SIG_IGN)
let channel = FrameChannel(Descriptor(owning: 3))

func reply(_ reply: TaskReply) throws {
    try channel.send(try JSONEncoder().encode(reply))
}

try reply(.ready(missing: ["everything: this worker is not confined"]))
while let message = try channel.receive() {
    let request = try JSONDecoder().decode(TaskRequest.self, from: Data(message))
    try Behaviour(request, channel: channel).act(reply)
}
