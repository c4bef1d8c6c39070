// Versions for a bug report: ours, the system's, and those of the packages whose libraries do the work.

import Console
import Documents
import Glibc
import Platform

struct InstalledVersions: Encodable {
    let papertray: String
    let kernel: String
    let system: String
    let machine: String
    let curl: String
    /// By package name; none where the system has another package manager.
    let packages: [String: String]

    /// The beginnings of the names of library packages; their ends are versions of the interface.
    private static let libraries = [
        "libc6", "libcairo2", "libcurl4", "libheif1", "libinotifytools", "liblept5", "libleptonica",
        "libmagic1", "libmicrohttpd", "libpoppler-glib", "libqpdf", "libseccomp", "libsqlite3-", "libssl3",
        "libtesseract", "tesseract-ocr-", "poppler-data",
    ]

    init() {
        papertray = papertrayVersion
        var names = utsname()
        uname(&names)
        kernel = Self.text(of: names.release)
        machine = Self.text(of: names.machine)
        system = Self.system()
        curl = LinkedLibraries.curl
        packages = Self.installed()
    }

    private static func text<Field>(of field: Field) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func system() -> String {
        let line = lines(of: "/etc/os-release").first { $0.hasPrefix("PRETTY_NAME=") } ?? ""
        return String(line.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" })
    }

    private static func installed() -> [String: String] {
        var versions: [String: String] = [:]
        var package: String?
        for line in lines(of: "/var/lib/dpkg/status") {
            if line.hasPrefix("Package: ") {
                let name = String(line.dropFirst("Package: ".count))
                let isOurs = libraries.contains { name.hasPrefix($0) } && !name.hasSuffix("-dev")
                package = isOurs && !name.hasSuffix("-bin") ? name : nil
            } else if let name = package, line.hasPrefix("Version: ") {
                versions[name] = String(line.dropFirst("Version: ".count))
            }
        }
        return versions
    }

    /// The lines of a file of the system; none where it cannot be read.
    private static func lines(of path: Path) -> [Substring] {
        do {
            let bytes = try Directory(path.parent).openFollowingLinks(path.last).readAll(limit: 1 << 25)
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        } catch {
            return []
        }
    }
}
