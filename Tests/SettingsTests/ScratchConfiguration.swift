// A configuration directory in a scratch folder that goes away with its owner. The layout is the usual one: the
// configuration in `Config`, everything else relative to the directory beside it.

internal import Documents
internal import Glibc
internal import Platform
@testable internal import Settings

final class ScratchConfiguration {
    /// The parent of the configuration directory.
    let root: Path
    var directory: Path { root / "Config" }

    /// `folders` are the files of `folders.d` by name; `nil` leaves `papertray.toml` out.
    init(_ service: String? = "", folders: [String: String] = [:]) throws {
        var template = Array("/tmp/papertray-settings-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
        root = Path(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        try makeDirectory("Config/folders.d")
        if let service { try write(service, "Config/papertray.toml") }
        for (name, text) in folders { try write(text, "Config/folders.d/\(name).toml") }
    }

    deinit {
        guard let parent = try? Directory(root.parent) else { return }
        try? parent.removeTree(root.last)
    }

    func makeDirectory(_ path: String) throws {
        _ = try Directory(root).makeDirectory(Path(path))
    }

    func write(_ text: String, _ path: String) throws {
        let file = try Directory((root / path).parent).create((root / path).last, mode: 0o644)
        try file.write(text.utf8)
    }

    func link(_ path: String, to target: String) throws {
        guard symlink(target, (root / path).string) == 0 else { throw SystemError("symlink", path) }
    }

    func change(_ path: String, mode: UInt32) throws {
        guard chmod((root / path).string, mode) == 0 else { throw SystemError("chmod", path) }
    }

    func load() throws(ConfigurationMistakes) -> Configuration {
        try Configuration.load(from: directory)
    }

    /// The mistakes as `FILE:LINE:COLUMN: error: MESSAGE`, files without the scratch directory.
    func mistakes() -> [String] {
        do throws(ConfigurationMistakes) {
            _ = try load()
            return []
        } catch {
            return error.all.map { withoutRoot($0.description) }
        }
    }

    func withoutRoot(_ text: String) -> String {
        text.split(separator: root.string, omittingEmptySubsequences: false).joined(separator: "ROOT")
    }
}

/// A folder's file with the least that is needed.
func folderFile(_ settings: String = "", rules: String = "[[rule]]\nname = \"all\"\nstep = []\n") -> String {
    "[folder]\n\(settings)\n\n\(rules)"
}

/// The mistakes of one folder file, as `LINE:COLUMN MESSAGE`.
func folderMistakes(_ text: String) throws -> [String] {
    let log = MistakeLog(file: "a.toml")
    _ = WrittenFolder(try TOMLTable.parse(Array(text.utf8)), fallbackName: "a", log)
    return log.inReadingOrder.map { "\($0.line):\($0.column) \($0.message)" }
}

/// The mistakes of keys inside `[folder]`, written from line 2 on.
func keyMistakes(_ keys: String) throws -> [String] { try folderMistakes(folderFile(keys)) }

/// The mistakes of one rule, whose keys are written from line 2 on.
func ruleMistakes(_ keys: String) throws -> [String] { try folderMistakes("[[rule]]\n\(keys)\n\n[folder]\n") }
