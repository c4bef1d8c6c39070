// What steps have cost on this machine, gathered from finished work, and what they will cost. Pure numbers: nothing here
// knows a document.

/// One finished step of one document.
package struct StepSample: Sendable, Hashable {
    package let step: PlannedStep
    /// Pages that were worked on; for recognition those on which something was read.
    package let pages: Int
    package let milliseconds: Int
    package let bytes: Int
    package let sourceBytes: Int

    package init(step: PlannedStep, pages: Int, milliseconds: Int, bytes: Int, sourceBytes: Int) {
        self.step = step
        self.pages = pages
        self.milliseconds = milliseconds
        self.bytes = bytes
        self.sourceBytes = sourceBytes
    }
}

/// What a step with certain options usually costs.
package struct StepFigure: Codable, Sendable, Hashable {
    package let step: String
    package let options: StepOptions
    /// The finished documents behind the figure; 0 for one that is built in.
    package let documents: Int
    /// Milliseconds of a document of one page, and for each page of a longer one.
    package let onePage: Double
    package let perPage: Double
    /// Bytes that each page adds.
    package let addedBytes: Double

    package init(
        step: String, options: StepOptions, documents: Int, onePage: Double, perPage: Double,
        addedBytes: Double
    ) {
        self.step = step
        self.options = options
        self.documents = documents
        self.onePage = onePage
        self.perPage = perPage
        self.addedBytes = addedBytes
    }
}

extension StepFigure {
    /// Options that make no difference to what a page costs.
    private static let idle: Set<String> = [
        OCROption.sidecar.name, OCROption.reviewBelow.name, OCROption.pages.name,
    ]

    /// Options without those that make no difference.
    package static func costly(_ options: StepOptions) -> StepOptions {
        StepOptions(options.given.filter { !idle.contains($0.key) })
    }

    /// The figures of samples, one for each step with its options.
    package static func figures(of samples: [StepSample]) -> [StepFigure] {
        let usable = samples.filter { $0.pages > 0 }
        let groups = Dictionary(grouping: usable) { PlannedStep($0.step.name, costly($0.step.options)) }
        return groups.compactMap { step, samples -> StepFigure? in
            func pace(_ samples: [StepSample]) -> Double? {
                median(samples.map { Double($0.milliseconds) / Double($0.pages) })
            }
            let (short, long) = (
                pace(samples.filter { $0.pages == 1 }), pace(samples.filter { $0.pages > 1 })
            )
            guard let onePage = short ?? long, let perPage = long ?? short else { return nil }
            let added = median(samples.map { Double($0.bytes - $0.sourceBytes) / Double($0.pages) })
            return StepFigure(
                step: step.name, options: step.options, documents: samples.count, onePage: onePage,
                perPage: perPage, addedBytes: added ?? 0)
        }.sorted { ($0.documents, $0.step) > ($1.documents, $1.step) }
    }

    private static func median(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }

    /// The figure for a step: that of the same options, else that of the same step, else the one that is built in.
    package static func figure(for step: PlannedStep, among figures: [StepFigure]) -> StepFigure {
        let options = costly(step.options)
        let same = figures.filter { $0.step == step.name }
        let kind = OCROptions(step.options).existingText == .force
        return same.first { $0.options == options }
            ?? same.first { (OCROptions($0.options).existingText == .force) == kind }
            ?? builtIn(step)
    }

    /// Figures of a small machine of two cores.
    private static func builtIn(_ step: PlannedStep) -> StepFigure {
        let cost: (onePage: Double, perPage: Double, addedBytes: Double) =
            switch step.name {
            case StepDeclaration.ocr.name:
                OCROptions(step.options).existingText == .force ? (2500, 1800, 60_000) : (1500, 900, 4000)
            default: (200, 100, 500)
            }
        return StepFigure(
            step: step.name, options: costly(step.options), documents: 0, onePage: cost.onePage,
            perPage: cost.perPage, addedBytes: cost.addedBytes)
    }

    package func milliseconds(pages: Int) -> Double {
        pages == 0 ? 0 : pages == 1 ? onePage : perPage * Double(pages)
    }
}

/// What a plan will cost for a document.
package struct Estimate: Sendable, Hashable {
    /// Where the figures come from.
    package enum Basis: String, Codable, Sendable {
        case history
        case builtIn = "built-in"
        case mixed
    }

    /// Pages that recognition will read; `nil` where the plan has none.
    package let pagesToRead: Int?
    package let seconds: Double
    package let bytes: Int
    package let basis: Basis
    /// Finished documents behind the least known figure.
    package let documents: Int

    /// - Parameter facts: With their details.
    package init(of steps: [PlannedStep], for facts: Facts, _ figures: [StepFigure]) {
        let pages = facts.pageCount ?? 0
        var (milliseconds, bytes) = (0.0, Double(facts.bytes))
        var used: [StepFigure] = []
        var pagesToRead: Int?
        for step in steps {
            let figure = StepFigure.figure(for: step, among: figures)
            var worked = pages
            if step.name == StepDeclaration.ocr.name {
                worked = Self.pagesToRead(OCROptions(step.options), facts)
                pagesToRead = worked
            }
            milliseconds += figure.milliseconds(pages: worked)
            bytes += figure.addedBytes * Double(worked)
            used.append(figure)
        }
        self.pagesToRead = pagesToRead
        seconds = milliseconds / 1000
        self.bytes = max(0, Int(bytes))
        documents = used.map(\.documents).min() ?? 0
        let known = used.count { $0.documents > 0 }
        basis = known == 0 ? .builtIn : known == used.count ? .history : .mixed
    }

    private static func pagesToRead(_ options: OCROptions, _ facts: Facts) -> Int {
        let count = facts.pageCount ?? 0
        let selected = Set(options.pages?.pages(of: count) ?? Array(stride(from: 1, through: count, by: 1)))
        guard options.existingText == .skip, let details = facts.details, !details.pages.isEmpty else {
            return selected.count
        }
        return details.pages.count { page in
            selected.contains(page.number)
                && page.textCharacters < (page.images.isEmpty ? 1 : stampCharacters)
        }
    }

    /// Fewer characters on a picture are a stamp, and the picture is read.
    private static let stampCharacters = 60
}
