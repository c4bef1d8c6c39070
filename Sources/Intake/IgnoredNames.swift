// Names in progress and names of other software: they are left alone, and `trace` says so.

package import Documents

/// Why a name in an inbox is left alone.
package enum IgnoredNames {
    private static let suffixes = ["~", ".part", ".partial", ".filepart", ".crdownload", ".tmp"]
    private static let names: Set<String> = ["thumbs.db", "desktop.ini", "@eadir", "#recycle", "lost+found"]

    /// Whether somebody is still writing a file of this name, and will give it another one.
    package static func isInProgress(_ name: RawName) -> Bool {
        let lower = String(decoding: name.bytes, as: UTF8.self).lowercased()
        // rsync writes to `.NAME.abcdef`.
        let isHidden =
            name.bytes.first == UInt8(ascii: ".") && name.stemAndExtension.fileExtension.bytes.count == 6
        return isHidden || suffixes.dropFirst().contains(where: lower.hasSuffix)
    }

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
