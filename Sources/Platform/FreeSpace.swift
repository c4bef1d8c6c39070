// Room on a file system.

internal import PlatformShims

extension Directory {
    /// Free bytes for ordinary users in this directory's file system. Corresponds to `fstatvfs`.
    package func freeBytes() throws(SystemError) -> Int {
        Int(try check("statvfs", path.string) { papertray_free_bytes(self.number) })
    }
}
