// A corrected text as it comes from outside: nothing in it is believed. It must be the JSON form, have the pages of the
// document in their sizes, and every word must lie on its page.

internal import Documents
internal import FoundationEssentials
internal import Platform

/// A corrected text that is to be applied to a document.
struct Correction {
    /// Pages may differ by so many points, as rounding makes them.
    private static let tolerance = 1.0
    private static let mostWords = 200_000
    private static let mostLetters = 2000

    private let document: TextDocument

    /// - Throws: `unreadableCorrection`, `fileUnavailable`
    init(of work: StepWork, _ task: Assignment) throws(Failure) {
        guard let file = work.companions.first else {
            throw Failure(.fileUnavailable, task.name, "there is no corrected text")
        }
        guard try task.workspace.status(file.path).bytes <= TextDocument.mostBytes else {
            throw Failure(.unreadableCorrection, task.name, "it is too large")
        }
        let bytes = try task.workspace.read(file.path, limit: TextDocument.mostBytes)
        do {
            document = try JSONDecoder().decode(TextDocument.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw Failure(.unreadableCorrection, task.name, Self.reason(error))
        } catch {
            throw Failure(.unreadableCorrection, task.name, "it is not JSON")
        }
        guard document.schema == TextDocument.schemaName else {
            throw Failure(
                .unreadableCorrection, task.name, "its schema is not \(TextDocument.schemaName)")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context):
            return "\(place(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "\(place(context.codingPath)) has a value of another kind"
        default: return "it is not JSON"
        }
    }

    /// - Throws: `foreignCorrection`
    func check(pageCount: Int, _ task: Assignment) throws(Failure) {
        guard document.pages.count == pageCount else {
            throw Failure(
                .foreignCorrection, task.name,
                "it has \(document.pages.count) pages instead of \(pageCount)")
        }
        guard document.pages.enumerated().allSatisfy({ $1.number == $0 + 1 }) else {
            throw Failure(.unreadableCorrection, task.name, "its pages are not in order")
        }
    }

    /// The corrected page, its words cleaned.
    ///
    /// - Throws: `foreignCorrection`, `unreadableCorrection`
    func page(_ number: Int, of page: PDFPage, _ task: Assignment) throws(Failure) -> TextDocument.Page {
        var corrected = document.pages[number - 1]
        let geometry = page.geometry
        guard abs(corrected.width - geometry.width) <= Self.tolerance,
            abs(corrected.height - geometry.height) <= Self.tolerance
        else { throw Failure(.foreignCorrection, task.name, "page \(number) has another size") }
        for index in corrected.lines.indices {
            corrected.lines[index].words = corrected.lines[index].words.compactMap { word in
                var word = word
                word.text = word.text.withoutControls.trimmed
                return word.text.isEmpty ? nil : word
            }
        }
        corrected.lines.removeAll { $0.words.isEmpty }
        try check(corrected, geometry, task)
        return corrected
    }

    private func check(
        _ page: TextDocument.Page, _ geometry: PageGeometry, _ task: Assignment
    ) throws(Failure) {
        let words = page.lines.flatMap(\.words)
        guard words.count <= Self.mostWords, words.allSatisfy({ $0.text.count <= Self.mostLetters }) else {
            throw Failure(.unreadableCorrection, task.name, "page \(page.number) has too much text")
        }
        for line in page.lines where !line.isDigital {
            guard [0, 90, 180, 270].contains(line.turn ?? 0) else {
                throw Failure(
                    .unreadableCorrection, task.name, "a line of page \(page.number) has no quarter turn")
            }
            let turned = geometry.turned(by: line.turn ?? 0)
            let places = [line.baseline.x1, line.baseline.y1, line.baseline.x2, line.baseline.y2]
            let isPlaced =
                places.allSatisfy(\.isFinite) && line.box.lies(in: turned)
                && line.words.allSatisfy { $0.box.lies(in: turned) && (0...100).contains($0.confidence ?? 0) }
            guard isPlaced else {
                throw Failure(
                    .unreadableCorrection, task.name, "a word of page \(page.number) lies outside of it")
            }
        }
    }
}

extension TextDocument.Page {
    var recognisedLines: [PageText.Line] { lines.filter { !$0.isDigital }.map(\.recognised) }

    /// How many words are others than in the text that the document has.
    func corrections(to current: TextDocument.Page) -> Int {
        let changes = tokens.difference(from: current.tokens)
        return max(changes.insertions.count, changes.removals.count)
    }

    /// Words as people count them: Latin ones by blanks, Han characters one by one, in the order of the lines.
    private var tokens: [Substring] {
        lines.filter { !$0.isDigital }.flatMap { line -> [Substring] in
            line.text.split(whereSeparator: \.isWhitespace).flatMap { word in
                var (tokens, start) = ([Substring](), word.startIndex)
                for index in word.indices {
                    guard word[index].unicodeScalars.first?.isWrittenWithoutSpaces == true else { continue }
                    if start < index { tokens.append(word[start..<index]) }
                    start = word.index(after: index)
                    tokens.append(word[index..<start])
                }
                return start < word.endIndex ? tokens + [word[start...]] : tokens
            }
        }
    }
}

extension PageText.Box {
    /// Whether a box has a size and lies on a page, a little over its edge at most.
    fileprivate func lies(in geometry: PageGeometry) -> Bool {
        let rim = 36.0
        return [x, y, width, height].allSatisfy(\.isFinite) && width > 0 && height > 0 && x >= -rim
            && y >= -rim && x + width <= geometry.width + rim && y + height <= geometry.height + rim
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
