// What arrives at the service manager's socket, which is a real one.

internal import Glibc
internal import Platform
internal import TestSupport
internal import Testing

/// The manager's end: a datagram socket at a path or, with '@', at a name.
private struct ManagerSocket: ~Copyable {
    let descriptor: Descriptor

    init(_ address: String) throws {
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        descriptor = Descriptor(owning: socket(AF_UNIX, type, 0))
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address.utf8) }
        if address.hasPrefix("@") { target.sun_path.0 = 0 }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + address.utf8.count)
        let number = descriptor.number
        let result = withUnsafePointer(to: &target) { target in
            target.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
        }
        if result != 0 { throw SystemError("bind", address) }
    }

    /// The next datagram; sending is done when `report` returns, so nothing needs to be waited for.
    func next() throws -> String { String(decoding: try descriptor.read(atMost: 4096), as: UTF8.self) }
}

@Suite struct ServiceManagerTests {
    private func manager(_ environment: [String: String]) -> ServiceManager {
        ServiceManager(log: Log(.text)) { environment[$0] }
    }

    @Test func reportsArriveAtAPath() throws {
        let scratch = try ScratchFolder()
        let address = (scratch.path / "notify").string
        let socket = try ManagerSocket(address)
        let manager = manager(["NOTIFY_SOCKET": address])
        manager.report(.ready(status: "2 folders\n3 workers"))
        #expect(try socket.next() == "READY=1\nSTATUS=2 folders 3 workers")
        manager.report(.alive)
        #expect(try socket.next() == "WATCHDOG=1")
        manager.report(.stopping)
        #expect(try socket.next() == "STOPPING=1\nSTATUS=Stopping")
    }

    @Test func reportsArriveAtAName() throws {
        let address = "@papertray-test-\(Random.hexadecimal(digits: 16))"
        let socket = try ManagerSocket(address)
        manager(["NOTIFY_SOCKET": address]).report(.alive)
        #expect(try socket.next() == "WATCHDOG=1")
    }

    @Test func reloadTellsTheMoment() throws {
        let scratch = try ScratchFolder()
        let address = (scratch.path / "notify").string
        let socket = try ManagerSocket(address)
        var before = timespec()
        clock_gettime(CLOCK_MONOTONIC, &before)
        manager(["NOTIFY_SOCKET": address]).report(.reloading)
        let lines = try socket.next().split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        let moment = lines.compactMap { $0.hasPrefix("MONOTONIC_USEC=") ? Int($0.dropFirst(15)) : nil }.first
        #expect(moment ?? 0 >= before.tv_sec * 1_000_000 + before.tv_nsec / 1000)
    }

    @Test func absentAndDeafManagersDoNoHarm() {
        manager([:]).report(.ready(status: ""))
        manager(["NOTIFY_SOCKET": "/nonexistent/notify"]).report(.alive)
        manager(["NOTIFY_SOCKET": String(repeating: "long/", count: 50)]).report(.alive)
    }

    @Test(
        arguments: [
            ([:], nil),
            (["WATCHDOG_USEC": "30000000"], .seconds(15)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": String(getpid())], .seconds(15)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"], nil),
            (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "soon"], nil),
        ] as [([String: String], Duration?)])
    func heartbeatIsHalfTheWatchdogsTime(environment: [String: String], heartbeat: Duration?) {
        #expect(manager(environment).heartbeat == heartbeat)
    }
}
