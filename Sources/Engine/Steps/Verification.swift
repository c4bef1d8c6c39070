// A result is never trusted: it is opened again, its pages are counted, and those that changed are drawn.

internal import Documents

extension Engine {
    private static let proofScale = 0.5

    /// - Throws: `validationFailed` with the reason.
    func verify(_ verification: Verification, _ task: Assignment) throws(Failure) {
        guard verification.file.type == .pdf else { return try verifySide(verification.file, task) }
        do {
            try reopen(verification, task)
            try draw(verification, task)
        } catch
            where error.reason == .damaged || error.reason == .noPages || error.reason == .passwordRequired
        {
            throw Failure(.validationFailed, task.name, error.operands.dropFirst().first ?? error.message())
        }
    }

    private func reopen(_ verification: Verification, _ task: Assignment) throws(Failure) {
        let file = try PDFFile(opening: task.workspace.path(verification.file.path), for: task)
        let count = try file.pageCount()
        guard count == verification.file.pages else {
            throw Failure(
                .validationFailed, task.name,
                "it has \(count) pages and should have \(verification.file.pages)")
        }
        guard !file.isRepaired else { throw Failure(.validationFailed, task.name, file.reason) }
        for number in pages(of: verification) { try file.page(number).checkContents() }
    }

    private func draw(_ verification: Verification, _ task: Assignment) throws(Failure) {
        let renderer = try task.instruments.renderer(of: verification.file.path, task)
        guard renderer.pageCount == verification.file.pages else {
            throw Failure(.validationFailed, task.name, "only \(renderer.pageCount) pages can be drawn")
        }
        for number in pages(of: verification) {
            let size = try renderer.size(of: number)
            let scale = min(Self.proofScale, 2000 / max(size.width, size.height, 1))
            _ = try renderer.drawGray(number, scale: scale)
        }
    }

    private func pages(of verification: Verification) -> [Int] {
        let (first, last) = (
            max(1, verification.firstPage), min(verification.lastPage, verification.file.pages)
        )
        return first <= last ? Array(first...last) : []
    }
}
