// Other file systems for tests: FUSE through bindfs, and with the superuser's rights tmpfs and overlay.

import Documents
import Foundation
import Glibc
import Testing

/// A mount that its test ends.
struct Mount {
    let path: String
    /// The process that serves it.
    private var server: Process?

    /// Whether FUSE can be used here.
    static let hasFUSE: Bool = {
        let device = open("/dev/fuse", O_RDWR | O_CLOEXEC)
        if device >= 0 { close(device) }
        return device >= 0
    }()

    /// A directory seen through a server in user space.
    static func fuse(of scratch: Scratch, _ name: String, at path: String) throws -> Mount {
        let directory = scratch.file(name)
        try make([directory, path])
        let server = Process()
        server.executableURL = URL(filePath: "/usr/bin/bindfs")
        // In the foreground, so that nobody is left who has to be looked for.
        server.arguments = ["-f", "--no-allow-other", directory, path]
        server.standardInput = FileHandle.nullDevice
        let before = try device(of: path)
        try server.run()
        while try device(of: path) == before { try #require(server.isRunning, "bindfs has ended") }
        return Mount(path: path, server: server)
    }

    private static func device(of path: String) throws -> UInt {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return UInt(status.st_dev)
    }

    private static func make(_ directories: [String]) throws {
        for directory in directories {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        }
    }

    static func tmpfs(at path: String) throws -> Mount {
        try mount(path) { ["mount", "-t", "tmpfs", "-o", "size=64m,mode=755", "tmpfs", path] }
    }

    /// An overlay whose layers lie on a tmpfs, below `path` itself, which is mounted first.
    static func overlay(at path: String) throws -> Mount {
        _ = try tmpfs(at: path)
        let layers = ["lower", "upper", "work"].map { "\(path)/\($0)" }
        let options = "lowerdir=\(layers[0]),upperdir=\(layers[1]),workdir=\(layers[2])"
        return try mount(path, layers) { ["mount", "-t", "overlay", "-o", options, "overlay", path] }
    }

    private static func mount(_ path: String, _ more: [String] = [], _ words: () -> [String]) throws -> Mount
    {
        try make(more + [path])
        let outcome = try run(words()[0], Array(words().dropFirst()))
        try #require(outcome.status == 0, "\(outcome.errors)")
        return Mount(path: path)
    }

    /// Lets the server answer nobody, as one does whose network is gone.
    func hang() { kill(server?.processIdentifier ?? 0, SIGSTOP) }

    func goOn() { kill(server?.processIdentifier ?? 0, SIGCONT) }

    /// Ends every mount at the path.
    func end() {
        guard let server else {
            while let outcome = try? run("umount", ["--lazy", path]), outcome.status == 0 {}
            return
        }
        _ = try? run("fusermount", ["-u", "-z", path])
        server.waitUntilExit()
    }
}
