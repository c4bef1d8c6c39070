// Names in progress and names of other software: they are left alone, and `trace` says so.

package import Documents

/// Why a name in an inbox is left alone.
package enum IgnoredNames {
    private static let suffixes = ["~", ".part", ".partial", ".filepart", ".crdownload", ".tmp"]
    private static let names: Set<String> = ["thumbs.db", "desktop.ini", "@eadir", "#recycle", "lost+found"]

    /// A sentence, or `nil` where the name is for us.
    package static func reason(for name: RawName) -> String? {
        if name.bytes.first == UInt8(ascii: ".") { return "names that begin with a dot are left alone" }
        if name.bytes.starts(with: "~$".utf8) { return "it is a lock file of an office program" }
        let lower = String(decoding: name.bytes, as: UTF8.self).lowercased()
        if names.contains(lower) { return "it belongs to the system that shares the folder" }
        if let suffix = suffixes.first(where: lower.hasSuffix) {
            return "a name that ends in \(suffix) is still in progress"
        }
        return nil
    }
}
