// The first task of every job: the facts of a file that has only a name so far. Nothing of the name is believed.

internal import Documents
internal import Platform

extension Engine {
    /// - Throws: `emptyFile`, `unknownType`, `tooManyBytes`, `tooManyPages`, `tooManyPixels`, `damaged`, `incomplete`,
    ///   `noPages`, `unsupportedEncryption`, `tooMuchContent`, `unsupportedPicture`.
    func identify(_ path: String, wantsText: Bool, wantsDetails: Bool, _ task: Assignment) throws(Failure)
        -> Facts
    {
        let bytes = try task.workspace.status(path).bytes
        guard bytes > 0 else { throw Failure(.emptyFile, task.name) }
        guard bytes <= task.limits.bytes else {
            throw Failure(.tooManyBytes, task.name, String(bytes), String(task.limits.bytes))
        }
        let head = try FileReader(task.workspace.open(path), named: task.name).bytes(at: 0, count: 1024)
        guard let type = MediaSniffer.type(of: head) else {
            let description = task.instruments.sniffer.describe(try task.workspace.path(path))
            throw Failure(.unknownType, task.name, description)
        }
        var facts = Facts(type: type, bytes: bytes)
        if type == .pdf {
            try PDFFacts(task).collect(into: &facts, path, wantsText: wantsText, wantsDetails: wantsDetails)
        } else {
            try collect(into: &facts, path, wantsDetails: wantsDetails, task)
        }
        return facts
    }

    /// A picture's frames are its pages.
    private func collect(
        into facts: inout Facts, _ path: String, wantsDetails: Bool, _ task: Assignment
    ) throws(Failure) {
        let picture = try openPicture(path, type: facts.type, task)
        let count = picture.frames.count
        guard count > 0 else { throw Failure(.noPages, task.name) }
        guard count <= task.limits.pages else {
            throw Failure(.tooManyPages, task.name, String(count), String(task.limits.pages))
        }
        try picture.check()
        facts.pageCount = count
        facts.hasText = false
        guard wantsDetails else { return }
        var details = Facts.Details()
        for (index, frame) in picture.frames.enumerated() {
            let dpi = frame.believableDPI(otherwise: ConvertOptions(StepOptions()).dpi)
            let placement = Placement(frame, ConvertOptions(StepOptions()))
            let image = Facts.Image(
                width: frame.width, height: frame.height, dpi: min(dpi.horizontal, dpi.vertical),
                filter: frame.coding)
            details.pages.append(
                Facts.Page(
                    number: index + 1, width: placement.pageWidth, height: placement.pageHeight, rotation: 0,
                    images: [image]))
        }
        facts.details = details
    }
}
