// The step `convert`: a picture becomes a PDF with one page per frame. The pixels are made only while the file is
// written, one frame after the other, so that a long TIFF needs the memory of one frame. A PDF passes through.

internal import Documents

/// Turns pictures into PDF.
struct ConvertStepEngine: StepEngine {
    func divide(_ work: StepWork, _ task: Assignment) throws(Failure) -> [Part] {
        let input = try work.input(task)
        return [Part(index: 0, firstPage: 1, lastPage: max(1, input.pages))]
    }

    func perform(
        _ work: StepWork, _ part: Part, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [String] {
        let input = try work.input(task)
        let path = work.partPath(part.index, "pdf")
        try task.workspace.makeDirectory(work.directory)
        try task.workspace.clear(path)
        if input.type == .pdf {
            let file = try PDFFile(opening: task.workspace.path(input.path), for: task)
            _ = try file.pageCount()
            try task.pass(input.path, file, to: path)
        } else {
            let picture = try openPicture(input.path, type: input.type, task)
            let file = try document(of: picture, ConvertOptions(work.step.options), task)
            try file.write(to: task.workspace.path(path))
        }
        progress(1)
        return [path]
    }

    func assemble(
        _ work: StepWork, partCount: Int, _ task: Assignment, progress: (Double) -> Void
    ) throws(Failure) -> [StepFile] {
        // After an interruption the part may have its final name already.
        if try task.workspace.exists(work.partPath(0, "pdf")) {
            try task.workspace.move(work.partPath(0, "pdf"), to: work.resultPath)
        }
        let file = try PDFFile(opening: task.workspace.path(work.resultPath), for: task)
        progress(1)
        return [StepFile(path: work.resultPath, type: .pdf, pages: try file.pageCount())]
    }

    private func document(
        of picture: any PictureFile, _ options: ConvertOptions, _ task: Assignment
    ) throws(Failure) -> PDFFile {
        let file = try PDFFile.empty(named: task.name)
        for (index, frame) in picture.frames.enumerated() {
            let image = try picture.addImage(index, to: file)
            let placement = Placement(frame, options)
            let matrix = placement.matrix.map { decimal($0) }.joined(separator: " ")
            let contents = try file.addStream("<< >>", Array("q \(matrix) cm /Image Do Q\n".utf8))
            let page = try file.object(
                """
                << /Type /Page /MediaBox [0 0 \(decimal(placement.pageWidth)) \(decimal(placement.pageHeight))]
                /Resources << /XObject << /Image \(image.reference) >> >> /Contents \(contents.reference) >>
                """)
            try file.addPage(file.indirect(page))
        }
        return file
    }
}
