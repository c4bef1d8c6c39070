// The loaded recognition models of a worker: at most two language sets and the orientation model.

internal import Documents
internal import Glibc

/// Loads models when they are first needed and keeps the last ones.
final class RecognizerShelf {
    private static let capacity = 2

    private let tessdata: String
    private var loaded: [(languages: String, recognizer: TextRecognizer)] = []
    private var orientation: OrientationDetector?
    private var lacksOrientation = false

    init(tessdata: String) {
        self.tessdata = tessdata
    }

    /// - Throws: `languageDataMissing`
    func recognizer(for languages: [String]) throws(Failure) -> TextRecognizer {
        let set = Self.effective(languages)
        for language in set where access("\(tessdata)/\(language).traineddata", R_OK) != 0 {
            throw missing(language)
        }
        let name = set.joined(separator: "+")
        if let index = loaded.firstIndex(where: { $0.languages == name }) {
            loaded.append(loaded.remove(at: index))
            return loaded[loaded.count - 1].recognizer
        }
        guard let recognizer = TextRecognizer(languages: name, tessdata: tessdata) else {
            throw missing(name)
        }
        if loaded.count >= Self.capacity { loaded.removeFirst() }
        loaded.append((name, recognizer))
        return recognizer
    }

    /// The orientation model; `nil` where it is not installed.
    func orientationDetector() -> OrientationDetector? {
        if orientation == nil, !lacksOrientation {
            orientation = OrientationDetector(tessdata: tessdata)
            lacksOrientation = orientation == nil
        }
        return orientation
    }

    /// A Chinese model reads English as well; with the English one beside it, mixed lines get worse and slower.
    static func effective(_ languages: [String]) -> [String] {
        var set: [String] = []
        for language in languages where !set.contains(language) { set.append(language) }
        return set.contains { $0.hasPrefix("chi_") } ? set.filter { $0 != "eng" } : set
    }

    private func missing(_ language: String) -> Failure {
        Failure(.languageDataMissing, language, String(language.map { $0 == "_" ? "-" : $0 }))
    }
}
