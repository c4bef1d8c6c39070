// The keys of a folder's `limits`. The defaults are those of `Limits`.

internal import Documents

enum LimitKeys {
    private static let standard = Limits()

    static let bytes = Setting(
        "bytes", .size(1...1_000_000_000_000), default: standard.bytes, help: "Size of a document")
    static let pages = Setting(
        "pages", .integer(1...1_000_000), default: standard.pages, help: "Pages of a document")
    static let time = Setting(
        "time", .duration(.seconds(1) ... .seconds(604_800)), default: .seconds(standard.time),
        help: "Time for a whole job")
    static let pageTime = Setting(
        "page_time", .duration(.milliseconds(100) ... .seconds(86_400)), default: .seconds(standard.pageTime),
        help: "Time for one page of one step")
    static let memory = Setting(
        "memory", .size(16_000_000...1_000_000_000_000), default: standard.memory,
        help: "Memory of one worker")
    static let attempts = Setting(
        "attempts", .integer(1...100), default: standard.attempts, help: "How often a document is tried")
    static let pixels = Setting(
        "pixels", .integer(1...10_000_000_000), default: standard.pixels, help: "Pixels of one picture")

    static let section = SettingsReference.Section(
        "limits", title: "limits", summary: "What one document may cost",
        keys: [
            bytes.reference, pages.reference, time.reference, pageTime.reference, memory.reference,
            attempts.reference, pixels.reference,
        ])
}

extension Limits {
    init(reading table: TOMLTable, _ log: MistakeLog) {
        var reader = SectionReader(table, as: LimitKeys.section, log)
        self.init()
        bytes = reader.value(LimitKeys.bytes)
        pages = reader.value(LimitKeys.pages)
        time = reader.value(LimitKeys.time).inSeconds
        pageTime = reader.value(LimitKeys.pageTime).inSeconds
        memory = reader.value(LimitKeys.memory)
        attempts = reader.value(LimitKeys.attempts)
        pixels = reader.value(LimitKeys.pixels)
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
