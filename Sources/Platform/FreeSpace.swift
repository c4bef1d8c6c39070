// Room on a file system.

internal import PlatformShims

extension Directory {
    /// Free bytes for ordinary users in this directory's file system. Corresponds to `fstatvfs`.
    package func freeBytes() throws(SystemError) -> Int {
        Int(try check("statvfs", path.string) { papertray_free_bytes(self.number) })
    }

    /// Bytes of this directory's file system, used or free. Corresponds to `fstatvfs`.
    package func totalBytes() throws(SystemError) -> Int {
        Int(try check("statvfs", path.string) { papertray_total_bytes(self.number) })
    }
}
