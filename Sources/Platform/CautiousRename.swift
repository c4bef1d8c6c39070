// A rename that never replaces anything, for file systems whose kernel side knows no such rename: NFS, 9p, and FUSE
// servers of the older kind refuse every flag. First a second link and then the removal of the first name; where a file
// cannot have two names, an empty file of ours keeps the new name until the rename replaces it. A crash in between
// leaves both names on one inode, which the next try finishes, or the empty file.

internal import Glibc
internal import PlatformShims

extension Directory {
    /// Moves a name to another directory of the same mount; a taken name is an error.
    package func rename(_ name: Path, to target: Directory, as newName: Path) throws(SystemError) {
        do {
            try check("rename", operand(name, target, newName)) {
                name.withCString { from in
                    newName.withCString { papertray_rename_noreplace(self.number, from, target.number, $0) }
                }
            }
        } catch  where error.isUnsupported {
            try renameCautiously(name, to: target, as: newName)
        }
    }

    private func operand(_ name: Path, _ target: Directory, _ newName: Path) -> String {
        "\((path / name).string) to \((target.path / newName).string)"
    }

    /// The same in two calls.
    func renameCautiously(_ name: Path, to target: Directory, as newName: Path) throws(SystemError) {
        let seen = try status(name)
        if seen.kind == .directory {
            return try renameOverPlaceholder(name, to: target, as: newName, isDirectory: true)
        }
        do throws(SystemError) {
            try check("rename", operand(name, target, newName)) {
                name.withCString { from in
                    newName.withCString { linkat(self.number, from, target.number, $0, 0) }
                }
            }
        } catch  where error.isTaken {
            // An earlier try may have ended between its two calls.
            let there = try target.status(newName)
            guard there.inode == seen.inode, there.device == seen.device, seen.links > 1 else { throw error }
        } catch  where error.isDenied || error.isUnsupported || error.number == EMLINK {
            return try renameOverPlaceholder(name, to: target, as: newName, isDirectory: false)
        }
        try remove(name)
    }

    /// Takes the new name with something empty of ours, which the rename then replaces.
    func renameOverPlaceholder(
        _ name: Path, to target: Directory, as newName: Path, isDirectory: Bool
    ) throws(SystemError) {
        let operand = operand(name, target, newName)
        try check("rename", operand) {
            newName.withCString { name in
                if isDirectory { return mkdirat(target.number, name, 0o700) }
                let file = papertray_open_beneath(target.number, name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
                return file < 0 ? -1 : close(file)
            }
        }
        do {
            try check("rename", operand) {
                name.withCString { from in
                    newName.withCString { renameat(self.number, from, target.number, $0) }
                }
            }
        } catch {
            try isDirectory ? target.removeDirectory(newName) : target.remove(newName)
            throw error
        }
    }
}
