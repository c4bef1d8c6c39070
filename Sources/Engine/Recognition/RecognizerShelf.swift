// The loaded recognition models of a worker: each language by itself, and the orientation model.

internal import Documents
internal import Glibc
internal import Platform

/// Loads models when they are first needed and keeps the last ones.
final class RecognizerShelf {
    private static let capacity = 3
    private static let mostModelBytes = 256 << 20

    private let tessdata: String
    private var loaded: [(language: String, recognizer: TextRecognizer)] = []
    private var layout: PageLayout?
    private var orientation: OrientationDetector?
    private var lacksOrientation = false

    init(tessdata: String) {
        self.tessdata = tessdata
    }

    /// Checks that all models are installed before any work is done.
    /// - Throws: `languageDataMissing`
    func require(_ languages: [String]) throws(Failure) {
        for language in languages where !isInstalled(language) { throw missing(language) }
    }

    /// Those of the models that are installed.
    /// - Throws: `languageDataMissing` where none is.
    func installed(of languages: [String]) throws(Failure) -> [String] {
        let installed = languages.filter(isInstalled)
        if installed.isEmpty { try require(languages) }
        return installed
    }

    private func isInstalled(_ language: String) -> Bool {
        access("\(tessdata)/\(language).traineddata", R_OK) == 0
    }

    /// - Throws: `languageDataMissing`
    func recognizer(for language: String) throws(Failure) -> TextRecognizer {
        if let index = loaded.firstIndex(where: { $0.language == language }) {
            loaded.append(loaded.remove(at: index))
            return loaded[loaded.count - 1].recognizer
        }
        if layout == nil { layout = PageLayout() }
        guard
            let recognizer = TextRecognizer(
                language: language, tessdata: tessdata, model: model(language), layout: layout)
        else { throw missing(language) }
        if loaded.count >= Self.capacity { loaded.removeFirst() }
        loaded.append((language, recognizer))
        return recognizer
    }

    private func model(_ language: String) -> [UInt8]? {
        guard let directory = try? Directory(Path(tessdata)),
            let file = try? directory.openFollowingLinks(Path("\(language).traineddata"))
        else { return nil }
        return try? file.readAll(limit: Self.mostModelBytes)
    }

    /// The orientation model; `nil` where it is not installed.
    func orientationDetector() -> OrientationDetector? {
        if orientation == nil, !lacksOrientation {
            orientation = OrientationDetector(tessdata: tessdata)
            lacksOrientation = orientation == nil
        }
        return orientation
    }

    private func missing(_ language: String) -> Failure {
        Failure(.languageDataMissing, language, String(language.map { $0 == "_" ? "-" : $0 }))
    }
}
